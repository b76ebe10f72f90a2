"""Removing conversations so that their bytes are gone: from tables, indexes, log, free pages and backups.

It begins with a mark in the transaction that deletes the rows and ends by taking that mark away, so that a forgetting
cut short is finished by the next run.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import apsw

from compiler.errors import Locked
from compiler.store import backup, health, meta, sources, vault_files, vectors
from compiler.store.connection import Store, open_store

PENDING = "forgetting"
MADE_AGAIN = (
    "ledger", "vault_files", "problems", "skipped", "seen", "profile", "threads", "entities", "topics", "alike",
    "compared", "centroids", "map_places",
)  # fmt: skip
"""What a compile makes again from the rest; in a backup it goes whole, for any of it may repeat what is forgotten."""


def begin(store: Store, conversation_ids: Sequence[str]) -> None:
    """Delete rows; what hangs on a conversation goes with it. Only a hash of each id stays, so it is not read again."""
    _remove(store, conversation_ids)
    meta.put(store, PENDING, json.dumps(sorted({*pending(store), *conversation_ids})))


def pending(store: Store) -> list[str]:
    """Ids of conversations whose rows are gone and whose bytes may still be there."""
    return [str(conversation_id) for conversation_id in json.loads(meta.get(store, PENDING) or "[]")]


def finish(store: Store) -> list[Path]:
    """Leave no byte of what was deleted; returns copies that could not be cleaned and were deleted. Locked while
    another program reads the store, apsw.FullError where there is no room to rebuild it; it can be called again."""
    ids = pending(store)
    if not ids:
        return []
    lost = _remove_from_copies(store.path, ids)
    wipe(store)
    with store.transaction():
        meta.drop(store, PENDING)
    store.checkpoint()
    return lost


def wipe(store: Store) -> None:
    """Leave no deleted bytes in the file or its log: merge the full-text segments, rebuild the file, empty the log."""
    for table in health.full_text_tables(store):
        store.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")
    store.execute("PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY")
    if not store.checkpoint():
        raise Locked(f"Another program is reading {store.path}, so its log still holds what was deleted.")


def _remove(store: Store, conversation_ids: Sequence[str]) -> None:
    for table in health.full_text_tables(store):
        _secure_delete(store, table)
    items = "SELECT id FROM items WHERE conversation_id = ?1"
    for conversation_id in conversation_ids:
        vault_files.drop_names(store, conversation_id)
        store.execute(f"DELETE FROM overrides WHERE target = ?1 OR target IN ({items})", (conversation_id,))
        store.execute("DELETE FROM conversations WHERE id = ?", (conversation_id,))
        store.execute("INSERT OR IGNORE INTO forgotten VALUES (?)", (sources.hash_id(conversation_id),))
    vectors.prune(store)


def _remove_from_copies(path: Path, conversation_ids: Sequence[str]) -> list[Path]:
    """The same removal in every other database made of this one. What cannot be opened cannot be cleaned."""
    lost = []
    for file in backup.copies(path):
        try:
            with open_store(file, migrate=False) as store:
                with store.transaction():
                    _remove_everywhere(store, conversation_ids)
                wipe(store)
                store.execute("PRAGMA journal_mode = DELETE")
        except Exception:  # noqa: BLE001 - whatever keeps a backup from being cleaned
            backup.delete(file)
            lost.append(file)
    return lost


def _remove_everywhere(store: Store, conversation_ids: Sequence[str]) -> None:
    """Without the passes' help: a backup's derived rows of these conversations go by their column."""
    _remove(store, conversation_ids)
    tables = [
        name
        for (name,) in store.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    ]
    for table in tables:
        columns = {row[1] for row in store.execute(f"PRAGMA table_info({table})")}
        if "conversation_id" in columns:
            store.executemany(f"DELETE FROM {table} WHERE conversation_id = ?", [(cid,) for cid in conversation_ids])
        if table in MADE_AGAIN:
            store.execute(f"DELETE FROM {table}")


def _secure_delete(store: Store, table: str) -> None:
    try:
        store.execute(f"INSERT INTO {table}({table}, rank) VALUES ('secure-delete', 1)")
    except apsw.SQLError:
        pass  # before 3.42; `wipe` removes what stays
