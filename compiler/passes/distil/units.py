"""Candidates for a line of a note: sentences, list items, items under their heading, outlines of a section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from compiler.passes.distil.turns import Said
from compiler.text import sentences
from compiler.text.prose import Block, plain
from compiler.text.words import words

UnitKind = Literal["said", "prose", "item", "headed", "outline"]

LONGEST = 240
"""Characters an item's text may have: what a reader takes in at a glance, and what is compared with gold."""
SHORTEST = 4
"""Words below which a unit says nothing on its own."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A candidate: its plain `text`, and `start:end` of the message it was cut from (its quotation). `place` is 0..1
    within the message; `part` numbers the sentence in it, so that neighbours can be told."""

    text: str
    said: int
    start: int
    end: int
    kind: UnitKind
    heading: str
    place: float
    part: int
    tokens: tuple[str, ...]


def candidates(turns: Sequence[Said]) -> list[Unit]:
    """Every candidate of a conversation in reading order."""
    return [unit for number, said in enumerate(turns) for unit in of_message(said, number)]


def of_message(said: Said, number: int) -> Iterator[Unit]:
    text, length, part = said.text, max(1, len(said.text)), 0
    for block in said.blocks:
        if block.kind not in ("paragraph", "item"):
            continue
        spoken: UnitKind = "said" if said.speaker == "person" else "item" if block.kind == "item" else "prose"
        whole = plain(text[block.start : block.end]) if block.kind == "item" else ""
        if block.kind == "item" and len(whole) <= LONGEST:
            pieces = [(block.start, block.end)]
        else:
            pieces = [(block.start + a, block.start + b) for a, b in sentences.spans(text[block.start : block.end])]
        for start, end in pieces:
            shown = plain(text[start:end])
            part += 1
            unit = _unit(shown, number, start, end, spoken, block.heading, start / length, part)
            if unit is None:
                continue
            yield unit
            if block.kind == "item" and block.heading and said.speaker == "model":
                headed = _unit(
                    f"{_label(block.heading)}: {shown}",
                    number,
                    start,
                    end,
                    "headed",
                    block.heading,
                    start / length,
                    part,
                )
                if headed is not None:
                    yield headed
    if said.speaker == "model":
        yield from _outlines(said, number)


def _unit(
    text: str, said: int, start: int, end: int, kind: UnitKind, heading: str, place: float, part: int
) -> Unit | None:
    if len(text) > LONGEST:
        return None
    tokens = tuple(words(text))
    if len(tokens) < SHORTEST and not (tokens and not tokens[0].isascii() and len(text) >= 8):
        return None
    return Unit(text, said, start, end, kind, heading, place, part, tokens)


_LEAD = re.compile(r"\s*(?:\*\*|__)(.{3,70}?)(?:\*\*|__)")
_NUMBERING = re.compile(
    r"^\s*(?:(?:step|phase|part|option|day|week|section|act)\s+)?(?:\d+|[ivx]+|[a-h])[.):]\s*", re.I
)


def _label(heading: str) -> str:
    return _NUMBERING.sub("", heading).strip(" :*#") or heading


def _outlines(said: Said, number: int) -> Iterator[Unit]:
    """`Heading: lead-in, lead-in, lead-in` for each section whose items open with bold words."""
    sections: dict[str, list[tuple[Block, str]]] = {}
    for block in said.blocks:
        if block.kind == "item" and block.level == 1 and block.heading:
            lead = _LEAD.match(said.text, block.start, block.end)
            shown = plain(lead.group(1)).rstrip(":. ") if lead else plain(said.text[block.start : block.end])
            if len(shown) <= 90:
                sections.setdefault(block.heading, []).append((block, shown.rstrip(".;,")))
    length = max(1, len(said.text))
    for heading, leads in sections.items():
        if len(leads) < 2:
            continue
        shown = f"{_label(heading)}: {leads[0][1]}"
        for _, more in leads[1:]:
            if len(shown) + len(more) + 2 > LONGEST:
                break
            shown += f", {more}"
        first, last = leads[0][0], leads[-1][0]
        unit = _unit(shown, number, first.start, last.end, "outline", heading, first.start / length, 0)
        if unit is not None:
            yield unit
