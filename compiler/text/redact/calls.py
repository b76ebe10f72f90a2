"""What code hands to a call that asks for a secret: a login, an account being made, a field being filled, a hash, a
signature, a cipher, a client."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import Finding, shape
from compiler.text.redact.values import is_stand_in, may_be_password

_STRING = r"[bfru]?\\{0,8}[\"'`]([^\"'`\\\n]{4,200})\\{0,4}[\"'`]"
_NAME = r"[bfru]?\\{0,4}[\"'`][^\"'`\\\n]{1,80}\\{0,4}[\"'`]"
_PAIR = shape(
    "name and password as arguments",
    rf"(?:auth=\(|[Bb]asic_?[Aa]uth\()[ ]?{_NAME},[ ]?{_STRING}",
)
_CALLS = {
    "ogin(": rf"ogin\({_NAME},[ ]?{_STRING}",
    "ign_in(": rf"ign_in\({_NAME},[ ]?{_STRING}",
    "ignIn(": rf"ignIn\({_NAME},[ ]?{_STRING}",
    "uthenticate(": rf"uthenticate\({_NAME},[ ]?{_STRING}",
    "b.auth(": rf"b\.auth\({_NAME},[ ]?{_STRING}",
    "create_user(": rf"create_user\({_NAME},[ ]?{_NAME},[ ]?{_STRING}",
    "create_superuser(": rf"create_superuser\({_NAME},[ ]?{_NAME},[ ]?{_STRING}",
    "getConnection(": rf"getConnection\([^\n]{{1,200}}?,[ ]?{_NAME},[ ]?{_STRING}",
    "_connect(": rf"_connect\({_NAME},[ ]?{_NAME},[ ]?{_STRING}",
    "ysqli(": rf"ysqli\({_NAME},[ ]?{_NAME},[ ]?{_STRING}",
    "new PDO(": rf"new PDO\([^\n]{{1,200}}?,[ ]?{_NAME},[ ]?{_STRING}",
    "crypt.hash": rf"crypt\.hash(?:Sync|pw)?\({_STRING}",
    "gon2.hash(": rf"gon2\.hash\({_STRING}",
    "assword_hash(": rf"assword_hash\({_STRING}",
    "make_password(": rf"make_password\({_STRING}",
    "hash_password(": rf"hash_password\({_STRING}",
    "hashPassword(": rf"hashPassword\({_STRING}",
    **{
        f"jwt.{verb}(": rf"jwt\.{verb}\([^\n,\"'`]{{1,80}},[ ]?{_STRING}"
        for verb in ("sign", "verify", "encode", "decode")
    },
    "createHmac(": rf"createHmac\({_NAME},[ ]?{_STRING}",
    "hmac.new(": rf"hmac\.new\({_STRING}",
    "Fernet(": rf"Fernet\({_STRING}",
    "AES.new(": rf"AES\.new\({_STRING}",
    "ipheriv(": rf"ipheriv\({_NAME},[ ]?{_STRING}",
    "cookieParser(": rf"cookieParser\({_STRING}",
    "Stripe(": rf"Stripe\({_STRING}",
    "Github(": rf"Github\({_STRING}",
    "Client(": rf"Client\([\"']AC[0-9a-f]{{32}}[\"'],[ ]?{_STRING}",
}
_SHAPES = {call: shape(f"call {call}", pattern) for call, pattern in _CALLS.items()}
CALLS = tuple(_CALLS)
_CLOSED = r"(?:\\{0,4}[\"'`]|/i)[)\]]{0,3}"
_FILLED = shape(
    "field that is filled",
    rf"assword(?:[^\n\"'`]{{0,20}}{_CLOSED}"
    r"\.(?:fill|type|send_keys|sendKeys|setValue|pressSequentially|typeText|replaceText|enterText)\("
    rf"|[)\]]{{0,2}}{_CLOSED},[ ](?:with:?[ ])?){_STRING}",
)


def find_call(text: str, call: str, pos: int) -> Iterator[Finding]:
    """The password among the arguments of the call that stands at `pos`."""
    match = _SHAPES[call].match(text, pos)
    if match is not None and _is_made_up(match.group(1)):
        yield Finding("password", *match.span(1))


def find_filled(text: str, pos: int) -> Iterator[Finding]:
    """`page.getByLabel("Password").fill("…")`, `fill_in "Password", with: "…"`; `pos` is the place of `assword`."""
    match = _FILLED.match(text, pos)
    if match is not None and _is_made_up(match.group(1)):
        yield Finding("password", *match.span(1))


def find_pair(text: str, pos: int) -> Iterator[Finding]:
    """`auth=("bob", "…")`, `HTTPBasicAuth("bob", "…")`."""
    match = _PAIR.match(text, pos)
    if match is not None and may_be_password(match.group(1), quoted=True, assigned=True):
        yield Finding("password", *match.span(1))


def _is_made_up(value: str) -> bool:
    """With a digit and a letter: `login("page", "title")` and tests that type `wrong` say nothing."""
    typed = any(map(str.isdigit, value)) and any(map(str.isalpha, value)) and " " not in value and len(value) >= 6
    return typed and not is_stand_in(value) and may_be_password(value, quoted=True, assigned=True)
