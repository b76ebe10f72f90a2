"""Removing conversations so that their bytes are gone: from tables, indexes, log, free pages and backups."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import apsw

from compiler.store import backup, health, sources
from compiler.store.connection import Store, open_store


def remove(store: Store, conversation_ids: Sequence[str]) -> None:
    """Delete rows; what hangs on a conversation goes with it. Only a hash of each id stays, so it is not read again."""
    for table in health.full_text_tables(store):
        _secure_delete(store, table)
    for conversation_id in conversation_ids:
        store.execute("DELETE FROM conversations WHERE id = ?", (conversation_id,))
        store.execute("INSERT OR IGNORE INTO forgotten VALUES (?)", (sources.hash_id(conversation_id),))


def wipe(store: Store) -> None:
    """Leave no deleted bytes in the file or its log: merge the full-text segments, rebuild the file, empty the log."""
    for table in health.full_text_tables(store):
        store.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")
    store.execute("VACUUM")
    store.checkpoint()


def remove_from_backups(path: Path, conversation_ids: Sequence[str]) -> list[Path]:
    """The same removal in every backup. One that cannot be opened cannot be cleaned, so it is deleted and returned."""
    lost = []
    for file in backup.list_backups(path):
        try:
            with open_store(file) as store:
                with store.transaction():
                    _remove_everywhere(store, conversation_ids)
                wipe(store)
                store.execute("PRAGMA journal_mode = DELETE")
        except Exception:  # noqa: BLE001 - whatever keeps a backup from being cleaned
            file.unlink(missing_ok=True)
            lost.append(file)
    return lost


def _remove_everywhere(store: Store, conversation_ids: Sequence[str]) -> None:
    """Without the passes' help: a backup's derived rows of these conversations go by their column."""
    remove(store, conversation_ids)
    tables = [
        name
        for (name,) in store.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    ]
    for table in tables:
        columns = {row[1] for row in store.execute(f"PRAGMA table_info({table})")}
        if "conversation_id" in columns:
            store.executemany(f"DELETE FROM {table} WHERE conversation_id = ?", [(cid,) for cid in conversation_ids])
    store.executemany("DELETE FROM ledger WHERE key = ?", [(cid,) for cid in conversation_ids])
    # The manifest's bytes and the corpus pages are made again by the next compile.
    store.execute("DELETE FROM vault_files")
    store.execute("DELETE FROM problems")


def _secure_delete(store: Store, table: str) -> None:
    try:
        store.execute(f"INSERT INTO {table}({table}, rank) VALUES ('secure-delete', 1)")
    except apsw.SQLError:
        pass  # before 3.42; `wipe` removes what stays
