"""What a new session should know before it starts on a task: a page of Markdown from what was concluded before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from compiler.recall import asking, decisions, loops, profile
from compiler.recall.history import History
from compiler.recall.types import Decision, Fact, Loop, Place
from compiler.search import Filters
from compiler.search.items import BESIDE
from compiler.store import notes

CONVERSATIONS = 8
MOST = 12
"""Lines of a section."""

Line = tuple[str, Place | None]
E = TypeVar("E", Decision, Loop)


@dataclass(frozen=True, slots=True)
class Context:
    """`markdown` within the room given; a line ends in the number of its source, `sources[n - 1]`."""

    markdown: str
    sources: tuple[Place, ...]


def context(history: History, task: str, *, project: str | None = None, room: int = 6_000) -> Context:
    """Decisions, open loops, facts and earlier conversations that bear on a task; of one project where it is named.
    `room` in characters."""
    hits = asking.search(history, task, filters=Filters(project=project), passages=1, limit=CONVERSATIONS).items
    near = [hit.conversation_id for hit in hits if hit.score >= BESIDE * hits[0].score]
    decided = _decided(history, task, near, project)
    sheet = _Sheet(room)
    sheet.write("Decisions that stand", (_because(d) for d in decided if d.status == "standing"))
    sheet.write("No longer so", (_replaced(d) for d in decided if d.status == "superseded"))
    sheet.write("Still open", ((loop.text, loop.place) for loop in _undone(history, task, near, project)))
    sheet.write("About the person", (_known(fact) for fact in profile.bearing(history, near, MOST)))
    sheet.write("Earlier conversations", _earlier(history, near))
    return Context(sheet.text or "Nothing in the history bears on this.\n", tuple(sheet.sources))


class _Sheet:
    """Sections, written as long as there is room."""

    def __init__(self, room: int) -> None:
        self.text = ""
        self.sources: list[Place] = []
        self._room = room

    def write(self, title: str, lines: Iterable[Line]) -> None:
        head = f"\n## {title}\n\n" if self.text else f"## {title}\n\n"
        for text, place in [*lines][:MOST]:
            known = place in self.sources
            number = self.sources.index(place) + 1 if place and known else len(self.sources) + 1
            tail = f"{f' ({place.date[:10]})' if place.date else ''} [{number}]" if place else ""
            line = f"{head}- {' '.join(text.split())}{tail}\n"
            if len(self.text) + len(line) > self._room:
                continue
            if place and not known:
                self.sources.append(place)
            self.text += line
            head = ""


def _decided(history: History, task: str, near: list[str], project: str | None) -> list[Decision]:
    """Decisions of the nearest conversations, then others that answer the task."""
    found = decisions.decisions(history, task, project=project, limit=MOST).items
    known = {decision.id for decision in found}
    told = history.once(decisions.Entries).tellings
    beside = [entry for entry, ts in told.items() if entry not in known and ts[0].conversation_id in near]
    return _nearest_first([*found, *decisions.describe(history, beside[:MOST])], near)


def _undone(history: History, task: str, near: list[str], project: str | None) -> list[Loop]:
    found = loops.loops(history, task, project=project, limit=MOST).items
    known = {loop.id for loop in found}
    entries = history.once(loops.Entries)
    beside = [
        entry
        for entry, ts in entries.tellings.items()
        if entry not in known and entry not in entries.closed and ts[-1].conversation_id in near
    ]
    return _nearest_first([*found, *loops.describe(history, beside[:MOST])], near)


def _nearest_first(entries: list[E], near: list[str]) -> list[E]:
    rank = {cid: n for n, cid in enumerate(near)}
    return sorted(entries, key=lambda entry: rank.get(entry.place.conversation_id, len(rank)))


def _because(decision: Decision) -> Line:
    return f"{decision.text}{f' Why: {decision.reason}' if decision.reason else ''}", decision.place


def _replaced(decision: Decision) -> Line:
    later = f" Replaced by: {decision.superseded_by.text}" if decision.superseded_by else ""
    return f"{decision.text}{later}", decision.place


def _known(fact: Fact) -> Line:
    return fact.text, fact.evidence[0] if fact.evidence else None


def _earlier(history: History, near: list[str]) -> Iterable[Line]:
    made = {note.conversation_id: note.summary for note in notes.load_many(history.store, near)}
    for place in history.places((cid, None, None) for cid in near):
        summary = made.get(place.conversation_id)
        yield f"{place.title or 'Untitled'}{f': {summary}' if summary else ''}", place
