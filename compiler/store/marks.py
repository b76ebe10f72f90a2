"""What single notes say, in a form that can be compared across the whole store: terms, choices, traits, mentions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from compiler.hashing import bytes_hash
from compiler.store.connection import Store

Terms = NDArray[np.uint32]
MarkKind = Literal["decision", "loop", "fact", "done"]


@dataclass(frozen=True, slots=True)
class Trait:
    """What a fact is about; `slot` and `value` where it fills a place that holds one thing at a time (a home)."""

    theme: str
    slot: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """An item, or a statement that something is finished. `chosen` and `rejected` are a decision's options."""

    id: str
    kind: MarkKind
    text: str
    message_id: str | None
    terms: Terms
    denied: bool = False
    chosen: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    trait: Trait | None = None

    @property
    def key(self) -> str:
        return bytes_hash(self.terms.tobytes())[7:31]


class Said(NamedTuple):
    """A stored mark with where and when it was said; `at` "" where no time is known. A tuple, as there are many."""

    id: str
    conversation_id: str
    kind: str
    text: str
    message_id: str | None
    denied: int
    key: str
    at: str
    project: str | None
    done: int


@dataclass(frozen=True, slots=True)
class Mention:
    """`key` is what all spellings of a name share."""

    key: str
    name: str
    type: str


def replace(store: Store, conversation_id: str, marks: Iterable[Mark], mentions: Iterable[Mention]) -> None:
    """A note's marks and mentions, whole."""
    delete(store, conversation_id)
    rows = list(marks)
    store.executemany(
        "INSERT OR REPLACE INTO marks VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(m.id, conversation_id, m.kind, m.text, m.message_id, int(m.denied), m.key, m.terms.tobytes()) for m in rows],
    )
    store.executemany(
        "INSERT OR IGNORE INTO choices VALUES (?, ?, ?)",
        [(m.id, o, c) for m in rows for options, c in ((m.chosen, 1), (m.rejected, 0)) for o in options],
    )
    store.executemany(
        "INSERT INTO traits VALUES (?, ?, ?, ?)",
        [(m.id, m.trait.theme, m.trait.slot, m.trait.value) for m in rows if m.trait],
    )
    store.executemany(
        "INSERT OR IGNORE INTO mentions VALUES (?, ?, ?, ?)",
        [(conversation_id, m.key, m.name, m.type) for m in mentions],
    )


def delete(store: Store, conversation_id: str) -> None:
    store.execute("DELETE FROM marks WHERE conversation_id = ?", (conversation_id,))
    store.execute("DELETE FROM mentions WHERE conversation_id = ?", (conversation_id,))


def said(store: Store, kind: MarkKind) -> list[Said]:
    """Every mark of a kind, oldest first."""
    rows = store.rows(
        "SELECT k.id, k.conversation_id, k.kind, k.text, k.message_id, k.denied, k.key, "
        "coalesce(m.created_at, c.created_at, c.updated_at, '') AS at, c.project, coalesce(i.done, 0) "
        "FROM marks k JOIN conversations c ON c.id = k.conversation_id "
        "LEFT JOIN messages m ON m.id = k.message_id LEFT JOIN items i ON i.id = k.id "
        "WHERE k.kind = ? ORDER BY at, k.conversation_id, k.id",
        (kind,),
    )
    return [Said._make(row) for row in rows]


def choices(store: Store) -> Mapping[str, tuple[Set[str], Set[str]]]:
    """Mark → (options taken, options turned down)."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for mark, option, chosen in store.execute("SELECT mark, option, chosen FROM choices"):
        found.setdefault(mark, (set(), set()))[0 if chosen else 1].add(option)
    return found


def traits(store: Store) -> Mapping[str, Trait]:
    rows = store.execute("SELECT mark, theme, slot, value FROM traits")
    return {mark: Trait(theme, slot, value) for mark, theme, slot, value in rows}


def keys(store: Store, kind: str) -> tuple[list[str], list[Terms]]:
    """Every distinct set of terms of a kind, by key."""
    rows = store.rows("SELECT key, min(terms) FROM marks WHERE kind = ? GROUP BY key ORDER BY key", (kind,))
    return [row[0] for row in rows], [np.frombuffer(row[1], dtype=np.uint32) for row in rows]


def compared(store: Store, kind: str) -> frozenset[str]:
    return frozenset(row[0] for row in store.execute("SELECT key FROM compared WHERE kind = ?", (kind,)))


Pair = tuple[str, str, float]
"""Two keys, and the share of terms they have in common."""


def add_alike(store: Store, kind: str, pairs: Sequence[Pair], now_compared: Iterable[str]) -> None:
    rows = [(kind, a, b, shared) for a, b, shared in pairs]
    store.executemany("INSERT OR IGNORE INTO alike VALUES (?, ?, ?, ?)", rows)
    store.executemany("INSERT OR IGNORE INTO compared VALUES (?, ?)", [(kind, key) for key in now_compared])


def forget_keys(store: Store, kind: str, gone: Iterable[str]) -> None:
    """Keys that no mark has any more, and their pairs."""
    kinds = {"loop": ("loop", "done"), "done": ("done", "done")}.get(kind, (kind, kind))
    for key in gone:
        store.execute("DELETE FROM compared WHERE kind = ? AND key = ?", (kind, key))
        store.execute("DELETE FROM alike WHERE ? IN (a, b) AND kind IN (?, ?)", (key, *kinds))


def alike(store: Store, kind: str) -> Mapping[str, Set[str]]:
    """Key → the keys that say about the same."""
    found: dict[str, set[str]] = {}
    for a, b in store.execute("SELECT a, b FROM alike WHERE kind = ?", (kind,)):
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return found


def closing(store: Store) -> Mapping[str, Sequence[tuple[str, float]]]:
    """Key of a statement → (key of a loop, share of the loop's terms that it holds)."""
    found: dict[str, list[tuple[str, float]]] = {}
    for loop, statement, shared in store.execute("SELECT a, b, shared FROM alike WHERE kind = 'done' ORDER BY a, b"):
        found.setdefault(statement, []).append((loop, shared))
    return found
