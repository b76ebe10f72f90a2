"""Is the store sound: its pages, its indexes against its tables, its rows against their hashes."""

from __future__ import annotations

from collections.abc import Iterator

import apsw

from compiler.store import conversations
from compiler.store.connection import Store

MOST = 20


def findings(store: Store) -> Iterator[str]:
    """A sentence for each thing that is wrong; nothing for a sound store. Reads everything, writes nothing."""
    try:
        for (message,) in store.execute(f"PRAGMA integrity_check({MOST})"):
            if message != "ok":
                yield f"database: {message}"
        for table, row, parent, _ in store.execute("PRAGMA foreign_key_check"):
            yield f"database: {table} row {row} refers to a missing row of {parent}"
        if store.one("SELECT count(*) FROM sqlite_schema WHERE name = 'conversations'") != 1:
            yield "database: it is empty"
            return
        yield from _indexes(store)
        yield from _hashes(store)
        yield from _derived(store)
    except apsw.Error as error:
        yield f"database: {error}"


def full_text_tables(store: Store) -> list[str]:
    sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%USING fts5(%' ORDER BY name"
    return [name for (name,) in store.execute(sql)]


def _indexes(store: Store) -> Iterator[str]:
    """FTS5's own check, run in a transaction that is thrown away since it is worded as a write."""
    store.execute("PRAGMA query_only = OFF")
    for name in full_text_tables(store):
        store.execute("SAVEPOINT health")
        try:
            store.execute(f"INSERT INTO {name}({name}, rank) VALUES ('integrity-check', 1)")
        except apsw.ReadOnlyError:
            return
        except apsw.Error as error:
            yield f"index {name} does not agree with its table: {error}"
        finally:
            store.execute("ROLLBACK TO health; RELEASE health")


def _hashes(store: Store) -> Iterator[str]:
    """A flipped bit in a message changes its conversation's hash."""
    kinds = ("main", "note", "subagent", "memory", "project")
    for conversation_id, stored in conversations.content_hashes(store, kinds).items():
        try:
            conversation = conversations.load(store, conversation_id)
            sound = conversation is not None and conversations.conversation_hash(conversation) == stored
        except (ValueError, TypeError, apsw.Error) as error:
            yield f"{conversation_id}: cannot be read ({type(error).__name__})"
            continue
        if not sound:
            yield f"{conversation_id}: its messages are not those that were stored"


def _derived(store: Store) -> Iterator[str]:
    for sql, what in (
        (
            "SELECT c.row FROM chunks c LEFT JOIN messages m ON m.id = c.message_id WHERE m.id IS NULL LIMIT 1",
            "a chunk belongs to no message",
        ),
        (
            "SELECT e.item_id FROM evidence e LEFT JOIN messages m ON m.id = e.message_id WHERE m.id IS NULL LIMIT 1",
            "an item rests on a message that is not there",
        ),
    ):
        for (row,) in store.execute(sql):
            yield f"derived: {what} ({row}); `musubi compile` makes it again"
