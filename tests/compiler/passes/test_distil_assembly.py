"""Which lines stand together in a note: what a decision tells, no key point tells again, and the others stay."""

from __future__ import annotations

from compiler.passes.distil.assembly import beside
from compiler.passes.distil.lines import Line
from compiler.passes.distil.units import Unit
from compiler.text.words import words

POINTS = [
    "The roof needs 40 square metres of slate and two skylights",
    "Slate costs twice as much as tile and lasts a hundred years",
    "The carpenter is free in May and again in September",
    "The neighbours want the scaffolding gone before their wedding",
]
UNITS = [Unit(text, 1, 0, len(text), "prose", "", 0.0, part, tuple(words(text))) for part, text in enumerate(POINTS)]


def kept(*decisions: str, room: int) -> list[int]:
    lines = [Line("decision", text, (2,), 0, 1, 1.0) for text in decisions]
    return beside(lines, range(len(UNITS)), UNITS, room)


def test_a_decision_takes_the_place_of_the_key_point_most_like_it() -> None:
    """Not of the last one, which says something that the note would miss."""
    assert kept("Slate, because it costs twice as much but lasts a hundred years", room=4) == [0, 2, 3]


def test_a_decision_about_something_else_takes_the_last_place() -> None:
    """The others stay as they were chosen."""
    assert kept("Paint the fence green", room=4) == [0, 1, 2]


def test_where_there_is_room_only_what_says_the_same_goes() -> None:
    """A line about the same subject stands beside the decision only where it says something else."""
    assert kept("The carpenter is free in May and again in September.", room=8) == [0, 1, 3]
    assert kept("Paint the fence green", room=8) == [0, 1, 2, 3]
