"""What became of a few items, looked up by id: the same as `recall` tells of all, without reading all."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from compiler.store import overrides, threads
from compiler.store.connection import Store


class Outcome(NamedTuple):
    """`done` of a loop: closed since. `replaced_by` of a decision or a fact: the words of what took its place."""

    done: bool = False
    replaced_by: str | None = None


def outcomes(store: Store, items: Sequence[str], unseen: Collection[str] = ()) -> Mapping[str, Outcome]:
    """Item → what became of it, for decisions, loops and facts; `unseen` items and conversations replace nothing."""
    marks = ",".join("?" * len(items))
    sql = (
        "SELECT i.id, i.kind, coalesce(t.entry, i.id), t.ended_by, s.slot FROM items i LEFT JOIN threads t "
        "ON t.item_id = i.id LEFT JOIN traits s ON s.mark = i.id AND s.slot <> '' "
        f"WHERE i.kind IN ('decision', 'loop', 'fact') AND i.id IN ({marks})"
    )
    found = store.rows(sql, tuple(items))
    ticks = overrides.all_of(store, "loop") if any(kind == "loop" for _, kind, *_ in found) else {}
    now = _standing(store) if any(slot for *_, slot in found) else {}
    return {
        item: Outcome(done=_done(store, entry, ticks))
        if kind == "loop"
        else Outcome(replaced_by=_words(store, _later(item, now.get(slot, ())) or ended_by, unseen))
        for item, kind, entry, ended_by, slot in found
    }


def _standing(store: Store) -> Mapping[str, tuple[str, ...]]:
    """Slot of which a person has one, a home or a job → the items that tell its present value, where there were others
    before."""
    changed = {fact.entry: fact.items for fact in threads.profile(store) if fact.before}
    slots = store.rows(f"SELECT mark, slot FROM traits WHERE mark IN ({','.join('?' * len(changed))})", tuple(changed))
    return {slot: changed[mark] for mark, slot in slots}


def _later(item: str, present: Sequence[str]) -> str | None:
    return present[0] if present and item not in present else None


def _done(store: Store, entry: str, ticks: Mapping[str, str]) -> bool:
    """By the person's tick, else as it was told last."""
    tellings = store.rows(
        "SELECT i.id, i.done, t.ended_by FROM items i JOIN conversations c ON c.id = i.conversation_id "
        "LEFT JOIN threads t ON t.item_id = i.id LEFT JOIN evidence e ON e.item_id = i.id AND e.seq = 0 "
        "LEFT JOIN messages m ON m.id = e.message_id WHERE coalesce(t.entry, i.id) = ? "
        "ORDER BY coalesce(m.created_at, c.created_at, c.updated_at, '') DESC, i.conversation_id DESC, i.seq DESC",
        (entry,),
    )
    tick = next((ticks[item] for item in (entry, *(row[0] for row in tellings)) if item in ticks), None)
    if tick is not None or not tellings:
        return tick == "done"
    _, done, ended_by = tellings[0]
    return bool(done or ended_by)


def _words(store: Store, item: str | None, unseen: Collection[str]) -> str | None:
    row = store.execute("SELECT text, conversation_id FROM items WHERE id = ?", (item,)).fetchone()
    return str(row[0]) if row and item not in unseen and row[1] not in unseen else None
