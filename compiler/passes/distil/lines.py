"""A line of a note before it has an id: what the rules for each kind hand to the assembly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler.passes.distil.labels import unclaimed, unlabelled
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import LONGEST, Unit
from compiler.passes.distil.wording import stated
from compiler.records import ItemKind

ROOM = 60
"""Characters from which it is worth adding a report."""
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
    text = unlabelled(stated(unit.text))
    return Line(kind, text if unit.typed else unclaimed(text), (unit.said,), unit.start, unit.end, score, unit=index)


def shortened(text: str, limit: int = LONGEST) -> str:
    """Cut at a clause, else at a word with an ellipsis; never within a word."""
    if len(text) <= limit:
        return text
    cut = max(text.rfind(mark, limit // 2, limit) for mark in ("; ", ". ", " – ", " — ", ", "))
    if cut > 0:
        return text[:cut].rstrip(" ,;.") + "."
    return text[: text.rfind(" ", 0, limit - 1)].rstrip(" ,;.:") + "…"


def told_beside(settled: str, report: str) -> str:
    """What was settled with what was done about it, as far as there is room for more than a word of that."""
    room = LONGEST - len(settled) - 2
    return f"{settled}: {shortened(report, room)}" if room >= ROOM else settled


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
