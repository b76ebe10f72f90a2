"""Small named values of the store."""

from __future__ import annotations

from compiler.store.connection import Store


def get(store: Store, key: str) -> str | None:
    row = store.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


def put(store: Store, key: str, value: str) -> None:
    store.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def drop(store: Store, key: str) -> None:
    store.execute("DELETE FROM meta WHERE key = ?", (key,))
