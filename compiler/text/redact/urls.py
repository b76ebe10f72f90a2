"""Passwords and tokens in front of a host: `scheme://user:password@host`, and in .pgpass lines."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import Finding, is_masked, shape
from compiler.text.redact.values import is_expression, is_random, is_stand_in, may_be_password

PORTS = (":5432:", ":5433:", ":6432:", ":6543:", ":26257:", ":*:")

_NAME = r"[^\x00-\x20\"'`<>\\/?#@:]"
_USERINFO = shape("password in a URL", rf"({_NAME}{{0,200}}):([^\x00-\x20\"'`<>\\/?#]{{1,200}})@[A-Za-z0-9\[_*{{$%]")
_UNESCAPED = shape(
    "password in a URL, not escaped as it should be",
    rf"({_NAME}{{1,200}}):([^\x00-\x20\"'`<>\\@:]{{1,100}})@[A-Za-z0-9._-]{{1,100}}(?::[0-9]{{2,5}})?[/\"'` \n?]",
)
_TOKEN = shape("token in a URL", r"([A-Za-z0-9_~.-]{20,200})@[A-Za-z0-9]")
_VARIABLE = shape("variable", r"\$[A-Za-z_{(]|%[sdr(]|[{][A-Za-z_.0-9 ]{0,60}[}]|%[A-Z_]{2,40}%|:[a-z]|#\{")
_TEMPLATE_HOSTS = ("host:", "host/", "hostname", "your")
_PGPASS = shape(
    "line of .pgpass",
    r":(?:[0-9]{4,5}|\*):(?:[A-Za-z][A-Za-z0-9_-]{0,60}|\*):(?:[A-Za-z_][A-Za-z0-9_.-]{0,60}|\*)"
    r":([^\x00-\x20:\\\"'`]{4,200})",
)
_HOST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.*")


def is_variable(value: str) -> bool:
    """`$PASS`, `${pass}`, `{password}`, `%s`, `:pass`, `#{…}`."""
    if _VARIABLE.match(value) is None:
        return False
    return not (value.startswith("$") and "}" not in value and any(map(str.isdigit, value[1:])))


def _is_template(value: str) -> bool:
    """`password`, `YOUR_PASSWORD`, `xxxx`, `1111`; but people do write `user:pass@` and `user:secret@` and mean it."""
    low = value.lower()
    if len(value) < 4 or len(set(value)) < 3 or low == "mypassword":
        return True
    return is_stand_in(value) and low not in ("pass", "secret")


def find_userinfo(text: str, pos: int) -> Iterator[Finding]:
    """`pos` is the place of `://`."""
    match = _USERINFO.match(text, pos + 3) or _UNESCAPED.match(text, pos + 3)
    if match is not None:
        value = match.group(2)
        host = text[match.end(2) + 1 : match.end(2) + 10].lower()
        if not host.startswith(_TEMPLATE_HOSTS) and not is_variable(value) and not _is_template(value):
            yield Finding("url-password", *match.span(2))
    elif (match := _TOKEN.match(text, pos + 3)) is not None and is_random(match.group(1)):
        yield Finding("url-token", *match.span(1))


_DSN = shape("Go data source name", r"[A-Za-z0-9_.-]{1,64}:([^\x00-\x20\"'`<>\\@:]{1,100})$")


def find_data_source(text: str, pos: int) -> Iterator[Finding]:
    """`user:password@tcp(host:3306)/db`; `pos` is the place of `@tcp(`."""
    start = max(0, pos - 170)
    match = _DSN.search(text[start:pos])
    if match is not None and not is_masked(match.group(1)) and not is_variable(match.group(1)):
        yield Finding("url-password", start + match.start(1), pos)


def find_pgpass(text: str, pos: int) -> Iterator[Finding]:
    """`host:port:database:user:password`; `pos` is the colon before the port."""
    match = _PGPASS.match(text, pos)
    if match is None or pos == 0 or text[pos - 1] not in _HOST:
        return
    value = match.group(1)
    if may_be_password(value, quoted=False, assigned=True) and not is_expression(value):
        yield Finding("password", *match.span(1))


_LINK = shape(
    "link that lets its holder in",
    r"(?:reset[_-]?password|password[_-]?reset|magic[_-]?link)(?:/confirm)?/([A-Za-z0-9_.~-]{20,400})",
)


def find_link(text: str, pos: int) -> Iterator[Finding]:
    """`/reset-password/…`; `pos` is the place of the words."""
    match = _LINK.match(text, pos)
    if match is not None and is_random(match.group(1)):
        yield Finding("url-token", *match.span(1))
