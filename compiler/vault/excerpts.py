"""The part of a message that stands as evidence: the passage around a quote, long enough to be understood."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.vault.escape.inert import clean
from compiler.vault.escape.running import Passage, passages

LIMIT = 600
OPENING = 320
ENDS = ("\n", ". ", "! ", "? ", "。", "！", "？", "; ", ": ", " ")


def excerpt(text: str, quotes: Iterable[str]) -> str:
    """The passages of `text` that hold the quotes, in order, gaps marked `…`; its beginning where there is no quote."""
    whole = clean(text)
    found = [_around(whole, start, start + len(q)) for q in map(clean, quotes) if q and (start := whole.find(q)) >= 0]
    spans = _merged(found or [_opening(whole)])
    parts = [_shown(whole, start, end) for start, end in spans]
    return "\n\n…\n\n".join(parts)


def _opening(text: str) -> tuple[int, int]:
    start = len(text) - len(text.lstrip())
    return start, len(text) if len(text) - start <= OPENING else _cut(text, start, start + OPENING)


def _around(text: str, start: int, end: int) -> tuple[int, int]:
    """The paragraph or code passage around a quote, narrowed to sentences where it is longer than the limit."""
    left, right = _paragraph(text, start, end)
    if right - left <= LIMIT:
        return left, right
    spare = max(0, LIMIT - (end - start)) // 2
    left = max(left, _after_break(text, max(left, start - spare), start))
    right = min(right, _cut(text, end, max(end, left + LIMIT)))
    return left, right


def _paragraph(text: str, start: int, end: int) -> tuple[int, int]:
    """Blank line to blank line, with the sentence that introduces a list or a block of code."""
    left, right = text.rfind("\n\n", 0, start) + 2 if "\n\n" in text[:start] else 0, text.find("\n\n", end)
    right = right if right >= 0 else len(text)
    before = text[:left].rstrip()
    if before.endswith(":"):
        introduced = before.rfind("\n\n") + 2 if "\n\n" in before else 0
        if right - introduced <= LIMIT:
            left = introduced
    return left, right


def _after_break(text: str, low: int, high: int) -> int:
    """The first place after a sentence's end between `low` and `high`, else after a space."""
    if low == 0 or text[low - 1] == "\n":
        return low
    for mark in ENDS:
        at = text.find(mark, low, high)
        if at >= 0:
            return at + len(mark)
    return high


def _cut(text: str, low: int, high: int) -> int:
    """The last place after a sentence's end between `low` and `high`, else after a space."""
    if high >= len(text):
        return len(text)
    for mark in ENDS:
        at = text.rfind(mark, low, high)
        if at >= 0:
            return at + len(mark.rstrip())
    return high


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1] + 2:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out


def _shown(text: str, start: int, end: int) -> str:
    """A span, with marks where it was cut within a paragraph; a piece of a fence gets its fence back."""
    before = "…" if start and text[start - 1] != "\n" else ""
    after = "…" if end < len(text) and text[end] != "\n" else ""
    pieces = [piece for p in passages(text) if (piece := _piece(p, text, start, end))]
    body = "\n".join(pieces).strip("\n")
    if body.startswith(("```", "~~~")):
        before = before and before + "\n"
    else:
        body = body.lstrip()
    if body.endswith(("```", "~~~")):
        after = after and "\n" + after
    else:
        body = body.rstrip()
    return f"{before}{' ' if before == '…' else ''}{body}{' ' if after == '…' else ''}{after}"


def _piece(passage: Passage, text: str, start: int, end: int) -> str:
    low, high = max(start, passage.start), min(end, passage.end)
    if low >= high:
        return ""
    if not passage.code:
        return text[low:high]
    if low == passage.start and high >= passage.end:
        return text[low:high] if text[low:high].lstrip().startswith(("```", "~~~")) else _fenced(passage.text, "")
    inner = text[low:high].split("\n")
    rows = [row for row in inner if not row.lstrip().startswith(("```", "~~~"))]
    return _fenced("\n".join(rows), passage.info)


def _fenced(body: str, info: str) -> str:
    marks = "~~~~"
    while marks in body:
        marks += "~"
    return f"{marks}{info}\n{body}\n{marks}"
