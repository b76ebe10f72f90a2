"""Decisions as they stand: one entry however often it was said, superseded ones told apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Literal

from compiler.recall.asking import best_entries
from compiler.recall.history import History, in_project, within
from compiler.recall.naming import members
from compiler.recall.paging import Page, clipped, page
from compiler.recall.types import Decision, Other
from compiler.store.told import Told

Status = Literal["standing", "superseded", "all"]
QUOTE = 400
"""Characters of a quote."""


class Entries:
    """All decisions of a history, by entry: `tellings` oldest first, `entry_of` item → entry; `ended_by` the entry that
    replaced one, `replaces` the other way round; `standing_in` how many that stand a conversation holds."""

    def __init__(self, history: History) -> None:
        self.tellings: dict[str, list[Told]] = defaultdict(list)
        for told in history.told("decision"):
            self.tellings[told.entry].append(told)
        self.entry_of = {told.item.id: told.entry for told in history.told("decision")}
        self.ended_by: dict[str, str] = {}
        self.replaces: dict[str, list[str]] = defaultdict(list)
        self.standing_in: Counter[str] = Counter()
        for entry, tellings in self.tellings.items():
            ended_by = tellings[0].ended_by
            if ended_by and ended_by in self.tellings:
                self.ended_by[entry] = ended_by
                self.replaces[ended_by].append(entry)
            else:
                self.standing_in.update({told.conversation_id for told in tellings})


def decisions(
    history: History,
    query: str | None = None,
    *,
    project: str | None = None,
    topic: str | None = None,
    since: str | None = None,
    until: str | None = None,
    status: Status = "all",
    offset: int = 0,
    limit: int = 20,
) -> Page[Decision]:
    """Newest first, or with a query those that bear on it, best first."""
    entries = history.once(Entries)
    inside = members(history, topic) if topic else None

    def fits(entry: str) -> bool:
        return (status == "all" or (entry in entries.ended_by) == (status == "superseded")) and any(
            in_project(history.heads[told.conversation_id].project, project)
            and within(told.at, since, until)
            and (inside is None or told.conversation_id in inside)
            for told in entries.tellings[entry]
        )

    if query and query.strip():
        chosen = list(filter(fits, best_entries(history, query, "decision", entries.entry_of)))
    else:
        chosen = sorted(
            filter(fits, entries.tellings), key=lambda entry: (entries.tellings[entry][0].at, entry), reverse=True
        )
    return page(chosen, offset, limit, lambda some: describe(history, some))


def describe(history: History, chosen: Sequence[str]) -> list[Decision]:
    """Entries as they are shown: as they were first told."""
    entries = history.once(Entries)
    firsts = [entries.tellings[entry][0] for entry in chosen]
    return [
        Decision(
            id=entry,
            text=told.item.text,
            status="superseded" if entry in entries.ended_by else "standing",
            superseded_by=_other(entries, entries.ended_by[entry]) if entry in entries.ended_by else None,
            replaces=tuple(_other(entries, other) for other in entries.replaces.get(entry, ())),
            reason=told.item.reason,
            instead_of=told.item.instead_of,
            quote=clipped(told.item.quote, QUOTE),
            told=len(entries.tellings[entry]),
            place=place,
        )
        for entry, told, place in zip(chosen, firsts, history.places_of(firsts), strict=True)
    ]


def _other(entries: Entries, entry: str) -> Other:
    told = entries.tellings[entry][0]
    return Other(entry, told.item.text, told.at or None)
