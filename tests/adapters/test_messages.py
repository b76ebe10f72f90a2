"""Messages with ids of their own."""

from __future__ import annotations

from adapters._reading.messages import distinct
from compiler.records import Message


def test_repeated_ids_are_told_apart() -> None:
    """A source that gives an id again, even in the form of a mark, loses nothing."""
    given = [Message(identity, "user", "Hi") for identity in ("a", "a~2", "a", "b", "a")]
    assert [message.id for message in distinct(given)] == ["a", "a~2", "a~2~2", "b", "a~3"]
