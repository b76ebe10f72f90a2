"""What the person decided: (kind, target) → value. A rebuild never touches it."""

from __future__ import annotations

from compiler.store.connection import Store


def all_of(store: Store, kind: str) -> dict[str, str]:
    """Target → value for one kind, sorted by target."""
    return dict(store.execute("SELECT target, value FROM overrides WHERE kind = ? ORDER BY target", (kind,)))


def everything(store: Store) -> list[tuple[str, str, str]]:
    """(kind, target, value), sorted."""
    return list(store.execute("SELECT kind, target, value FROM overrides ORDER BY kind, target"))


def put(store: Store, kind: str, target: str, value: str) -> None:
    store.execute("INSERT OR REPLACE INTO overrides VALUES (?, ?, ?)", (kind, target, value))


def drop(store: Store, kind: str, target: str) -> None:
    store.execute("DELETE FROM overrides WHERE kind = ? AND target = ?", (kind, target))
