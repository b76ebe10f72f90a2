"""Texts made to be slow to redact."""

from __future__ import annotations

import random
from collections.abc import Iterator

UNITS = (
    "key.key-", "token_", "password=", 'password="', "-eyJ", "eyJaaaaaaaaaa.", "://", "://a:", "://a:b@", "curl ",
    "curl -u ", "mysql ", "openssl ", "a", "A0", ".", ".aaaaaa", "cookie: a=b;", "cookie:", "PRIVATE KEY",
    "-----BEGIN RSA PRIVATE" + " KEY-----\n", "-----END PRIVATE" + " KEY-----\n", "kind: Secret\n",
    "kind: Secret\ndata:\n  a: bbbb\n", "sk-", "-gh" + "p_", "deadbeef0123", "\n", "a\n", "abcdefghijklmnop\n",
    "gh" + "p_abcdefgh\n", "\\", "\\n", '"', "password is ", "password for a ", "パスワードは", "パスワード あ",
    "トークン、", "\x1b[31m", "password\x1b[31m", "Authorization: ", "Authorization:", "Bearer ", "Basic aaaaaaaaaaaa",
    "login a ", "login a password ",
    "a:5432:b:", "echo a|", '"password" , ', "<password ", " ", "password          ", "SK0a",
    "pat.", "-us1", "8Q~a", "-AK" + "IA", "JQQJ99", "+ASt", "NRAL", ".atlasv1.", "LS0tLS1CRUdJTi", "hooks.slack.com/",
    "asks for a password ", "AUTH a ", "<<< ", "recovery code a", "login a/", "jwt.sign(a, ", "-b a=b;",
    "[redacted:password]:",
    "İpassword=", "|--\n", "| password |\n|--|\n", "A" * 64 + "\n",
)  # fmt: skip


def hostile_texts(size: int) -> Iterator[tuple[str, str]]:
    """(name, text of `size` characters) for each unit repeated, and for a random mix of punctuation."""
    for unit in UNITS:
        yield repr(unit), (unit * (size // len(unit) + 1))[:size]
    block = "-----BEGIN PRIVATE" + " KEY-----\n"
    yield "endless key block", block + ("QUJDREVG" * 8 + "\n") * (size // 65)
    r = random.Random(1)
    yield "mix", "".join(r.choices("abcXYZ019_-./=:\"' \n", k=size))
