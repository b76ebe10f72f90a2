"""Conversations as they lie in the store, read under newer redaction rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

import orjson

from compiler.records import Conversation, Sealed
from compiler.store import conversations, vault_files
from compiler.store.connection import Store


def older_than(store: Store, rules: int) -> int:
    """How many conversations were last read whole under older rules."""
    return int(store.one("SELECT count(*) FROM conversations WHERE rules < ?", (rules,)))


def every_id(store: Store) -> list[str]:
    return [row[0] for row in store.execute("SELECT id FROM conversations ORDER BY id")]


def mark(store: Store, conversation_id: str, rules: int) -> None:
    store.execute("UPDATE conversations SET rules = ? WHERE id = ?", (rules, conversation_id))


def whole(store: Store, conversation_id: str) -> Conversation | None:
    """A conversation with every message, copies of another's records too."""
    head = conversations.header(store, conversation_id)
    return None if head is None else replace(head, messages=tuple(conversations.every_message(store, conversation_id)))


def put_back(store: Store, before: Conversation, sealed: Sealed, counts: Mapping[str, int]) -> bool:
    """Replace the texts of a stored conversation by what is left of them; returns whether anything was found. Ids
    stay."""
    after: Conversation = sealed
    pairs = zip(before.messages, after.messages, strict=True)
    store.executemany(
        "UPDATE messages SET text = ?, tool_calls = ?, place = ? WHERE id = ?",
        [(m.text, _dump([asdict(call) for call in m.tool_calls]), m.place, old.id) for old, m in pairs if m != old],
    )
    store.execute(
        "UPDATE conversations SET title = ?, project = ?, source_ref = ?, attrs = ? WHERE id = ?",
        (after.title, after.project, after.source_ref, _dump(dict(sorted(after.attrs.items()))), before.id),
    )
    store.executemany(
        "INSERT INTO redactions VALUES (?, ?, ?, 0) ON CONFLICT DO UPDATE SET count = count + excluded.count",
        [(before.id, kind, count) for kind, count in sorted(counts.items())],
    )
    conversations.rehash(store, before.id)
    if counts:  # names of files were given by titles
        vault_files.drop_names(store, before.id)
    return bool(counts)


def _dump(value: object) -> str:
    return orjson.dumps(value).decode()
