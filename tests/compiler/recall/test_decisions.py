"""Decisions over time, as they are read back."""

import pytest

from compiler.errors import Unknown
from compiler.recall.decisions import decisions


@pytest.fixture
def history(telling):
    """Postgres, said twice, then replaced by SQLite; and bread."""
    telling.conversation("codex:a", "2026-01-10", "/home/ida/code/shop")
    telling.conversation("codex:b", "2026-02-10", "/home/ida/code/shop")
    telling.conversation("chatgpt:c", "2026-03-10")
    telling.item("decision", "d1", "codex:a", "Use Postgres as the database", ended_by="d3")
    telling.item("decision", "d2", "codex:b", "Postgres is our database", same_as="d1", ended_by="d3")
    telling.item("decision", "d3", "codex:b", "Use SQLite instead of Postgres")
    telling.item("decision", "d4", "chatgpt:c", "Bake the bread with rye flour")
    return telling


def test_said_twice_is_one(history) -> None:
    """Newest first, each entry once, with the place where it was first said and how often it was said."""
    found = decisions(history.history()).items
    assert [(d.id, d.told, d.place.conversation_id) for d in found] == [
        ("d4", 1, "chatgpt:c"),
        ("d3", 1, "codex:b"),
        ("d1", 2, "codex:a"),
    ]


def test_superseded_are_told_apart(history) -> None:
    """A replaced decision names what replaced it, and the other way round."""
    known = history.history()
    (old,) = decisions(known, status="superseded").items
    assert old.status == "superseded" and old.superseded_by is not None
    assert (old.superseded_by.id, old.superseded_by.text) == ("d3", "Use SQLite instead of Postgres")
    standing = {d.id: d for d in decisions(known, status="standing").items}
    assert set(standing) == {"d3", "d4"}
    assert [other.id for other in standing["d3"].replaces] == ["d1"]
    assert standing["d3"].superseded_by is None


def test_filters(history) -> None:
    """By project (its last folder will do), by day, by text."""
    known = history.history()
    assert {d.id for d in decisions(known, project="shop").items} == {"d1", "d3"}
    assert [d.id for d in decisions(known, since="2026-03-01").items] == ["d4"]
    assert {d.id for d in decisions(known, until="2026-02-10").items} == {"d1", "d3"}
    assert [d.id for d in decisions(known, "rye bread").items] == ["d4"]
    assert decisions(known, project="other").items == ()


def test_pages(history) -> None:
    """`next` leads from page to page; the last has none."""
    known = history.history()
    first = decisions(known, limit=2)
    rest = decisions(known, limit=2, offset=first.next or 0)
    assert (first.total, first.next, rest.next) == (3, 2, None)
    assert [d.id for d in (*first.items, *rest.items)] == ["d4", "d3", "d1"]


def test_what_replaced_it_is_hidden(history) -> None:
    """Where the person dismissed the later decision, the earlier one stands."""
    history.person("dismissed", "d3")
    found = {d.id: d.status for d in decisions(history.history()).items}
    assert found == {"d4": "standing", "d1": "standing"}


def test_a_hidden_conversation_says_nothing(history) -> None:
    """Of an entry said in two conversations the one in sight remains."""
    history.person("hidden", "codex:a", "x.md")
    assert {d.id: d.place.conversation_id for d in decisions(history.history()).items}["d1"] == "codex:b"


def test_an_unknown_topic(history) -> None:
    """It is an error, not an empty answer."""
    with pytest.raises(Unknown, match="no topic `Gardening`"):
        decisions(history.history(), topic="Gardening")
