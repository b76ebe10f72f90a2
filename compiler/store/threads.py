"""Entries over time: which items are one decision, loop or fact, and what became of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from compiler.records import ItemKind
from compiler.store import meta
from compiler.store.connection import Store

_JOINED = "joined facts"


class Thread(NamedTuple):
    """An item's place: `entry` the item that stands for all that say the same; `ended_by` the decision that replaced
    the entry, or the mark that shows a loop done; `ended_why` the words that show it."""

    item_id: str
    entry: str
    ended_by: str | None = None
    ended_why: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the profile. `items` the ids that bear it out, newest first; `conversations` how many those are;
    `since` an ISO month where an earlier value was replaced; `before` (value, item) that it replaced, newest first;
    `trust` `said`, or `remembered` by a product and not borne out (its `items` are conversations then)."""

    entry: str
    theme: str
    text: str
    items: tuple[str, ...]
    conversations: int
    since: str | None = None
    before: tuple[tuple[str, str], ...] = ()
    trust: str = "said"


def replace(store: Store, kind: ItemKind, threads: Iterable[Thread]) -> None:
    """The threads of a kind, whole; only rows that differ are written."""
    old = of_kind(store, kind)
    new = {t.item_id: t for t in threads}
    store.executemany("DELETE FROM threads WHERE item_id = ?", [(i,) for i in sorted(old.keys() - new.keys())])
    store.executemany(
        "INSERT OR REPLACE INTO threads VALUES (?, ?, ?, ?)",
        [(t.item_id, t.entry, t.ended_by, t.ended_why) for i, t in new.items() if old.get(i) != t],
    )


def of_kind(store: Store, kind: ItemKind) -> Mapping[str, Thread]:
    rows = store.execute(
        "SELECT t.item_id, t.entry, t.ended_by, t.ended_why FROM threads t JOIN items i ON i.id = t.item_id "
        "WHERE i.kind = ?",
        (kind,),
    )
    return {row[0]: Thread._make(row) for row in rows}


def tellings(store: Store, items: Iterable[str]) -> frozenset[str]:
    """These items, and all that are told as one entry with them."""
    own = frozenset(items)
    entries = {store.one("SELECT entry FROM threads WHERE item_id = ?", (item,)) for item in own} - {None}
    if not entries:
        return own
    return own.union(item for item, entry in store.execute("SELECT item_id, entry FROM threads") if entry in entries)


def closing(store: Store, marks: Iterable[str]) -> Mapping[str, tuple[str, str | None]]:
    """Mark → (its conversation, its message)."""
    out: dict[str, tuple[str, str | None]] = {}
    for mark in marks:
        row = store.execute("SELECT conversation_id, message_id FROM marks WHERE id = ?", (mark,)).fetchone()
        if row:
            out[mark] = (row[0], row[1])
    return out


class Joined(NamedTuple):
    """What a model found to be one among the facts: `into` entry → the entry it is one with; `asked` the signature of
    what it was asked, "" before the first time."""

    asked: str = ""
    into: Mapping[str, str] = {}


def joined_facts(store: Store) -> Joined:
    found = meta.get(store, _JOINED)
    return Joined(*json.loads(found)) if found else Joined()


def put_joined_facts(store: Store, joined: Joined) -> None:
    meta.put(store, _JOINED, json.dumps(joined, sort_keys=True))


def replace_profile(store: Store, facts: Iterable[Fact]) -> None:
    store.execute("DELETE FROM profile")
    store.executemany(
        "INSERT INTO profile VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (f.entry, f.theme, f.text, json.dumps(f.items), f.conversations, f.since, json.dumps(f.before), f.trust)
            for f in facts
        ],
    )


def profile(store: Store) -> list[Fact]:
    """Every fact shown, by entry."""
    rows = store.execute(
        "SELECT entry, theme, text, facts, conversations, since, before, trust FROM profile ORDER BY entry"
    )
    return [
        Fact(e, theme, text, tuple(json.loads(items)), n, since, tuple((b[0], b[1]) for b in json.loads(before)), trust)
        for e, theme, text, items, n, since, before, trust in rows
    ]
