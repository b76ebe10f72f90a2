"""Named things: one key whatever the spelling, the usual name, no common words."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.passes.entities import named
from compiler.passes.marks.mentions import entity_key, is_common
from compiler.records import Entity
from compiler.store import entities
from compiler.store.connection import Store
from compiler.store.entities import Named
from tests.compiler.passes.invented import config, run, tell


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sqlite-vec", "sqlite_vec"),
        ("sqlite-vec", "SQLite vec"),
        ("Postgres", "PostgreSQL"),
        ("Node.js", "nodejs"),
        ("Projects/Tidepool roadmap.md", "tidepool roadmap"),
    ],
)
def test_spellings_share_a_key(one: str, other: str) -> None:
    """Case, separators, and names that are known to be the same."""
    assert entity_key(one) == entity_key(other) != ""


def test_different_things_do_not() -> None:
    """A longer name is another thing."""
    assert entity_key("SQLite") != entity_key("sqlite-vec")
    assert entity_key("2026-08") == ""


@pytest.mark.parametrize("word", ["server", "Tests", "the", "README", "Monday", "x"])
def test_common_words_are_no_entities(word: str) -> None:
    """They name a kind of thing."""
    assert is_common(word)


def test_the_usual_spelling_wins() -> None:
    """And a type that says something outranks none."""
    assert named(
        "sqlitevec", [("sqlite-vec", "library", 5), ("sqlite_vec", "other", 9), ("sqlite-vec", "other", 6)], 12
    ) == (Named("sqlitevec", "sqlite-vec", "library", 12))


def test_notes_of_the_person_are_entities_under_title_alias_and_link(store: Store, tmp_path: Path) -> None:
    """A link in one note and the note itself make two mentions."""
    tell(store, "log", "2026-06-15", title="Sea temperature log", kind="note", aliases='["Sea log"]')
    tell(store, "road", "2026-07-01", title="Roadmap", kind="note", links='["Logs/Sea temperature log"]')
    tell(store, "chat", "2026-07-02", title="Cold", entities=[Entity("Munkholmen", "place"), Entity("Server", "other")])
    run(store, config(tmp_path))
    found = entities.all_of(store)
    assert found["seatemperaturelog"] == Named("seatemperaturelog", "Sea temperature log", "note", 2)
    assert found["munkholmen"].type == "place"
    assert "server" not in found
