"""A line of a note before it has an id: what the rules for each kind hand to the assembly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import LONGEST, Unit
from compiler.records import ItemKind

QUOTE = 300
"""Characters of a quotation, at most."""


@dataclass(frozen=True, slots=True)
class Line:
    """`said` are numbers of the messages it rests on, best first; `start:end` its stretch of the first of them."""

    kind: ItemKind
    text: str
    said: tuple[int, ...]
    start: int
    end: int
    score: float
    reason: str | None = None
    instead_of: str | None = None
    done: bool = False
    unit: int | None = None


def of_unit(kind: ItemKind, unit: Unit, score: float, index: int | None = None) -> Line:
    return Line(kind, tidy(unit.text), (unit.said,), unit.start, unit.end, score, unit=index)


_OPENER = re.compile(
    r"(?:(?:ok(?:ay)?|alright|all right|right|so|well|oh|ah|hmm+|yes|yeah|yep|sure|great|perfect|excellent"
    r"|awesome|nice|cool|good"
    r"|thanks?(?: you)?|thank you so much|understood|got it|exactly|absolutely|definitely|actually|and|but|also"
    r"|plus|then|now|anyway"
    r"|wow|brilliant|fantastic|wonderful|amazing|fine|agreed|of course|no worries|please)(?:[,.!:;…—–-]+\s*"
    r"|\s+(?=(?:i|we|let|so|and|but"
    r"|my|our)\b)))+",
    re.I,
)


def tidy(text: str) -> str:
    """A sentence as a line: no opening interjection, upper case first, at most `LONGEST` characters, no loose ends."""
    stripped = _OPENER.sub("", text, count=1) if _OPENER.match(text) else text
    text = stripped if len(stripped) >= 12 else text
    text = text.strip(" -–—•*")
    return text[:1].upper() + text[1:] if text[:1].islower() and not re.match(r"\w+[._/(]\w", text) else text


def shortened(text: str, limit: int = LONGEST) -> str:
    """Cut at a clause, else at a word with an ellipsis; never within a word."""
    if len(text) <= limit:
        return text
    cut = max(text.rfind(mark, limit // 2, limit) for mark in ("; ", ". ", " – ", " — ", ", "))
    if cut > 0:
        return text[:cut].rstrip(" ,;.") + "."
    return text[: text.rfind(" ", 0, limit - 1)].rstrip(" ,;.:") + "…"


def quoted(turns: Sequence[Said], line: Line) -> str:
    """The verbatim stretch, cut at a line or word so that it stays within `QUOTE` characters."""
    text = turns[line.said[0]].text[line.start : line.end].strip()
    if len(text) <= QUOTE:
        return text
    for mark in ("\n", ". ", " "):
        cut = text.rfind(mark, QUOTE // 3, QUOTE)
        if cut > 0:
            return text[: cut + (mark == ". ")].rstrip()
    return text[:QUOTE]
