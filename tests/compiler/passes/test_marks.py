"""What single lines say: the options of a decision, the theme and slot of a fact."""

from __future__ import annotations

import pytest

from compiler.passes.marks.choices import options
from compiler.passes.marks.finished import is_denied
from compiler.passes.marks.traits import trait_of
from compiler.store.marks import Trait


@pytest.mark.parametrize(
    ("text", "taken", "left"),
    [
        ("Let's go with Postgres.", ("postgr",), ()),
        ("Switch from Postgres to SQLite with Litestream", ("sqlit",), ("postgr",)),
        ("Use uPlot instead of Chart.js", ("uplot",), ("chart js",)),
        ("Replace the psycopg pool with one connection", ("connection",), ("psycopg pool",)),
        ("Then a one-time price of 49 kr", (), ()),
        ("Use it", (), ()),
    ],
)
def test_options_are_those_named_in_so_many_words(text: str, taken: tuple[str, ...], left: tuple[str, ...]) -> None:
    """Precision first."""
    assert options(text, None) == (taken, left)


def test_what_it_was_instead_of_counts_as_turned_down() -> None:
    """The distillation found it elsewhere in the conversation."""
    assert options("A one-time price of 49 kr", "a subscription")[1] == ("subscription",)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Do not build an Android app", True),
        ("Don't use Redis", True),
        ("Build the app, because the page does not work offline", False),
        ("Not only the table but the chart", False),
    ],
)
def test_denials(text: str, denied: bool) -> None:
    """In the main clause alone."""
    assert is_denied(text) is denied


@pytest.mark.parametrize(
    ("text", "trait"),
    [
        ("User lives in Bergen and swims all year.", Trait("Identity", "home", "Bergen")),
        ("User moved from Bergen to Trondheim.", Trait("Identity", "home", "Trondheim")),
        ("User works at the ocean research institute.", Trait("Work", "employer", "ocean research institute")),
        ("User is allergic to latex.", Trait("Health")),
        ("User's brother Eirik drives.", Trait("People")),
        ("User is a project manager at a trading company.", Trait("Work")),
        ("User's manager is kind.", Trait("People")),
        ("User prefers one-time prices.", Trait("Preferences")),
        ("User wants answers without emoji.", Trait("How to answer")),
        ("Is left-footed.", Trait("Other")),
    ],
)
def test_theme_and_slot_of_a_fact(text: str, trait: Trait) -> None:
    """A slot only where a person has one of it."""
    assert trait_of(text) == trait
