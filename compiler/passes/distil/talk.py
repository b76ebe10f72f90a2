"""A conversation with its candidates, as the rules about decisions look at it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from compiler.passes.distil import settling
from compiler.passes.distil import turns as turns_
from compiler.passes.distil.similarity import Floats
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.text.words import terms


@dataclass(frozen=True, slots=True)
class Talk:
    """`by_message` holds the indices of the units of each message; `working` says that the model uses tools,
    `tested` from which message on the person answers a test."""

    turns: Sequence[Said]
    units: Sequence[Unit]
    score: Floats
    by_message: Mapping[int, Sequence[int]]
    working: bool
    tested: int

    def of(self, number: int) -> Sequence[int]:
        """The units of a message."""
        return self.by_message.get(number, ())

    def reply_to(self, number: int) -> int | None:
        """The model's message that a person's stands right after, if any."""
        return number - 1 if number and self.turns[number - 1].speaker == "model" else None

    def subject(self, number: int) -> set[str]:
        """The terms of a message."""
        return {term for i in self.of(number) for term in terms(self.units[i].tokens)}

    def shared(self, unit: int, about: Collection[str]) -> float:
        """How much of a unit is about something: shared terms over the root of its own."""
        own = set(terms(self.units[unit].tokens))
        return len(own.intersection(about)) / math.sqrt(len(own)) if own else 0.0


def talk(turns: Sequence[Said], units: Sequence[Unit], score: Floats) -> Talk:
    by_message: dict[int, list[int]] = {}
    for index, unit in enumerate(units):
        by_message.setdefault(unit.said, []).append(index)
    return Talk(turns, units, score, by_message, turns_.working(turns), settling.tested(turns))
