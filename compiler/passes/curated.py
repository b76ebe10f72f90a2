"""What is known across conversations, with the person's renames, merges and hides applied: topics, entities, threads,
facts."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from compiler.passes.marks.mentions import entity_key
from compiler.passes.topics.names import name_key
from compiler.passes.topics.propose import topic_id
from compiler.store import entities, overrides, threads, topics
from compiler.store.connection import Store
from compiler.store.threads import Fact, Thread
from compiler.store.topics import UNSORTED

UNSORTED_NAME = "Unsorted"
RECURS = 2
"""Conversations from which an entity has a dossier."""


@dataclass(frozen=True, slots=True)
class TopicEntry:
    """A topic that is shown; `members` its conversations, oldest first."""

    id: str
    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntityEntry:
    """An entity that recurs; `aliases` its other spellings, `members` the conversations that name it, oldest first."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...]
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Corpus:
    """`topics` largest first, Unsorted last; `topic_of` a conversation's topics, nearest first, without Unsorted;
    `entities` by id, `entities_of` those of a conversation; `decisions` and `loops` item → thread; `related` earlier
    conversations, best first."""

    topics: tuple[TopicEntry, ...]
    topic_of: Mapping[str, tuple[str, ...]]
    entities: Mapping[str, EntityEntry]
    entities_of: Mapping[str, tuple[str, ...]]
    entity_ids: Mapping[str, str]
    decisions: Mapping[str, Thread]
    loops: Mapping[str, Thread]
    facts: tuple[Fact, ...]
    related: Mapping[str, tuple[tuple[str, float], ...]]
    places: Mapping[str, tuple[int, int]]

    def topic(self, topic: str) -> TopicEntry | None:
        return next((t for t in self.topics if t.id == topic), None)

    def entity_named(self, name: str) -> EntityEntry | None:
        """The recurring entity that a spelling belongs to."""
        key = entity_key(name)
        return self.entities.get(self.entity_ids.get(key, f"entity:{key}"))


def gather(store: Store, conversation_ids: Collection[str]) -> Corpus:
    """`conversation_ids` those that are shown, oldest first."""
    hidden, titles, merged = (overrides.all_of(store, kind) for kind in ("hidden", "title", "merge_into"))
    shown, topic_of = _topics(store, conversation_ids, hidden, titles, merged)
    found, entity_ids = _entities(store, conversation_ids, hidden, titles, merged)
    entities_of: dict[str, list[str]] = {}
    for entity in found.values():
        for cid in entity.members:
            entities_of.setdefault(cid, []).append(entity.id)
    return Corpus(
        topics=shown,
        topic_of=topic_of,
        entities=found,
        entities_of={cid: tuple(ids) for cid, ids in entities_of.items()},
        entity_ids=entity_ids,
        decisions=threads.of_kind(store, "decision"),
        loops=threads.of_kind(store, "loop"),
        facts=tuple(threads.profile(store)),
        related=topics.related(store),
        places=topics.places(store),
    )


def merge_target(wish: str, names: Mapping[str, str]) -> str | None:
    """The id that a person's `merge_into` means: an id, or a name that one has. `names` id → name."""
    plain = wish.removesuffix(" (topic)").removesuffix(" (entity)").strip()
    if plain in names:
        return plain
    return next((i for i, name in sorted(names.items()) if name_key(name) == name_key(plain)), None)


def _topics(
    store: Store,
    conversation_ids: Iterable[str],
    hidden: Mapping[str, str],
    titles: Mapping[str, str],
    merged: Mapping[str, str],
) -> tuple[tuple[TopicEntry, ...], dict[str, tuple[str, ...]]]:
    standing = topics.all_topics(store)
    names = {t.id: titles.get(t.id, t.name) for t in standing}
    known = {name_key(t.name): t.id for t in standing} | {name_key(name): i for i, name in names.items()}
    told = {cid: json.loads(value) for cid, value in overrides.all_of(store, "topics").items()}
    assigned = topics.assignments(store)
    members: dict[str, list[str]] = {}
    topic_of: dict[str, tuple[str, ...]] = {}
    for cid in conversation_ids:
        if cid in told:
            ids = []
            for name in told[cid]:
                ids.append(known.setdefault(name_key(name), topic_id(name)))
                names.setdefault(ids[-1], titles.get(ids[-1], name))
        else:
            nearest = assigned.get(cid, (None, 0.0))[0]
            ids = [nearest] if nearest in names else []
        ids = list(dict.fromkeys(_followed(i, names, merged) for i in ids))
        for topic in ids or ([UNSORTED] if standing else []):
            members.setdefault(topic, []).append(cid)
        topic_of[cid] = tuple(i for i in ids if i not in hidden)
    names[UNSORTED] = titles.get(UNSORTED, UNSORTED_NAME)
    shown = [TopicEntry(i, names[i], tuple(cids)) for i, cids in members.items() if i not in hidden]
    shown.sort(key=lambda t: (t.id == UNSORTED, -len(t.members), t.name.casefold(), t.id))
    return tuple(shown), topic_of


def _entities(
    store: Store,
    conversation_ids: Collection[str],
    hidden: Mapping[str, str],
    titles: Mapping[str, str],
    merged: Mapping[str, str],
) -> tuple[dict[str, EntityEntry], dict[str, str]]:
    named = {f"entity:{key}": n for key, n in entities.all_of(store).items()}
    names = {i: titles.get(i, n.name) for i, n in named.items()}
    order = {cid: n for n, cid in enumerate(conversation_ids)}
    members: dict[str, set[str]] = {}
    ids: dict[str, str] = {}
    for key, cid in entities.mentions(store):
        if cid in order:
            own = f"entity:{key}"
            if own in merged:
                ids[key] = own = _followed(own, names, merged)
            members.setdefault(own, set()).add(cid)
    spellings: dict[str, set[str]] = {}
    for key, name, _, _ in entities.forms(store):
        spellings.setdefault(ids.get(key, f"entity:{key}"), set()).add(name)
    out = {
        i: EntityEntry(
            i,
            names[i],
            named[i].type,
            tuple(sorted(spellings.get(i, set()) - {names[i]})),
            tuple(sorted(cids, key=lambda c: order[c])),
        )
        for i, cids in sorted(members.items())
        if len(cids) >= RECURS and i in named and i not in hidden
    }
    return out, ids


def _followed(own: str, names: Mapping[str, str], merged: Mapping[str, str]) -> str:
    """Where a chain of merges ends; a circle ends where it began."""
    at, seen = own, {own}
    while at in merged:
        target = merge_target(merged[at], {i: n for i, n in names.items() if i != at})
        if target is None or target in seen:
            return at
        seen.add(target)
        at = target
    return at
