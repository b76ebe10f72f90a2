"""Files that hold secrets by their very nature: .netrc, Kubernetes Secrets, Docker's stored logins."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.headers import is_userpass
from compiler.text.redact.shape import LINE, Finding, shape
from compiler.text.redact.urls import is_variable
from compiler.text.redact.values import is_random, is_stand_in

_NETRC = shape(
    "netrc",
    r"login[ \t]{1,8}[^ \t\n\\]{1,100}(?:[ \t\r\n]|\\[nrt]|\n"
    rf"{LINE}" + r"){1,12}password[ \t]{1,8}([^\x00-\x20\\\"'`]{1,200})",
)
_BREAK = r"(?:\r?\n|\\{1,8}n)"
_SECRET = shape("kind: Secret", rf"kind\\?[\"']?:[ ]?\\?[\"']?Secret\\?[\"']?[ \t]{{0,8}}(?:{_BREAK}|[,}}]|$)")
_DATA = shape(
    "data of a manifest", rf"(?:\n{LINE}?|\\n|[{{,])[ \t]{{0,8}}[\"']?(?:data|stringData)[\"']?:[ ]?\{{?{_BREAK}?"
)
_ENTRY = shape(
    "entry of a manifest",
    rf"{LINE}?" + r"(?:[ \t]{1,12}[\"']?|,?[ ]?[\"'])([A-Za-z0-9_.-]{1,80})[\"']?:[ ]?[\"']?([^\x00-\x20\"'`\\,{}|>]+)"
    rf"[\"']?[ \t]{{0,4}}(?:{_BREAK}|,|\}})?",
)
_AWS_PAIR = shape(
    "AWS key id, then its secret",
    r"(?:AKIA|ASIA)[A-Z0-9]{16}[\"'`]?[ \t]?[ ,:;|/\n\t][ \t`\"'|]{0,6}(?:(?:and )?secret[ :=]{1,3})?"
    r"([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|$)",
)
_KAGGLE = shape(
    "kaggle.json",
    r"username\\?\"[ ]?:[ ]?\\?\"[^\"\\\n]{1,60}\\?\",[ ]?\\?\"key\\?\"[ ]?:[ ]?\\?\"([0-9a-f]{32})",
)
_ACCOUNTS = shape("accounts of a wallet", r"accounts: ?\[[ \n]{0,8}[\"'](?:0x)?([0-9a-fA-F]{64})[\"']")
_STORED = shape("stored login", r"auth\\{0,16}[\"']?[ ]{0,2}[:=][ ]{0,2}\\{0,16}[\"']?([A-Za-z0-9+/=_-]{8,400})")


def find_netrc(text: str, pos: int) -> Iterator[Finding]:
    """`login NAME password VALUE`, on one line or two."""
    match = _NETRC.match(text, pos)
    if match is not None and not is_stand_in(match.group(1)):
        yield Finding("password", *match.span(1))


def find_stored_login(text: str, pos: int) -> Iterator[Finding]:
    """`"auth": "…"` of Docker's config.json, `_auth=…` of .npmrc: base64 of user:password."""
    match = _STORED.match(text, pos)
    if match is not None and is_userpass(match.group(1)):
        yield Finding("password", *match.span(1))


def find_manifest(text: str, pos: int) -> Iterator[Finding]:
    """The values below `data:` and `stringData:` of a Kubernetes Secret; `pos` is the place of its `kind`."""
    if _SECRET.match(text, pos) is None:
        return
    start = max(0, pos - 2000)
    start = max(start, text.rfind("\n---", start, pos), text.rfind("kind", start, pos))
    end = min(len(text), pos + 6000)
    for border in ("\n---", "kind"):
        cut = text.find(border, pos + 4, end)
        end = cut if cut >= 0 else end
    for data in _DATA.finditer(text, start, end):
        at = data.end()
        while (entry := _ENTRY.match(text, at, end)) is not None:
            value = entry.group(2)
            if len(value) >= 4 and not is_stand_in(value) and not is_variable(value):
                yield Finding("kubernetes-secret", *entry.span(2))
            at = entry.end()


def find_aws_pair(text: str, pos: int) -> Iterator[Finding]:
    """The secret beside an AWS key id, as in credentials.csv: `AKIA…,…`."""
    match = _AWS_PAIR.match(text, pos)
    if match is not None and is_random(match.group(1)):
        yield Finding("aws-secret-key", *match.span(1))


def find_kaggle(text: str, pos: int) -> Iterator[Finding]:
    """`{"username": "bob", "key": "…"}`; `pos` is the place of `username`."""
    match = _KAGGLE.match(text, pos)
    if match is not None:
        yield Finding("kaggle-token", *match.span(1))


def find_accounts(text: str, pos: int) -> Iterator[Finding]:
    """`accounts: ["0x…"]` of a build file for contracts."""
    match = _ACCOUNTS.match(text, pos)
    if match is not None:
        yield Finding("private-key", *match.span(1))
