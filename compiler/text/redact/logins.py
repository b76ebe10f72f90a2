"""Names with their passwords, told as a way in: "log in as bob / …", 「bob / … でログイン」."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import Finding, shape
from compiler.text.redact.words import WORD, password_at

ANCHORS = (
    "login", "log in", "logged in", "logs you in", "sign in", "signed in", "wifi", "wi-fi", "cred",
    "test account", "demo account", "admin account", "guest account",
)  # fmt: skip
WIDE_ANCHORS = ("ログイン", "アカウント", "で入れ", "登录", "账号", "логин", "로그인", "계정")

_MARK = r"[`\"'*“„«「『（(\[]"
_CLOSE = r"[`\"'*”“»」』）)]{0,2}"
_NAME = r"[A-Za-z0-9_.@+-]{2,60}"
_APART = r"(?:[ ]?(?:/|／|\|)[ ]?|:[ ]?|[、，][ ]?(?:パス|pw|密码|密碼)[ :：は]{0,3})"
_AFTER = shape(
    "name and password after",
    r"(?:log(?:ged)?[ ]in|sign(?:ed)?[ ]in|login|wi-?fi|credentials?|creds|(?:test|demo|admin|guest)[ ]account|ログイン"
    r"|アカウント|登录|账号|логин|로그인|계정)"
    rf"[^\n]{{0,40}}?[ :：はを]{_MARK}{{0,2}}{_NAME}[`\"'*]{{0,2}}{_APART}{_MARK}{{0,2}}",
)
_VALUE = r"[!#-&*+0-9;?-Z^_a-{}~-]"
"""A word without what stands in code, which is no such password: else a pair before this one would swallow it."""
_HOW = r"[ ]?(?:で|を使って|を入れて|로|으로|来|可以|都可以|to|for|will|можно)?[ ]?"
_BEFORE = shape(
    "name and password before",
    rf"(?:^|[^A-Za-z0-9_.@+/-]){_NAME}{_CLOSE}{_APART}{_MARK}{{0,2}}({_VALUE}{{6,60}}){_CLOSE}{_HOW}$",
)
_TOWARDS = (" to ", " for ", " will ", " that ")
_TYPED = shape("typed to log in", rf"{_MARK}({WORD}{{6,60}}){_CLOSE}[ ]?(?:と|を)入力(?:し|する|して)?(?:て|と)?[ ]?$")


def find_login(text: str, low: str, pos: int) -> Iterator[Finding]:
    """The password of a pair after the word for logging in at `pos`, or of one right before it."""
    if pos and text[pos - 1].isascii() and text[pos - 1].isalnum():
        return  # `catalog in`
    if (match := _AFTER.match(low, pos)) is not None and (found := list(password_at(text, match.end()))):
        yield from found
        return
    if text[pos].isascii() and not low.endswith(_TOWARDS, max(0, pos - 6), pos):
        return
    offset = max(0, pos - 130)
    before = text[offset:pos]
    if (match := _BEFORE.search(before) or _TYPED.search(before)) is not None:
        yield from password_at(text, offset + match.start(1))
