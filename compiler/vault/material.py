"""What every page is made from, read from the store once, with the person's decisions applied."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from compiler.config import Config
from compiler.passes import curated, filters
from compiler.passes.curated import Corpus
from compiler.records import Conversation, Item, ItemKind, Note
from compiler.store import conversations, evidence, notes, overrides, threads
from compiler.store.connection import Store
from compiler.store.evidence import Spoken
from compiler.vault import times
from compiler.vault.own_notes import OwnNotes
from compiler.vault.places import Places
from compiler.vault.wikitext import note_as_read


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Material:
    """`conversations` are the heads of those that have a note and are not hidden, oldest first; `notes` their notes,
    without what the person dismissed; `spoken` the heads of their evidence; `newest` the latest local day told;
    `corpus` what holds across them."""

    store: Store
    config: Config
    zone: ZoneInfo
    places: Places
    own_notes: OwnNotes
    conversations: Mapping[str, Conversation]
    notes: Mapping[str, Note]
    spoken: Mapping[str, Spoken]
    message_counts: Mapping[str, int]
    hashes: Mapping[str, str]
    loop_states: Mapping[str, str]
    pinned: frozenset[str]
    newest: date | None
    corpus: Corpus
    item_ids: frozenset[str]

    def items(self, kind: ItemKind) -> Iterator[tuple[Conversation, Item]]:
        """Every item of a kind with its conversation, oldest conversation first."""
        for conversation_id, head in self.conversations.items():
            for item in self.notes[conversation_id].items:
                if item.kind == kind:
                    yield head, item

    def started(self, head: Conversation) -> datetime | None:
        return times.local(head.created_at or head.updated_at, self.zone)

    def said(self, item: Item, head: Conversation) -> datetime | None:
        """When the item's first evidence was said, else when its conversation began."""
        spoken = self.spoken.get(item.evidence[0]) if item.evidence else None
        return times.local(spoken.created_at if spoken else None, self.zone) or self.started(head)


def gather(store: Store, config: Config) -> Material:
    hidden = overrides.all_of(store, "hidden")
    dismissed = threads.tellings(store, [*overrides.all_of(store, "dismissed"), *hidden])
    titles = overrides.all_of(store, "title")
    topics = overrides.all_of(store, "topics")
    heads = {c.id: c for c in conversations.headers(store) if c.id not in hidden}
    made: dict[str, Note] = {}
    for note in notes.load_all(store):
        if note.conversation_id in heads:
            items = tuple(i for i in note.items if i.id not in dismissed)
            chosen = topics.get(note.conversation_id)
            decided = replace(
                note,
                title=titles.get(note.conversation_id, note.title),
                topics=tuple(json.loads(chosen)) if chosen else note.topics,
                items=filters.shown(items),
            )
            made[note.conversation_id] = note_as_read(heads[note.conversation_id], decided)
    zone = times.zone(store, config)
    shown = {cid: head for cid, head in heads.items() if cid in made}
    days = (times.local(head.created_at or head.updated_at, zone) for head in shown.values())
    return Material(
        store=store,
        config=config,
        zone=zone,
        places=Places(config.env.home),
        own_notes=OwnNotes(heads.values(), config),
        conversations=shown,
        notes=made,
        spoken=evidence.spoken(store),
        message_counts=conversations.message_counts(store),
        hashes=conversations.content_hashes(store),
        loop_states=overrides.all_of(store, "loop"),
        pinned=frozenset(overrides.all_of(store, "pinned")),
        newest=max((day.date() for day in days if day), default=None),
        corpus=curated.gather(store, shown),
        item_ids=frozenset(i.id for note in made.values() for i in note.items),
    )
