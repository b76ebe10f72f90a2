"""Private key blocks, however they were printed: indented, numbered, quoted, with diff marks, escaped once or twice,
on one line, cut off at either end."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import Finding, shape

BEGIN, END = "PRIVATE KEY", "-----END"
ANCHORS = ("PRIVATE KEY", "PuTTY-User-Key-File-")

_OPENS = shape("block opens", r"-{4,5}[ ]?BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?[ ]?-{4,5}")
_CLOSES = shape("block closes", r"-{4,5}[ ]?END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?[ ]?-{4,5}")
_BREAK = shape("line break", r"\r?\n|(?:\\{1,16}r)?\\{1,16}n|\\{1,16}r")
_MARKS = shape(
    "marks before a line",
    r"(?:[ \t>+#*/|│┃\"'`,;:~.-]|[0-9]{1,6}(?:[ \t]{0,4}[:|│→\t-]|[ ]{1,3})|→|\\{1,16}t|\x1b\[[0-9;]{0,12}[A-Za-z]|\\{1,16}[\"']){0,60}",
)
_BODY = shape("line of a key", r"[A-Za-z0-9+/=]{1,8000}")
_HEADER = shape(
    "header of a key",
    r"(?:Proc-Type|DEK-Info|Comment|Version|Hash|Encryption|Public-Lines|Private-Lines|Private-MAC|Key-Derivation|Argon2-[A-Za-z]{1,12}|Subject|X-[A-Za-z-]{1,30})"
    r": ?[^\n\\]{0,200}",
)
_TAIL = shape("marks after a line", r"(?:[ \t\"'`,;+|│.)\]]|\\{1,16}[\"']|\x1b\[[0-9;]{0,12}[A-Za-z]|\\$){0,24}")
_LIMIT = 40_000


def find_private_key(text: str, anchor: str, pos: int) -> Iterator[Finding]:
    """The block around an anchor, with its BEGIN and END lines; every body line belongs to it even if one end is
    missing."""
    if anchor.startswith("PuTTY"):
        start = pos
        yield Finding("private-key", start, _body_end(text, _line_end(text, pos), putty=True))
        return
    line_start = max(0, pos - 60)
    for match in _OPENS.finditer(text, line_start, pos + 40):
        if match.start() <= pos < match.end():
            end = _body_end(text, match.end())
            if end > match.end():
                yield Finding("private-key", match.start(), end)
            return
    for match in _CLOSES.finditer(text, line_start, pos + 40):
        if match.start() <= pos < match.end():
            start = _body_start(text, match.start())
            if start < match.start():
                yield Finding("private-key", start, match.end())
            return


def _line_end(text: str, pos: int) -> int:
    found = _BREAK.search(text, pos, pos + 400)
    return found.start() if found else min(len(text), pos + 400)


def _body_end(text: str, pos: int, *, putty: bool = False) -> int:
    """Where the block that opened before `pos` ends: after its END line, or after its last body line."""
    end = pos
    limit = min(len(text), pos + _LIMIT)
    at = pos
    misses = 0
    while at < limit:
        marks = _MARKS.match(text, at)
        line = _BREAK.match(text, at) or None
        at = line.end() if line else (marks.end() if marks else at)
        if line is not None:
            continue
        closing = _CLOSES.match(text, _back_over_dashes(text, at))
        if closing is not None:
            return closing.end()
        if (header := _HEADER.match(text, at)) is not None:
            end = at = header.end()
            continue
        body = _BODY.match(text, at)
        if body is None or not _is_body(text, body.start(), body.end(), putty=putty):
            misses += 1
            break
        end = body.end()
        tail = _TAIL.match(text, end)
        at = tail.end() if tail else end
        if at == body.start():
            break
    return end


def _is_body(text: str, start: int, end: int, *, putty: bool) -> bool:
    line = text[start:end]
    after = text[end : end + 1]
    if after.isalnum() or (after and after in "_-" and not text.startswith("-----", end)):
        return False
    return len(line) >= 16 or line.endswith("=") or (after in ("", "\n", "\r", "\\", '"', "'", " ", "\x1b", "-") and (
        any(c.isdigit() or c in "+/" for c in line) or (line != line.lower() and line != line.upper() and putty is False
                                                      and line[1:] != line[1:].lower())
    ))


def _back_over_dashes(text: str, pos: int) -> int:
    while pos > 0 and text[pos - 1] == "-":
        pos -= 1
    return pos


def _body_start(text: str, pos: int) -> int:
    """Where the body that the END line at `pos` closes begins, its BEGIN line being cut off."""
    start = pos
    at = pos
    floor = max(0, pos - _LIMIT)
    window = text[floor:pos]
    pieces = [(m.start(), m.end()) for m in _BREAK.finditer(window)]
    edges = [0, *[e for _, e in pieces]]
    ends = [*[s for s, _ in pieces], len(window)]
    for left, right in zip(reversed(edges), reversed(ends), strict=True):
        marks = _MARKS.match(window, left, right)
        at = marks.end() if marks else left
        if at >= right:
            continue
        body = _BODY.match(window, at, right)
        if body is None or body.end() - body.start() < 16:
            break
        tail = _TAIL.match(window, body.end(), right)
        if tail is not None and tail.end() < right:
            break
        start = floor + at
    return start
