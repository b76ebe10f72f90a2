"""What the person decided: (kind, target) → value. A rebuild never touches it.

Targets are ids of conversations, items, topics (`topic:…`), entities (`entity:…`), pages (`page:…`). Kinds and values:

    hidden      the path it had          not shown anywhere: a deleted note, or `hidden: true`
    dismissed   1                        an item whose line was struck out or deleted
    loop        done | open              a ticked or unticked task
    title       text                     of a conversation, topic or entity
    topics      JSON list of names       of a conversation
    pinned      1
    merge_into  name                     of a topic or entity that should become part of another
    notes       text                     what stands under `## Notes` of a page
    properties  JSON name → YAML lines   properties of a page that are not ours
    edit        JSON                     the person's wording of generated text
    kept        path                     a base or canvas that the person changed: theirs from then on
"""

from __future__ import annotations

from compiler.store.connection import Store


def all_of(store: Store, kind: str) -> dict[str, str]:
    """Target → value for one kind, sorted by target."""
    return dict(store.execute("SELECT target, value FROM overrides WHERE kind = ? ORDER BY target", (kind,)))


def everything(store: Store) -> list[tuple[str, str, str]]:
    """(kind, target, value), sorted. What has no kind's name got here by damage, and must not spread to the lock."""
    sql = "SELECT kind, target, value FROM overrides WHERE kind NOT GLOB '*[^a-z_]*' ORDER BY kind, target"
    return list(store.execute(sql))


def put(store: Store, kind: str, target: str, value: str) -> None:
    store.execute("INSERT OR REPLACE INTO overrides VALUES (?, ?, ?)", (kind, target, value))


def drop(store: Store, kind: str, target: str) -> None:
    store.execute("DELETE FROM overrides WHERE kind = ? AND target = ?", (kind, target))
