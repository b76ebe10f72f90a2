"""Everything about one name: a person, tool, library, project, or a topic."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from compiler.errors import Unknown
from compiler.recall import decisions, loops, profile
from compiler.recall.history import History
from compiler.recall.naming import find_entity, find_topic, nearest
from compiler.recall.paging import Page, page
from compiler.recall.types import Counted, Decision, Fact, Loop, Place
from compiler.store.told import Told

MOST = 8
"""Decisions, loops, facts and companions shown."""
THIRD = 8_000
"""Characters for the page of conversations, which shares its answer with the rest."""


@dataclass(frozen=True, slots=True)
class Dossier:
    """`type` an entity's, or `topic`; `aliases` other spellings; `conversations` those that name it, newest first;
    `decisions`, `loops` and `facts` speak of it (of a topic: were said in it), newest first, at most a few: the counts
    say how many there are; `beside` what else those conversations name most."""

    name: str
    type: str
    aliases: tuple[str, ...]
    conversations: Page[Place]
    decisions: tuple[Decision, ...]
    decisions_total: int
    loops: tuple[Loop, ...]
    loops_total: int
    facts: tuple[Fact, ...]
    beside: tuple[Counted, ...]


def dossier(history: History, name: str, *, offset: int = 0, limit: int = 20) -> Dossier:
    """An entity's, else a topic's; Unknown for a name that does not recur."""
    entity = find_entity(history, name)
    topic = None if entity else find_topic(history, name)
    if entity:
        return _dossier(history, entity.name, entity.type, entity.aliases, entity.members, entity.id, offset, limit)
    if topic:
        return _dossier(history, topic.name, "topic", (), topic.members, None, offset, limit)
    names = [*(e.name for e in history.corpus.entities.values()), *(t.name for t in history.corpus.topics)]
    raise Unknown(
        f"There is no dossier on `{name}`; it may be mentioned only once, then a search finds it.", nearest(name, names)
    )


def _dossier(
    history: History,
    name: str,
    type_: str,
    aliases: tuple[str, ...],
    members: tuple[str, ...],
    own: str | None,
    offset: int,
    limit: int,
) -> Dossier:
    inside = frozenset(members)
    spoken = _speaks_of((name, *aliases)) if own else None

    def about(tellings: Iterable[Told]) -> bool:
        return any(
            bool(spoken.search(f"{t.item.text} {t.item.quote} {t.item.instead_of or ''}"))
            if spoken
            else t.conversation_id in inside
            for t in tellings
        )

    told = history.once(decisions.Entries).tellings
    chosen = sorted((e for e, ts in told.items() if about(ts)), key=lambda e: (told[e][0].at, e), reverse=True)
    left = history.once(loops.Entries)
    undone = sorted(
        (e for e, ts in left.tellings.items() if about(ts)),
        key=lambda e: (e not in left.closed, left.tellings[e][-1].at, e),
        reverse=True,
    )
    return Dossier(
        name=name,
        type=type_,
        aliases=aliases,
        conversations=page(
            members[::-1], offset, limit, lambda some: history.places((c, None, None) for c in some), THIRD
        ),
        decisions=tuple(decisions.describe(history, chosen[:MOST])),
        decisions_total=len(chosen),
        loops=tuple(loops.describe(history, undone[:MOST])),
        loops_total=len(undone),
        facts=tuple(profile.about(history, spoken, MOST)) if spoken else (),
        beside=_beside(history, members, own),
    )


def _speaks_of(names: Iterable[str]) -> re.Pattern[str]:
    """Any of the names, as a word of its own where its script has words."""
    longest = sorted(names, key=len, reverse=True)
    words = (rf"(?<!\w){re.escape(n)}(?!\w)" if n.isascii() else re.escape(n) for n in longest)
    return re.compile("|".join(words), re.I)


def _beside(history: History, members: Iterable[str], own: str | None) -> tuple[Counted, ...]:
    found = Counter(e for cid in members for e in history.corpus.entities_of.get(cid, ()) if e != own)
    named = [Counted(history.corpus.entities[e].name, count) for e, count in found.items()]
    return tuple(sorted(named, key=lambda c: (-c.conversations, c.name)))[:MOST]
