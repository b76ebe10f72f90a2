"""Private key blocks, however they were printed: indented, numbered, quoted, with diff marks, escaped any number of
times, in pieces of source code, on one line, cut off at either end."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from compiler.text.redact.shape import ANSI, Finding, shape

ANCHORS = ("PRIVATE KEY", "PuTTY-User-Key-File-")
ENCODED = "LS0tLS1CRUdJTi"
"""Base64 of `-----BEGIN`: a key block inside a Kubernetes manifest or an environment variable."""

_WORDS = r"(?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?[ ]?-{4,5}"
_OPENS = shape("key block opens", rf"-{{4,5}}[ ]?BEGIN {_WORDS}")
_CLOSES = shape("key block closes", rf"-{{4,5}}[ ]?END {_WORDS}")
_NOISE = shape(
    "between the lines of a key",
    r"(?:[ \t\r\n>+#*/|│┃\"'`,;:~.()\[\]-]|[0-9]{1,6}(?:[ \t]{0,4}[:|│→\t-]|[ ]{1,3})|→|\\{1,16}[nrt\"'\r\n]"
    rf"|{ANSI}){{0,60}}",
)
_BODY = shape("line of a key", r"[A-Za-z0-9+/=]+")
_HEADER = shape(
    "header of a key",
    r"(?:Proc-Type|DEK-Info|Comment|Version|Hash|Encryption|Public-Lines|Private-Lines|Private-MAC|Key-Derivation"
    r"|Argon2-[A-Za-z]{1,12}|Subject|X-[A-Za-z-]{1,30}): ?[^\n\\]{0,200}",
)
_ENCODED = shape("base64 of a PEM block", r"[A-Za-z0-9+/=_-]{40,}")
_ENDS_LINE = frozenset("\n\r\\\"'` \x1b,")
_SHORTEST = 16
_LIMIT = 40_000


def find_private_key(text: str, anchor: str, pos: int) -> Iterator[Finding]:
    """The block around an anchor, with its BEGIN and END lines; every body line belongs to it even if one end is
    missing."""
    if anchor == "PuTTY-User-Key-File-":
        line = text.find("\n", pos, pos + 400)
        yield Finding("private-key", pos, _body_end(text, line if line >= 0 else min(len(text), pos + 400)))
        return
    around = max(0, pos - 60), pos + 40
    if (opening := _at(_OPENS.finditer(text, *around), pos)) is not None:
        end = _body_end(text, opening[1])
        if end > opening[1]:
            yield Finding("private-key", opening[0], end)
    elif (closing := _at(_CLOSES.finditer(text, *around), pos)) is not None:
        start = _body_start(text, closing[0])
        if start < closing[0]:
            yield Finding("private-key", start, closing[1])


def _at(matches: Iterator[re.Match[str]], pos: int) -> tuple[int, int] | None:
    return next((match.span() for match in matches if match.start() <= pos < match.end()), None)


def _body_end(text: str, pos: int) -> int:
    """Where the block that opened before `pos` ends: after its END line, or after its last body line."""
    end = at = pos
    limit = min(len(text), pos + _LIMIT)
    while at < limit:
        noise = _NOISE.match(text, at)
        at = noise.end() if noise else at
        dashes = at
        while dashes > end and text[dashes - 1] in "- ":
            dashes -= 1
        if (closing := _CLOSES.match(text, dashes + (text[dashes : dashes + 1] == " "))) is not None:
            return closing.end()
        if (header := _HEADER.match(text, at)) is not None:
            end = at = header.end()
        elif (body := _BODY.match(text, at)) is not None and _is_body(text, at, body.end()):
            end = at = body.end()
        else:
            break
    return end


def _is_body(text: str, start: int, end: int) -> bool:
    """A line of base64: long, or padded, or a short last one that is no word."""
    line = text[start:end]
    after = text[end : end + 1]
    if after and after not in _ENDS_LINE and not text.startswith("-----", end):
        return False
    if len(line) >= _SHORTEST or line.endswith("="):
        return True
    return any(c.isdigit() or c in "+/" for c in line) or line[1:] not in (line[1:].lower(), line[1:].upper())


def _body_start(text: str, pos: int) -> int:
    """Where the body closed by the END line at `pos` begins, its BEGIN line being cut off: upwards line by line."""
    start = right = pos
    floor = max(0, pos - _LIMIT)
    while right > floor:
        left = max(text.rfind("\n", floor, right), text.rfind("\\n", floor, right) + 1, floor - 1)
        left = left + 1 if left >= floor else floor
        noise = _NOISE.match(text, left, right)
        at = noise.end() if noise else left
        if at < right:
            body = _BODY.match(text, at, right)
            if body is None or not (body.end() - at >= _SHORTEST or (start == pos and _is_body(text, at, body.end()))):
                break
            rest = _NOISE.match(text, body.end(), right)
            if rest is not None and rest.end() < right:
                break
            start = at
        elif start < pos:
            break
        right = left - 1
        while right > floor and text[right - 1] == "\\":
            right -= 1
    return start


def find_encoded_key(text: str, pos: int) -> Iterator[Finding]:
    """A whole PEM block in base64, if its first words say that it is a private key."""
    head = text[pos : pos + 80]
    try:
        plain = base64.b64decode(head[: len(head) // 4 * 4].replace("-", "+").replace("_", "/"))
    except ValueError:
        return
    if b"PRIVATE KEY" in plain and (match := _ENCODED.match(text, pos)) is not None:
        yield Finding("private-key", pos, match.end())
