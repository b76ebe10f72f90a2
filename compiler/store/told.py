"""Items of notes with where and when they were said, and what became of them: what is read back, kind by kind."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.records import Item, ItemKind
from compiler.store.connection import Store


@dataclass(frozen=True, slots=True)
class Told:
    """An item, its evidence reduced to the first message; `at` ISO 8601 of that message, else of its conversation, ""
    where no time is known; `entry` the item that stands for all that say the same."""

    item: Item
    conversation_id: str
    at: str
    entry: str
    ended_by: str | None
    ended_why: str | None


def of_kind(store: Store, kind: ItemKind) -> list[Told]:
    """Every item of a kind, oldest first."""
    rows = store.rows(
        "SELECT i.id, i.text, e.message_id, i.quote, i.reason, i.instead_of, i.done, i.score, i.conversation_id, "
        "coalesce(m.created_at, c.created_at, c.updated_at, '') AS at, coalesce(t.entry, i.id), t.ended_by, "
        "t.ended_why FROM items i JOIN conversations c ON c.id = i.conversation_id "
        "LEFT JOIN evidence e ON e.item_id = i.id AND e.seq = 0 LEFT JOIN messages m ON m.id = e.message_id "
        "LEFT JOIN threads t ON t.item_id = i.id WHERE i.kind = ? ORDER BY at, i.conversation_id, i.seq",
        (kind,),
    )
    return [
        Told(
            Item(item, kind, text, (message,) if message else (), quote, reason, instead_of, bool(done), score),
            *where,
        )
        for item, text, message, quote, reason, instead_of, done, score, *where in rows
    ]
