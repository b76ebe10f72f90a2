"""Corrections on the read path: what a note holds but should not be shown, decided when notes are read.

A rule added here reaches the whole library at once, and taking it back brings the lines back. The rules err on the side
of showing: a line goes only for a named reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from compiler.hashing import bytes_hash
from compiler.records import Item, Note
from compiler.text.words import length

PASSING = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|right now|at the moment|this (?:morning|afternoon|evening|week|weekend)|"
    r"next (?:week|weekend|month)|last (?:night|week|weekend)|just now|so far|for now)\b",
    re.I,
)
STATE = re.compile(
    r"\b(?:is|are|was|feels?|felt|am)\s+(?:\w+ly\s+|so\s+|very\s+|a bit\s+|still\s+)*(?:tired|exhausted|stuck|confused|"
    r"stressed|overwhelmed|excited|happy|glad|sorry|sure|unsure|curious|ready|done|wondering|worried|lost|frustrated|"
    r"nervous|back|hungry|sleepy|busy|late)\b",
    re.I,
)
WISH = re.compile(
    r"\b(?:wants?|would like|hopes?|plans?|is going|needs?|is trying|is looking|intends?|wonders?|thinks?|guesses|"
    r"supposes?|feels like)\b",
    re.I,
)
DANGLING = re.compile(r"^(?:it|that|this|these|those|they|there|he|she|which|so|and|but|or)\b", re.I)
NARRATION = re.compile(r"^(?:let me|let us see|now i|i'll now|first,? i|next,? i|looking at|okay|alright)\b", re.I)
LASTING = re.compile(
    r"\b(?:born|allerg\w+|vegetarian|vegan|married|lives? in|works? (?:as|at|for)|native|speaks?|studied|owns?|"
    r"has (?:a|an|two|three|four|\d+) (?:daughters?|sons?|child|children|kids?|dogs?|cats?|brothers?|sisters?)"
    r"|diabet\w+|asthma|"
    r"degree|years? old|prefers?|always|never|often|usually|wants the model|lactose|gluten|left-handed"
    r"|colou?r-?blind)\b",
    re.I,
)


@cache
def fingerprint() -> str:
    """Changes when a rule does: what is made of the lines shown is then made again, without distilling anything."""
    return bytes_hash(Path(__file__).read_bytes())


def reason_to_hide(item: Item) -> str | None:
    """Why a line should not be shown, in a word or two; None to show it."""
    text = item.text.strip()
    if not re.search(r"\w", text) or (item.kind != "decision" and length(text) < 3):
        return "too short"  # a decision may be a name: "uPlot."
    if text.endswith(":"):
        return "lead-in"
    if NARRATION.match(text):
        return "narration"
    return _not_durable(text) if item.kind == "fact" else None


def _not_durable(text: str) -> str | None:
    """The one-year test: would it still be true a year from now, in another job?"""
    if LASTING.search(text):
        return None
    if text.endswith("?"):
        return "question"
    if DANGLING.match(text):
        return "dangling reference"
    if PASSING.search(text) or STATE.search(text):
        return "passing state"
    return "wish or plan" if WISH.search(text) else None


def shown(items: Iterable[Item]) -> tuple[Item, ...]:
    """The items to show, in order, each wording once a kind."""
    out: list[Item] = []
    said: set[tuple[str, str]] = set()
    for item in items:
        key = (item.kind, re.sub(r"\W+", " ", item.text).strip().casefold())
        if key not in said and reason_to_hide(item) is None:
            said.add(key)
            out.append(item)
    return tuple(out)


def shown_note(note: Note) -> Note:
    return replace(note, items=shown(note.items))
