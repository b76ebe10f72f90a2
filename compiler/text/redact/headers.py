"""Credentials in HTTP headers: Authorization by any scheme, Cookie and Set-Cookie."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from compiler.text.redact.shape import ANSI, SPACE, Finding, is_masked, shape
from compiler.text.redact.values import is_random, is_stand_in, is_wordy

_QUOTE = r"(?:\\{0,16}[\"'`])?"
_SCHEMES = (
    r"(?:[Bb]earer|BEARER|[Bb]asic|BASIC|[Tt]oken|[Aa]pi[Kk]ey|[Bb]ot|SSWS|[Nn]egotiate|NTLM|GenieKey|Splunk|OAuth"
    r"|Snowflake Token|SharedKey [a-z0-9]{1,30}|FlyV1|Key|DPoP)(?:%20|[ :]|(?:\r?\n|\\n)[ ]{0,8}){1,3}"
)
_HEADER = shape(
    "authorization header",
    rf"uthorization{_QUOTE}\]?{SPACE}(?:=>|:=|[:=,|]|%3[aA]){{1,2}}{SPACE}{_QUOTE}(?:%20|[ ]){{0,2}}(?:{_SCHEMES})?"
    r"(?:[Tt]oken=|key=)?",
)
_SCHEME = shape("authorization scheme", rf"(?:earer|asic|EARER|ASIC)(?:%20|[ ]|{ANSI}){{1,4}}{_QUOTE}")
_CREDENTIAL_CHARS = "[A-Za-z0-9_.~+/=:%-]"
_CREDENTIAL = shape("header credential", rf"{_CREDENTIAL_CHARS}{{1,1000}}")
_TELLS = 200
"""So many characters say whether a credential is one."""
_CREDENTIAL_ON = shape("rest of a long header credential", rf"{_CREDENTIAL_CHARS}*")


def find_authorization(text: str, pos: int) -> Iterator[Finding]:
    """`pos` is the place of `uthorization`."""
    match = _HEADER.match(text, pos)
    if match is None or (body := _CREDENTIAL.match(text, match.end())) is None:
        return
    value = body.group().rstrip(".:")
    parameters = "=" in value.rstrip("=") and text[body.end() : body.end() + 1] == ","
    if parameters or "AWS4-HMAC" in value or value.startswith("http"):
        return
    scheme = match.group().lower()
    named = "bearer" in scheme or "basic" in scheme or "token" in scheme
    if _is_credential(value[:_TELLS], named=named):
        yield _credential(text, body.start(), len(value))


def find_scheme(text: str, pos: int) -> Iterator[Finding]:
    """`Bearer …` and `Basic …` by themselves; `pos` is the place of the second letter."""
    match = _SCHEME.match(text, pos)
    if match is None or pos == 0 or text[pos - 1] not in "Bb":
        return
    if (body := _CREDENTIAL.match(text, match.end())) is None:
        return
    value = body.group().rstrip(".:")
    basic = match.group()[:4].lower() == "asic"
    if is_userpass(value) if basic else len(value) >= 16 and is_random(value[:_TELLS]):
        yield _credential(text, body.start(), len(value))


def _credential(text: str, start: int, length: int) -> Finding:
    rest = _CREDENTIAL_ON.match(text, start + length) if length == 1000 else None
    return Finding("authorization", start, rest.end() if rest else start + length)


def _is_credential(value: str, *, named: bool) -> bool:
    if len(value) < 8 or is_stand_in(value):
        return False
    odd = named and any(map(str.isdigit, value)) and not is_wordy(value)
    return odd or is_random(value) or is_userpass(value)


def is_userpass(value: str) -> bool:
    """Base64 of `user:password`."""
    if not 8 <= len(value) <= 1000 or is_masked(value):
        return False
    standard = value.replace("-", "+").replace("_", "/")
    try:
        plain = base64.b64decode(standard + "=" * (-len(value) % 4))
    except (binascii.Error, ValueError):
        return False
    return b":" in plain and not plain.startswith(b"http") and all(32 <= byte < 127 or byte >= 0xC2 for byte in plain)


_COOKIE = shape("cookie header", rf"(?:ookie2?{_QUOTE}{SPACE}(?:=>|[:=,]|[ ]){SPACE}|-b[ ]?){_QUOTE}")
_CRUMB = shape("cookie", r"[ ;]{0,4}([A-Za-z0-9_.$%-]{1,80})=([A-Za-z0-9_.~+/=:%!|*@-]{0,1000})")
_SECRET_CRUMBS = (
    "sess", "sid", "auth", "token", "jwt", "csrf", "xsrf", "login", "remember", "identity", "secret", "key", "user",
    "account", "clearance", "refresh", "access",
)  # fmt: skip
_BEFORE_FLAG = frozenset(" +\n\t\"'`")
_JAR = shape("cookies as a mapping", rf"ookies{_QUOTE}[ ]?(?:=|:)[ ]?\{{(?:[ \n]|\\n){{0,8}}")
_IN_JAR = shape(
    "cookie of a mapping",
    r"\\{0,8}[\"']([A-Za-z0-9_.$-]{1,80})\\{0,8}[\"'][ ]?:[ ]?\\{0,8}[\"']([A-Za-z0-9_.~+/=:%!|*@-]{0,1000})"
    r"\\{0,8}[\"'],?(?:[ \n]|\\n){0,8}",
)
_PUBLIC_CRUMBS = frozenset(
    {"theme", "lang", "locale", "tz", "path", "domain", "expires", "max-age", "samesite", "priority", "version"}
)


def find_cookies(text: str, pos: int) -> Iterator[Finding]:
    """The values of the cookies that hold a session or look made up; `pos` is the place of `ookie`
    (of a header, `--cookie`, `document.cookie`) or of curl's `-b`."""
    match = _COOKIE.match(text, pos)
    if match is None or (text.startswith("-b", pos) and pos and text[pos - 1] not in _BEFORE_FLAG):
        return
    at = match.end()
    for _ in range(60):
        if (crumb := _CRUMB.match(text, at)) is None:
            return
        if _is_crumb_secret(crumb.group(1).lower(), crumb.group(2)):
            yield Finding("cookie", *crumb.span(2))
        at = crumb.end()


def find_jar(text: str, pos: int) -> Iterator[Finding]:
    """The same of `cookies = {"session": "…"}`; `pos` is the place of `ookies`."""
    match = _JAR.match(text, pos)
    at = match.end() if match else 0
    for _ in range(60 if match else 0):
        if (crumb := _IN_JAR.match(text, at)) is None:
            return
        if _is_crumb_secret(crumb.group(1).lower(), crumb.group(2)):
            yield Finding("cookie", *crumb.span(2))
        at = crumb.end()


def _is_crumb_secret(name: str, value: str) -> bool:
    if name in _PUBLIC_CRUMBS or name.startswith(("_ga", "_gid", "_fbp")) or is_stand_in(value):
        return False
    known = any(word in name for word in _SECRET_CRUMBS)
    return (known and len(value) >= 8 and not is_wordy(value)) or (len(value) >= 20 and is_random(value))
