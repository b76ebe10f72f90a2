"""Open loops over time: one entry however often it is told, closed by a later conversation that shows it done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from compiler.hashing import content_hash
from compiler.passes import across
from compiler.passes.base import PassContext, PassUnit
from compiler.store import marks, threads
from compiler.store.marks import Said
from compiler.store.threads import Thread

Alike = Mapping[str, Set[str]]
Closing = Mapping[str, Sequence[tuple[str, float]]]
MOST_CLOSED = 2
"""A statement that fits more loops equally well closes none."""


class Loops:
    """One unit for the whole store, over all loops and all statements that something is finished, in order of time."""

    name = "loops"
    version = 1

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        return across.unit(ctx, self.version, "alike", deciding=("hidden", "dismissed"))

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        away = across.out_of_sight(ctx)
        finished = [m for m in marks.said(ctx.store, "done") if m.conversation_id not in away]
        alike, closing = marks.alike(ctx.store, "loop"), marks.closing(ctx.store)

        def through(said: Sequence[Said]) -> list[Thread]:
            return list(follow(said, finished, alike, closing))

        said, apart = across.in_sight(marks.said(ctx.store, "loop"), through, away)
        made = through(said) + apart
        threads.replace(ctx.store, "loop", made)
        return content_hash([(t.item_id, t.entry, t.ended_by, t.ended_why) for t in made])

    def forget(self, ctx: PassContext, key: str) -> None:
        threads.replace(ctx.store, "loop", ())


@dataclass(slots=True)
class _Entry:
    first: Said
    told: list[Said]
    closed: Said | None = None


def follow(said: Sequence[Said], finished: Sequence[Said], alike: Alike, closing: Closing) -> Iterator[Thread]:
    """Loops and statements, each oldest first → the thread of each loop. A loop told again after it was closed is open
    again, as an entry of its own; one told after the statement that would close it stays open."""
    entries: list[_Entry] = []
    by_key: dict[str, list[_Entry]] = defaultdict(list)
    for mark in sorted(
        (*said, *(s for s in finished if s.key in closing)), key=lambda m: (m.at, m.kind == "loop", m.id)
    ):
        if mark.kind != "loop":
            for entry in _closed_by(mark, by_key, closing[mark.key]):
                entry.closed = mark
            continue
        near = {mark.key, *alike.get(mark.key, ())}
        told = [e for key in sorted(near & by_key.keys()) for e in by_key[key]]
        same = next((e for e in told if e.closed is None and _same(e.first, mark)), None)
        entry = same or _Entry(mark, [])
        entry.told.append(mark)
        if same is None:
            entries.append(entry)
        if mark.done:
            entry.closed = mark
        if not any(e is entry for e in by_key[mark.key]):
            by_key[mark.key] = [e for e in by_key[mark.key] if e.closed is None] + [entry]
    for entry in entries:
        for mark in entry.told:
            end = entry.closed
            yield Thread(mark.id, entry.first.id, end.id if end else None, end.text if end else None)


def _same(first: Said, mark: Said) -> bool:
    """Whether two tellings in about the same words are one loop: their projects fit, and so do their numbers."""
    return across.belongs_together(first.project, mark.project) and across.numbers(first.text) == across.numbers(
        mark.text
    )


def _closed_by(statement: Said, by_key: Mapping[str, list[_Entry]], loops: Sequence[tuple[str, float]]) -> list[_Entry]:
    """The open loops of earlier conversations that a statement shows done: of those it speaks of, the ones it holds
    most of. None where it fits too many: it is then about none of them in particular."""
    fitting = [
        (shared, entry)
        for key, shared in loops
        for entry in by_key.get(key, ())
        if entry.closed is None
        and entry.told[-1].at < statement.at
        and all(told.conversation_id != statement.conversation_id for told in entry.told)
        and across.belongs_together(statement.project, entry.first.project)
    ]
    most = max((shared for shared, _ in fitting), default=0.0)
    best = {entry.first.id: entry for shared, entry in fitting if shared == most}
    return list(best.values()) if len(best) <= MOST_CLOSED else []
