"""Candidates for a line of a note: sentences, neighbouring pairs, list items, items under their heading, outlines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from compiler.passes.distil import cues, sections
from compiler.passes.distil.third_person import told
from compiler.passes.distil.turns import Said
from compiler.passes.distil.wording import stated
from compiler.text import sentences
from compiler.text.language import is_english
from compiler.text.prose import Block, plain
from compiler.text.words import length, words

UnitKind = Literal["said", "said_pair", "prose", "pair", "item", "headed", "outline", "pack"]

LONGEST = 240
"""Characters an item's text may have: what a reader takes in at a glance, and what is compared with gold."""
SAMPLE = 300
"""Units by which the language of a conversation is told."""
SHORTEST = 4
"""Words below which a unit says nothing on its own."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A candidate: its plain `text`, and `start:end` of the message it was cut from (its quotation). `place` is 0..1
    within the message; `part` numbers the sentence in it, so that neighbours can be told; `typed` is the text before it
    was told in the third person, a person's statement only."""

    text: str
    said: int
    start: int
    end: int
    kind: UnitKind
    heading: str
    place: float
    part: int
    tokens: tuple[str, ...]
    typed: str = ""


def candidates(turns: Sequence[Said], told_about: bool = True) -> list[Unit]:
    """Every candidate of a conversation in reading order; a person's statements in the third person if `told_about`."""
    out: list[Unit] = []
    for number, said in enumerate(turns):
        out.extend(_of_person(said, number, told_about) if said.speaker == "person" else _of_model(said, number))
    return out


def english(units: Sequence[Unit]) -> bool:
    """Whether a conversation is held in English, by its first units."""
    return is_english([token for unit in units[:SAMPLE] for token in unit.tokens])


def _of_person(said: Said, number: int, told_about: bool) -> Iterator[Unit]:
    before: Unit | None = None
    lead = -1
    for part, (block, start, end) in enumerate(_pieces(said), 1):
        typed = plain(said.text[start:end])
        if length(typed) < SHORTEST and lead < 0 and not cues.PRAISE.match(typed) and "?" not in typed:
            lead = start  # "The van it is." says nothing alone and much with what follows
            continue
        if lead >= 0:
            start, lead = lead, -1
            typed = plain(said.text[start:end])
        text = typed if "?" in typed else told(stated(typed)) if told_about else stated(typed)
        unit = _unit(said, number, text, start, end, "said", block.heading, part, typed)
        if unit and before and before.part == part - 1 and len(before.text) + len(text) < LONGEST:
            joined = f"{before.text} {text}"
            pair = _unit(said, number, joined, before.start, end, "said_pair", "", part, f"{before.typed} {typed}")
            if pair:
                yield pair
        if unit:
            yield unit
        before = unit


def _of_model(said: Said, number: int) -> Iterator[Unit]:
    before: Unit | None = None
    found = list(sections.of_message(said.text, said.blocks))
    lists = {start: section.label for section in found for start in section.starts}
    for part, (block, start, end) in enumerate(_pieces(said), 1):
        text = stated(plain(said.text[start:end]))
        if cues.LEADS_ON.search(text):
            before = None
            continue  # says nothing without the list it opens, which `sections` joins it with
        item = block.kind == "item"
        unit = _unit(said, number, text, start, end, "item" if item else "prose", block.heading, part)
        if unit:
            yield unit
        over = sections.label(block.heading) if block.heading else lists.get(block.start, "")
        if over and not _LEADS_IN.match(over):
            longer = _unit(said, number, f"{over}: {text}", start, end, "headed", over, part)
            if longer:
                yield longer
        if unit and before and not item and before.kind == "prose" and before.part == part - 1:
            pair = _unit(said, number, f"{before.text} {text}", before.start, end, "pair", block.heading, part)
            if pair:
                yield pair
        before = unit
    for section in found:
        for kind, text in (("outline", section.outline(LONGEST)), ("pack", section.pack(LONGEST))):
            unit = _unit(said, number, text, section.start, section.end, kind, section.label, 0)  # type: ignore[arg-type]
            if unit:
                yield unit


def _pieces(said: Said) -> Iterator[tuple[Block, int, int]]:
    """Items whole where they are short, everything else by sentence."""
    for block in said.blocks:
        if block.kind not in ("paragraph", "item"):
            continue
        if block.kind == "item" and block.end - block.start <= LONGEST:
            yield block, block.start, block.end
        else:
            for a, b in sentences.spans(said.text[block.start : block.end]):
                yield from _clauses(said.text, block, block.start + a, block.start + b)


_LEADS_IN = re.compile(r"(?:i|we|you|it|they|this|that|these|those)\b", re.I)
"""Openings of a lead-in ("I would:") that reads well over a list and not before one item of it."""
_CLAUSE = re.compile(r"\n|[;,–—](?= (?:but|and|so|which|because|especially|we|i|it)\b)", re.I)


def _clauses(text: str, block: Block, start: int, end: int) -> Iterator[tuple[Block, int, int]]:
    """A sentence, or its clauses where it is too long to be shown."""
    if end - start > LONGEST:
        for cut in _CLAUSE.finditer(text, start + 20, end - 20):
            if cut.start() - start > 40:
                yield block, start, cut.start()
                start = cut.end()
    while start < end and text[start].isspace():
        start += 1
    yield block, start, end


def _unit(
    said: Said, number: int, text: str, start: int, end: int, kind: UnitKind, heading: str, part: int, typed: str = ""
) -> Unit | None:
    if not text or len(text) > LONGEST:
        return None
    tokens = tuple(words(text))
    if len(tokens) < SHORTEST and not (tokens and not tokens[0].isascii() and len(text) >= 8):
        return None
    return Unit(text, number, start, end, kind, heading, start / len(said.text), part, tokens, typed)
