"""Where sentences end, in English and in scripts that end them otherwise (CJK, Devanagari, Arabic)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from compiler.text.words import listed

_ABBREVIATIONS = listed(
    "ca eq jul z.b nov thu oct fig tue min inc mar ms sept corp nos apr mon cf sun approx ie p.m sr jan aug e.g ltd "
    "max sep prof wed etc feb i.e u.s bzw jr est co a.m st eg fri mrs dec al avg sat dept u.k dr mr jun vs usw no d.h"
)

# A stop, any closing quotes or markup behind it, then white space; or a full-width stop, which needs none.
_STOP = re.compile(r"[.!?…]+[\"'”’»)\]*_`]*(?=\s)|[。！？｡؟।]+[」』”’）]*|\n")
_OPENS = re.compile(r"[\s\"'“‘«(\[*_`]*")
_WORD_BEFORE = re.compile(r"([^\s(\[\"'“*_]+)$")


def spans(text: str) -> Sequence[tuple[int, int]]:
    """`(start, end)` of each sentence, white space trimmed. A line break ends a sentence unless the text was wrapped
    there: after column 60, or before a lower-case letter."""
    return _remembered(text) if len(text) < _REMEMBERED else tuple(_spans(text))


_REMEMBERED = 2000
"""Characters below which a paragraph's sentences are remembered: several rules read the same ones."""


@lru_cache(maxsize=4096)
def _remembered(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(_spans(text))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in _STOP.finditer(text):
        if stop.start() < start:
            continue
        if (text[stop.start()] == "\n" and not _breaks(text, start, stop.start())) or (
            text[stop.start()] == "." and _abbreviates(text, start, stop)
        ):
            continue
        yield from _trimmed(text, start, stop.end())
        start = stop.end()
    yield from _trimmed(text, start, len(text))


def split(text: str) -> list[str]:
    """The sentences themselves."""
    return [text[a:b] for a, b in spans(text)]


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    part = text[start:end]
    lead = len(part) - len(part.lstrip())
    end = start + len(part.rstrip())
    if start + lead < end:
        yield start + lead, end


def _breaks(text: str, start: int, newline: int) -> bool:
    """Whether a line break ends a sentence, rather than wrapping one."""
    line = text[max(text.rfind("\n", 0, newline) + 1, start) : newline].rstrip()
    follows = text[newline + 1 : newline + 40].lstrip(" \t")[:1]
    if not line or line.endswith((":", ";", "  ")) or not follows.strip():
        return True
    return len(line) < 60 and not follows.islower()


def _abbreviates(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether a single full stop belongs to an abbreviation, an initial, a number or a lower-case continuation, unless
    the sentence itself began in lower case: then its writer does without capitals."""
    if stop.group().rstrip("\"'”’»)]*_`") != ".":
        return False
    after = _OPENS.match(text, stop.end())
    following = text[after.end() : after.end() + 1] if after else ""
    before = _WORD_BEFORE.search(text, max(0, stop.start() - 20), stop.start())
    word = before.group(1).lower() if before else ""
    if word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and word != "i"):
        return True
    if word.isdigit() and (before is not None and (before.start() == 0 or text[before.start() - 1] == "\n")):
        return True
    began = _OPENS.match(text, start)
    small = began is not None and text[began.end() : began.end() + 1].islower() and len(word) > 2
    return following.islower() and not small and not text[stop.end() : stop.end() + 2].startswith("\n")
