"""Open loops: what was left to do, and what has been done since."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Literal

from compiler.recall.asking import best_entries
from compiler.recall.history import History, in_project
from compiler.recall.naming import members
from compiler.recall.paging import Page, clipped, page
from compiler.recall.types import Loop, Place
from compiler.store import overrides, threads
from compiler.store.told import Told

Status = Literal["open", "closed", "all"]
Closer = Literal["person", "conversation"]
QUOTE = 400


class Entries:
    """All loops of a history, by entry: `tellings` oldest first, `entry_of` item → entry; `closed` by whom, for those
    that are; `open_in` how many open ones a conversation holds. The person's tick outranks what conversations show."""

    def __init__(self, history: History) -> None:
        ticks = overrides.all_of(history.store, "loop")
        self.tellings: dict[str, list[Told]] = defaultdict(list)
        for told in history.told("loop"):
            self.tellings[told.entry].append(told)
        self.entry_of = {told.item.id: told.entry for told in history.told("loop")}
        self.closed: dict[str, Closer] = {}
        self.open_in: Counter[str] = Counter()
        for entry, tellings in self.tellings.items():
            ids = (entry, *(told.item.id for told in reversed(tellings)))
            tick = next((ticks[i] for i in ids if i in ticks), None)
            last = tellings[-1]
            if tick == "done":
                self.closed[entry] = "person"
            elif tick is None and (last.ended_by or last.item.done):
                self.closed[entry] = "conversation"
            else:
                self.open_in.update({told.conversation_id for told in tellings})


def loops(
    history: History,
    query: str | None = None,
    *,
    project: str | None = None,
    topic: str | None = None,
    status: Status = "open",
    offset: int = 0,
    limit: int = 20,
) -> Page[Loop]:
    """Told last first, or with a query those that bear on it, best first."""
    entries = history.once(Entries)
    inside = members(history, topic) if topic else None

    def fits(entry: str) -> bool:
        return (status == "all" or (entry in entries.closed) == (status == "closed")) and any(
            in_project(history.heads[told.conversation_id].project, project)
            and (inside is None or told.conversation_id in inside)
            for told in entries.tellings[entry]
        )

    if query and query.strip():
        chosen = list(filter(fits, best_entries(history, query, "loop", entries.entry_of)))
    else:
        chosen = sorted(
            filter(fits, entries.tellings), key=lambda entry: (entries.tellings[entry][-1].at, entry), reverse=True
        )
    return page(chosen, offset, limit, lambda some: describe(history, some))


def describe(history: History, chosen: Sequence[str]) -> list[Loop]:
    """Entries as they are shown: as they were told last."""
    entries = history.once(Entries)
    lasts = [entries.tellings[entry][-1] for entry in chosen]
    made = []
    for entry, told, place in zip(chosen, lasts, history.places_of(lasts), strict=True):
        closer = entries.closed.get(entry)
        by_conversation = closer == "conversation"
        made.append(
            Loop(
                id=entry,
                text=told.item.text,
                status="closed" if closer else "open",
                closed_by=closer,
                closed_in=_closing(history, told, place) if by_conversation else None,
                closed_why=clipped(told.ended_why, QUOTE) if by_conversation and told.ended_why else None,
                quote=clipped(told.item.quote, QUOTE),
                told=len(entries.tellings[entry]),
                place=place,
            )
        )
    return made


def _closing(history: History, told: Told, place: Place) -> Place | None:
    """The conversation that shows a loop done; its own where that says so."""
    if told.ended_by is None:
        return place
    shown = threads.closing(history.store, [told.ended_by]).get(told.ended_by)
    return next(iter(history.places([(*shown, None)])), None) if shown else None
