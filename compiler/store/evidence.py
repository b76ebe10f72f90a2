"""Who said what when, for the messages that items rest on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler.store.connection import Store


@dataclass(frozen=True, slots=True)
class Spoken:
    """The head of a message: its conversation, role, origin and time, and its row key or line in the source."""

    conversation_id: str
    role: str
    origin: str | None
    created_at: str | None
    place: str


def spoken(store: Store) -> Mapping[str, Spoken]:
    """Message id → head, of every message that is evidence for an item."""
    rows = store.execute(
        "SELECT m.id, m.conversation_id, m.role, m.origin, m.created_at, m.place FROM messages m "
        "WHERE m.id IN (SELECT message_id FROM evidence)"
    )
    return {row[0]: Spoken(*row[1:]) for row in rows}
