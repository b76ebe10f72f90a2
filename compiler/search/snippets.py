"""A window of a passage around the words that were asked for, and where they stand in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

WIDTH = 240


def snippet(text: str, words: Sequence[str], width: int = WIDTH) -> tuple[str, tuple[tuple[int, int], ...]]:
    """One line of at most `width` characters where most different words stand, with `…` where it is cut, and the spans
    of the words in it."""
    line = " ".join(text.split())
    found = _places(line, words)
    start = _start(line, found, width)
    end = min(len(line), start + width)
    if end < len(line):
        space = line.rfind(" ", start + width // 2, end)
        end = space if space > 0 else end
    before, after = "…" if start else "", "…" if end < len(line) else ""
    shift = len(before) - start
    marks = tuple((a + shift, b + shift) for a, b, _ in found if a >= start and b <= end)
    return before + line[start:end] + after, marks


def _places(line: str, words: Sequence[str]) -> list[tuple[int, int, str]]:
    """(start, end, word), without overlaps. A word matches its own beginnings: `index` marks `indexes`."""
    if not words:
        return []
    return [(m.start(), m.end(), m.group().lower()[:4]) for m in _pattern(tuple(words)).finditer(line)]


@lru_cache(8)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    roots = sorted({_root(w) for w in words if w}, key=lambda w: (-len(w), w))
    pattern = "|".join(re.escape(r) + (r"\w*" if r.isascii() else "") for r in roots)
    edge = r"(?<![^\W_])" if all(r.isascii() for r in roots) else ""
    return re.compile(edge + f"(?:{pattern})", re.I)


def _root(word: str) -> str:
    for ending in ("ies", "ing", "ed", "es", "s", "e", "y"):
        if len(word) - len(ending) >= 4 and word.endswith(ending):
            return word[: -len(ending)]
    return word


def _start(line: str, found: Sequence[tuple[int, int, str]], width: int) -> int:
    if len(line) <= width or not found:
        return 0
    room = width * 3 // 4
    best, start = 0, 0
    ends = [end for _, end, _ in found]
    for first, (a, _, _) in enumerate(found):
        different = len({word for _, _, word in found[first : bisect_right(ends, a + room)]})
        if different > best:
            best, start = different, a
    start = max(0, min(start - width // 8, len(line) - width))
    space = line.find(" ", start, start + width // 8)
    return space + 1 if start and space >= 0 else start
