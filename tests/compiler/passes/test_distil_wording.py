"""Wishes and reports of work in the words of a note: without what asks, labels or ties them to what stood before."""

from __future__ import annotations

import pytest

from compiler.passes.distil.labels import unclaimed, unlabelled
from compiler.passes.distil.wishes import proposes, wished
from compiler.passes.distil.wording import punctuated


@pytest.mark.parametrize(
    ("said", "wish", "asks"),
    [
        ("hmm, can't we just keep the old ids?", "Keep the old ids", True),
        ("Looking at this: why don't we cache the tiles on disk?", "Cache the tiles on disk", True),
        ("It grows fast - for now can we cap it at a week?", "Cap it at a week", True),
        ("shouldn't we rather migrate the config, please?", "Migrate the config", True),
        ("I'd prefer to use ripgrep", "Use ripgrep", False),
        ("we should only retry on timeouts", "Only retry on timeouts", False),
        ("let's not touch the parser", "Let's not touch the parser", False),
        ("what does the second column mean?", "What does the second column mean", False),
    ],
)
def test_a_wish_is_told_without_what_asks_for_it(said: str, wish: str, asks: bool) -> None:
    """The imperative stays; a question that proposes nothing stays a question."""
    assert wished(said) == wish
    assert proposes(said) is asks


@pytest.mark.parametrize(
    ("report", "told"),
    [
        ("What changed: parser.go — reads the header once", "parser.go — reads the header once"),
        ("Fix: the poller holds the lock while it reads", "The poller holds the lock while it reads"),
        ("The key change: tiles are fetched in pairs", "Tiles are fetched in pairs"),
        ("But the old format is still read on start", "The old format is still read on start"),
        ("Root cause: the clock was read twice", "Root cause: the clock was read twice"),
        ("trail-summary — on push and by hand", "trail-summary — on push and by hand"),
        ("Result: ok", "Result: ok"),
    ],
)
def test_labels_that_say_nothing_are_dropped(report: str, told: str) -> None:
    """A label that says what follows stays, as does one before too little text."""
    assert unlabelled(report) == told


def test_a_report_is_told_without_its_doer() -> None:
    """Who did it is the model anyway; what somebody wanted keeps them."""
    assert unclaimed("I've moved the maps into `docs/`.") == "Moved the maps into `docs/`."
    assert unclaimed("I wanted to move the maps.") == "I wanted to move the maps."


def test_a_capital_follows_a_stop() -> None:
    """Where somebody typed none, and not after a shortened word."""
    assert (
        punctuated("Annual it is. two months free. launch on 3 May") == "Annual it is. Two months free. Launch on 3 May"
    )
    assert punctuated("About 40 cm incl. frame, e.g. oak, see app.py please") == (
        "About 40 cm incl. frame, e.g. oak, see app.py please"
    )
