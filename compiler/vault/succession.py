"""Whose page goes on with the person's words when a conversation has nothing of its own left to show: all that it holds
turned out to be told by another first."""

from __future__ import annotations

from dataclasses import replace

from compiler.store.connection import Store
from compiler.store.conversations import TOLD
from compiler.vault import person
from compiler.vault.compose import set_aside
from compiler.vault.person import NOBODY, Person

_HEIRS = f"""
SELECT conversations.id, heir.conversation_id
FROM conversations
JOIN messages own ON own.conversation_id = conversations.id JOIN messages heir ON heir.id = own.copy_of
WHERE conversations.id IN (SELECT target FROM overrides WHERE kind IN ('notes', 'properties', 'edit')) AND NOT {TOLD}
ORDER BY conversations.id, own.seq
"""


def follow(store: Store) -> None:
    """Move the person's part of such pages to the page of the conversation that tells the first of their messages."""
    heirs: dict[str, str] = {}
    for gone, heir in store.rows(_HEIRS):
        heirs.setdefault(gone, heir)
    if not heirs:
        return
    touched = person.load_all(store)
    with store.transaction():
        for gone, heir in heirs.items():
            touched[heir] = _joined(touched.get(heir, NOBODY), touched[gone])
            person.save(store, heir, touched[heir])
            person.save(store, gone, NOBODY)


def _joined(own: Person, left: Person) -> Person:
    """What was reworded on the page that is gone has no place here: it is set aside among the notes."""
    notes = "\n\n".join(dict.fromkeys(text for text in (own.notes, left.notes) if text))
    for hunk in left.hunks:
        notes = set_aside(notes, hunk)
    return replace(own, notes=notes, properties={**left.properties, **own.properties})
