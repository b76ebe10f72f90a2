"""What is known of the person, and who that makes them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from compiler.passes.marks.traits import PROCESS
from compiler.recall import decisions, loops
from compiler.recall.history import History
from compiler.recall.naming import plain
from compiler.recall.paging import Page, page
from compiler.recall.types import Counted, Fact, Former, Place
from compiler.store import threads
from compiler.store.told import Told
from compiler.store.topics import UNSORTED

EVIDENCE = 3
"""Places shown for a fact, of all that bear it out."""
BRIEF = 12
NAMES = 8


@dataclass(frozen=True, slots=True)
class Who:
    """The person in brief: the facts most often borne out, what they have been working on, how much history there is.
    `since` and `until` are the days of the first and the last conversation."""

    facts: tuple[Fact, ...]
    projects: tuple[Counted, ...]
    topics: tuple[Counted, ...]
    entities: tuple[Counted, ...]
    sources: tuple[Counted, ...]
    conversations: int
    standing_decisions: int
    open_loops: int
    since: str | None
    until: str | None


def facts(history: History, theme: str | None = None, *, offset: int = 0, limit: int = 50) -> Page[Fact]:
    """By theme, in each the best borne out first; what only a product remembers comes last."""
    chosen = [f for f in history.once(_in_sight) if not theme or plain(theme) == plain(f.theme)]
    return page(chosen, offset, limit, lambda some: _describe(history, some))


def themes(history: History) -> tuple[Counted, ...]:
    """Themes and how many facts each has."""
    counts = Counter(f.theme for f in history.once(_in_sight))
    return tuple(Counted(theme, count) for theme, count in sorted(counts.items()))


def about(history: History, name: re.Pattern[str], most: int) -> list[Fact]:
    """The facts that speak of a name."""
    return _describe(history, [f for f in history.once(_in_sight) if name.search(f.text)][:most])


def bearing(history: History, near: Collection[str], most: int) -> list[Fact]:
    """What the person said in these conversations, after their wishes about how to be answered."""
    said = history.once(_said)
    known = [f for f in history.once(_in_sight) if f.trust == "said"]
    wishes = [f for f in known if f.theme == PROCESS]
    others = [
        f for f in known if f not in wishes and any(i in said and said[i].conversation_id in near for i in f.items)
    ]
    return _describe(history, [*wishes, *others][:most])


def who(history: History) -> Who:
    """The person in brief."""
    known = sorted(history.once(_in_sight), key=lambda f: (f.trust != "said", -f.conversations, f.theme, f.entry))
    heads = list(history.heads.values())
    days = sorted(day for head in heads if (day := (head.created_at or "")[:10]))
    standing = history.once(decisions.Entries)
    still = history.once(loops.Entries)
    return Who(
        facts=tuple(_describe(history, known[:BRIEF])),
        projects=_counted(_folder(head.project) for head in heads if head.project and head.kind == "main"),
        topics=_most([Counted(t.name, len(t.members)) for t in history.corpus.topics if t.id != UNSORTED]),
        entities=_most([Counted(e.name, len(e.members)) for e in history.corpus.entities.values()]),
        sources=_counted(head.source for head in heads),
        conversations=len(heads),
        standing_decisions=len(standing.tellings) - len(standing.ended_by),
        open_loops=len(still.tellings) - len(still.closed),
        since=days[0] if days else None,
        until=days[-1] if days else None,
    )


def _in_sight(history: History) -> list[threads.Fact]:
    """Facts of the profile that something in sight still bears out."""
    said = history.once(_said)
    known = [
        f
        for f in threads.profile(history.store)
        if f.entry not in history.hidden
        and any(i in (said if f.trust == "said" else history.memories) for i in f.items)
    ]
    return sorted(known, key=lambda f: (f.trust != "said", f.theme, -f.conversations, f.entry))


def _said(history: History) -> dict[str, Told]:
    return {told.item.id: told for told in history.told("fact")}


def _describe(history: History, chosen: Sequence[threads.Fact]) -> list[Fact]:
    said = history.once(_said)
    made = []
    for fact in chosen:
        tellings = [said[i] for i in fact.items if i in said][:EVIDENCE]
        evidence = history.places_of(tellings) if fact.trust == "said" else _remembered(history, fact)
        made.append(
            Fact(
                id=fact.entry,
                text=fact.text,
                theme=fact.theme,
                trust="said" if fact.trust == "said" else "remembered",
                conversations=fact.conversations,
                since=fact.since,
                before=tuple(Former(value, (said[i].at or None) if i in said else None) for value, i in fact.before),
                evidence=tuple(evidence),
            )
        )
    return made


def _remembered(history: History, fact: threads.Fact) -> list[Place]:
    return history.places((cid, None, None) for cid in fact.items[:EVIDENCE])


def _counted(names: Iterable[str]) -> tuple[Counted, ...]:
    return _most([Counted(name, count) for name, count in Counter(names).items()])


def _most(counted: list[Counted]) -> tuple[Counted, ...]:
    return tuple(sorted(counted, key=lambda c: (-c.conversations, c.name)))[:NAMES]


def _folder(project: str) -> str:
    return project.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
