"""Decisions across conversations: told twice, replaced, and left alone where nothing says that they belong together."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.store import overrides, threads
from compiler.store.connection import Store
from tests.compiler.passes.invented import config, run, tell


def standing(store: Store, tmp_path: Path) -> dict[str, tuple[str, str | None]]:
    """Item → (entry, what replaced it)."""
    run(store, config(tmp_path))
    return {i: (t.entry, t.ended_by) for i, t in threads.of_kind(store, "decision").items()}


def test_the_same_decision_told_twice_is_one_entry(store: Store, tmp_path: Path) -> None:
    """The first telling stands for both."""
    (first,) = tell(store, "a", "2026-06-02", ("decision", "Use Postgres for the tide cache"), project="/code/tidepool")
    (again,) = tell(
        store, "b", "2026-06-20", ("decision", "We use Postgres for the tide cache."), project="/code/tidepool"
    )
    assert standing(store, tmp_path) == {first: (first, None), again: (first, None)}


def test_a_later_decision_that_turns_the_option_down_replaces_it(store: Store, tmp_path: Path) -> None:
    """Both stay; the old one knows its successor."""
    (old,) = tell(store, "a", "2026-06-02", ("decision", "Let's go with Postgres."), project="/code/tidepool")
    (new,) = tell(
        store,
        "b",
        "2026-07-07",
        ("decision", "Switch from Postgres to SQLite with Litestream"),
        project="/code/tidepool",
    )
    assert standing(store, tmp_path) == {old: (old, new), new: (new, None)}


def test_the_opposite_choice_of_the_same_two_replaces_though_the_words_are_the_same(
    store: Store, tmp_path: Path
) -> None:
    """`A instead of B` and `B instead of A` are made of the same words."""
    (old,) = tell(store, "a", "2026-06-02", ("decision", "Use uPlot instead of Chart.js"))
    (new,) = tell(store, "b", "2026-07-02", ("decision", "Use Chart.js instead of uPlot"))
    assert standing(store, tmp_path)[old] == (old, new)


def test_a_decision_taken_back_is_replaced_by_its_denial(store: Store, tmp_path: Path) -> None:
    """The same words with the opposite sign."""
    (old,) = tell(store, "a", "2026-06-02", ("decision", "Build an Android app this year"))
    (new,) = tell(store, "b", "2026-07-02", ("decision", "Do not build an Android app this year"))
    assert standing(store, tmp_path) == {old: (old, new), new: (new, None)}


def test_a_decision_that_comes_back_is_a_new_entry(store: Store, tmp_path: Path) -> None:
    """Postgres, then SQLite, then Postgres again: the last stands, the first stays replaced."""
    (one,) = tell(store, "a", "2026-06-02", ("decision", "Use Postgres for the tide cache"))
    (two,) = tell(store, "b", "2026-07-02", ("decision", "Use SQLite instead of Postgres for the tide cache"))
    (three,) = tell(store, "c", "2026-08-02", ("decision", "Use Postgres instead of SQLite for the tide cache"))
    assert standing(store, tmp_path) == {one: (one, two), two: (two, three), three: (three, None)}


@pytest.mark.parametrize(
    ("text", "project", "vector"),
    [
        ("Drop Postgres for SQLite", "/code/billing", (1.0,)),  # another project
        ("Switch from Postgres to SQLite", None, (0.0, 1.0)),  # another matter
        ("Use Litestream for backups", "/code/tidepool", (1.0,)),  # another question
        ("Use SQLite for the search index", "/code/tidepool", (1.0,)),  # turns nothing down
    ],
)
def test_nothing_is_replaced_without_a_reason(
    store: Store, tmp_path: Path, text: str, project: str | None, vector: tuple[float, ...]
) -> None:
    """Wrongly replaced is worse than not replaced."""
    (old,) = tell(store, "a", "2026-06-02", ("decision", "Use Postgres for the tide cache"), project="/code/tidepool")
    tell(store, "b", "2026-07-02", ("decision", text), project=project, vector=vector)
    assert standing(store, tmp_path)[old] == (old, None)


def test_what_the_person_dismissed_replaces_nothing(store: Store, tmp_path: Path) -> None:
    """A decision that never was cannot end another."""
    (old,) = tell(store, "a", "2026-06-02", ("decision", "Use Postgres for the tide cache"))
    (new,) = tell(store, "b", "2026-07-02", ("decision", "Use SQLite instead of Postgres for the tide cache"))
    assert standing(store, tmp_path)[old] == (old, new)
    overrides.put(store, "dismissed", new, "1")
    assert standing(store, tmp_path)[old] == (old, None)


def test_the_order_of_reading_does_not_matter(store: Store, tmp_path: Path) -> None:
    """The older conversation comes into the store last."""
    (new,) = tell(store, "b", "2026-07-02", ("decision", "Use SQLite instead of Postgres for the tide cache"))
    run(store, config(tmp_path))
    (old,) = tell(store, "a", "2026-06-02", ("decision", "Use Postgres for the tide cache"))
    assert standing(store, tmp_path) == {old: (old, new), new: (new, None)}
