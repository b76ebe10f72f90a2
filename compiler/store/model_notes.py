"""Which notes a model has made and with what, and which conversations it might still read."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.store.connection import Store


@dataclass(frozen=True, slots=True)
class Readable:
    """A conversation that has a note: `said` characters of person and model (tool output as far as it would be shown),
    how often the person spoke, its last day, the note's maker, and whether it awaits the model."""

    conversation_id: str
    said: int
    turns: int
    date: str
    maker: str
    awaiting: bool


def readable(store: Store, tool_limit: int) -> list[Readable]:
    """Every conversation with a note, by id."""
    rows = store.execute(
        "SELECT n.conversation_id, coalesce(m.said, 0), coalesce(m.turns, 0), "
        "coalesce(c.updated_at, c.created_at, ''), n.maker, n.awaiting "
        "FROM notes n JOIN conversations c ON c.id = n.conversation_id "
        "LEFT JOIN (SELECT conversation_id, "
        "sum(CASE role WHEN 'tool' THEN min(length(text), ?) ELSE length(text) END) AS said, "
        "sum(role = 'user' AND coalesce(origin, 'person') = 'person') AS turns FROM messages "
        "WHERE role <> 'system' AND coalesce(origin, '') <> 'harness' AND branch IS NULL AND copy_of IS NULL "
        "GROUP BY conversation_id) m ON m.conversation_id = n.conversation_id "
        "ORDER BY n.conversation_id",
        (tool_limit,),
    )
    return [Readable(cid, said, turns, date, maker, bool(waits)) for cid, said, turns, date, maker, waits in rows]


def record(store: Store, conversation_id: str, made_with: str, dropped: int) -> None:
    """What a model's answer came to, whether or not its note stands."""
    store.execute("INSERT OR REPLACE INTO model_notes VALUES (?, ?, ?)", (conversation_id, made_with, dropped))


def made_with_counts(store: Store) -> dict[str, int]:
    """How many standing notes of models were made with each prompt and version."""
    return dict(
        store.execute(
            "SELECT w.made_with, count(*) FROM model_notes w JOIN notes n ON n.conversation_id = w.conversation_id "
            "WHERE n.maker <> 'rules' GROUP BY w.made_with ORDER BY w.made_with"
        )
    )


def dropped(store: Store) -> int:
    """Entries of models' last answers that were left out, since nothing in the conversation bore them out."""
    return int(store.one("SELECT coalesce(sum(dropped), 0) FROM model_notes"))
