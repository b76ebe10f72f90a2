"""Named things over all conversations, each under one key whatever its spelling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from compiler.store.connection import Store


@dataclass(frozen=True, slots=True)
class Named:
    """`name` as it is usually written; `conversations` how many mention it."""

    key: str
    name: str
    type: str
    conversations: int


def forms(store: Store) -> list[tuple[str, str, str, int]]:
    """(key, spelling, type, conversations) of every name mentioned, by key, spelling and type."""
    return store.rows("SELECT key, name, type, count(*) FROM mentions GROUP BY 1, 2, 3 ORDER BY 1, 2, 3")


def counts(store: Store) -> Mapping[str, int]:
    """Key → conversations that mention it in any spelling."""
    return dict(store.execute("SELECT key, count(DISTINCT conversation_id) FROM mentions GROUP BY key"))


def replace(store: Store, named: Iterable[Named]) -> None:
    """Every entity; only rows that differ are written."""
    old, new = all_of(store), {n.key: n for n in named}
    store.executemany("DELETE FROM entities WHERE key = ?", [(k,) for k in old.keys() - new.keys()])
    store.executemany(
        "INSERT OR REPLACE INTO entities VALUES (?, ?, ?, ?)",
        [(n.key, n.name, n.type, n.conversations) for k, n in new.items() if old.get(k) != n],
    )


def all_of(store: Store) -> Mapping[str, Named]:
    return {row[0]: Named(*row) for row in store.execute("SELECT key, name, type, conversations FROM entities")}


def mentions(store: Store) -> list[tuple[str, str]]:
    """(key, conversation), sorted, each once."""
    return store.rows("SELECT DISTINCT key, conversation_id FROM mentions ORDER BY key, conversation_id")
