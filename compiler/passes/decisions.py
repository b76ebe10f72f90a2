"""Decisions over time: the same one told twice is one entry; a later one on the same question replaces the earlier.

Precision first: an earlier decision is replaced only by one that names what the earlier one took and turns it down, or
that says the same with the opposite sign; and only where the two can belong to the same project.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from compiler.hashing import content_hash
from compiler.passes import across
from compiler.passes.base import PassContext, PassUnit
from compiler.store import marks, passages, threads
from compiler.store.marks import Said
from compiler.store.threads import Thread

SAME_MATTER = 0.35
"""Cosine of two notes from which decisions without a common project may speak of the same matter."""
Choices = Mapping[str, tuple[Set[str], Set[str]]]
NEITHER: tuple[Set[str], Set[str]] = (frozenset(), frozenset())


class Decisions:
    """One unit for the whole store, over all decisions in the order in which they were taken."""

    name = "decisions"
    version = 1

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        return across.unit(ctx, self.version, "alike", "index", deciding=("hidden", "dismissed"))

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        away = across.out_of_sight(ctx)
        found, matrix = passages.vectors(ctx.store, kind="note")
        row = {p.conversation_id: n for n, p in enumerate(found)}

        def same_matter(a: Said, b: Said) -> bool:
            if a.project and b.project:
                return across.belongs_together(a.project, b.project)
            if a.conversation_id not in row or b.conversation_id not in row:
                return a.conversation_id == b.conversation_id
            closeness = float(matrix[row[a.conversation_id]] @ matrix[row[b.conversation_id]])
            return round(closeness, 3) >= SAME_MATTER

        choices, alike = marks.choices(ctx.store), marks.alike(ctx.store, "decision")

        def through(said: Iterable[Said]) -> list[Thread]:
            return list(follow(said, choices, alike, same_matter))

        said, apart = across.in_sight(marks.said(ctx.store, "decision"), through, away)
        made = through(said) + apart
        threads.replace(ctx.store, "decision", made)
        return content_hash([(t.item_id, t.entry, t.ended_by) for t in made])

    def forget(self, ctx: PassContext, key: str) -> None:
        threads.replace(ctx.store, "decision", ())


@dataclass(slots=True, eq=False)
class _Entry:
    """A decision as it stands: its first telling, all that tell it, what it takes and turns down, the names it is found
    under, and what replaced it."""

    first: Said
    told: list[str]
    chosen: Set[str]
    rejected: Set[str]
    filed: set[str]
    ended_by: str | None = None


def follow(
    said: Iterable[Said],
    choices: Choices,
    alike: Mapping[str, Set[str]],
    same_matter: Callable[[Said, Said], bool],
) -> Iterator[Thread]:
    """Decisions oldest first → the thread of each. `same_matter(a, b)` says whether two may be about one thing."""
    entries: list[_Entry] = []
    by_key: dict[str, list[_Entry]] = defaultdict(list)
    by_option: dict[str, list[_Entry]] = defaultdict(list)
    for mark in said:
        chosen, rejected = choices.get(mark.id, NEITHER)
        standing = [
            e for e in _standing(by_key, (mark.key, *sorted(alike.get(mark.key, ())))) if same_matter(e.first, mark)
        ]
        opposed = [e for e in standing if _opposes(e, mark, chosen, rejected)]
        entry = _telling_the_same(standing, opposed, mark)
        if entry:
            entry.told.append(mark.id)
            entry.chosen, entry.rejected = entry.chosen | chosen, entry.rejected | rejected
        else:
            entry = _Entry(mark, [mark.id], chosen, rejected, set())
            entries.append(entry)
        turned_down = [
            e for e in _standing(by_option, sorted(rejected))
            if e is not entry and not e.first.denied and same_matter(e.first, mark)
        ]  # fmt: skip
        for old in (*opposed, *turned_down):
            if old.first.conversation_id != mark.conversation_id or old.first.at < mark.at:
                old.ended_by = entry.first.id
        for table, name in ((by_key, mark.key), *((by_option, option) for option in sorted(chosen))):
            if name not in entry.filed:
                entry.filed.add(name)
                table[name].append(entry)
    for entry in entries:
        for item in entry.told:
            yield Thread(item, entry.first.id, entry.ended_by)


def _standing(table: dict[str, list[_Entry]], names: Iterable[str]) -> Iterator[_Entry]:
    """The entries under these names that nothing has replaced; the others leave the table."""
    for name in names:
        if found := table.get(name):
            table[name] = found = [e for e in found if not e.ended_by]
            yield from found


def _opposes(entry: _Entry, mark: Said, chosen: Set[str], rejected: Set[str]) -> bool:
    return bool(entry.first.denied != mark.denied or chosen & entry.rejected or rejected & entry.chosen)


def _telling_the_same(standing: list[_Entry], opposed: list[_Entry], mark: Said) -> _Entry | None:
    """The first of these that says what the mark says, its numbers too."""
    same = (e for e in standing if e not in opposed and across.numbers(e.first.text) == across.numbers(mark.text))
    return next(same, None)
