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


class Loops:
    """One unit for the whole store, over all loops and all statements that something is finished, in order of time."""

    name = "loops"
    version = 1

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        return across.unit(ctx, self.version, "alike", deciding=("hidden", "dismissed"))

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        away = across.out_of_sight(ctx)
        finished = [m for m in marks.said(ctx.store, "done") if m.conversation_id not in away]
        alike, closes = marks.alike(ctx.store, "loop"), marks.alike(ctx.store, "done")

        def through(said: Sequence[Said]) -> list[Thread]:
            return list(follow(said, finished, alike, closes))

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


def follow(said: Sequence[Said], finished: Sequence[Said], alike: Alike, closes: Alike) -> Iterator[Thread]:
    """Loops and statements, each oldest first → the thread of each loop. A loop told again after it was closed is open
    again, as an entry of its own; one told after the statement that would close it stays open."""
    done: dict[str, list[Said]] = defaultdict(list)
    for statement in finished:
        done[statement.key].append(statement)
    entries: list[_Entry] = []
    by_key: dict[str, list[_Entry]] = defaultdict(list)
    for mark in said:
        near = {mark.key, *alike.get(mark.key, ())}
        told = [e for key in sorted(near & by_key.keys()) for e in by_key[key]]
        entry = next((e for e in told if _goes_on(e, mark)), None)
        if entry is None:
            entry = _Entry(mark, [mark])
            entries.append(entry)
        else:
            entry.told.append(mark)
        if not any(e is entry for e in by_key[mark.key]):
            by_key[mark.key].append(entry)
        entry.closed = _closing(entry, done, closes)
    for entry in entries:
        for mark in entry.told:
            yield Thread(
                mark.id,
                entry.first.id,
                entry.closed.id if entry.closed else None,
                entry.closed.text if entry.closed else None,
            )


def _goes_on(entry: _Entry, mark: Said) -> bool:
    """Whether a loop told again is the same: told before the entry was closed, in a project that fits."""
    return (entry.closed is None or mark.at <= entry.closed.at) and across.belongs_together(
        entry.first.project, mark.project
    )


def _closing(entry: _Entry, done: Mapping[str, list[Said]], closes: Alike) -> Said | None:
    """The first statement after the last telling, from another conversation, that shows the loop done; a telling that
    its own conversation closed closes the entry at once."""
    last = entry.told[-1]
    if last.done:
        return last
    keys = {key for mark in entry.told for key in closes.get(mark.key, ())}
    later = [
        s
        for key in keys
        for s in done.get(key, ())
        if s.at > last.at
        and s.conversation_id != last.conversation_id
        and across.belongs_together(s.project, entry.first.project)
    ]
    return min(later, key=lambda s: (s.at, s.id), default=None)
