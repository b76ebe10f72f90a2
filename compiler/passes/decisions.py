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
Choices = Mapping[str, tuple[frozenset[str], frozenset[str]]]


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


@dataclass(slots=True)
class _Entry:
    """A decision as it stands: its first telling, all that tell it, what it takes, and what replaced it."""

    first: Said
    told: list[str]
    chosen: frozenset[str]
    rejected: frozenset[str]
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
        chosen, rejected = choices.get(mark.id, (frozenset(), frozenset()))
        near = {mark.key, *alike.get(mark.key, ())}
        standing = [e for key in sorted(near & by_key.keys()) for e in by_key[key] if not e.ended_by]
        standing = [e for e in standing if e.first.id != mark.id and same_matter(e.first, mark)]
        opposed = [
            e for e in standing
            if e.first.denied != mark.denied or chosen & e.rejected or rejected & e.chosen
        ]  # fmt: skip
        told = across.numbers(mark.text)
        same = next((e for e in standing if e not in opposed and across.numbers(e.first.text) == told), None)
        if same:
            same.told.append(mark.id)
            same.chosen, same.rejected = same.chosen | chosen, same.rejected | rejected
            entry = same
        else:
            entry = _Entry(mark, [mark.id], chosen, rejected)
            entries.append(entry)
        turned_down = [
            e for option in sorted(rejected) for e in by_option.get(option, ())
            if e is not entry and not e.ended_by and not e.first.denied and same_matter(e.first, mark)
        ]  # fmt: skip
        for old in (*opposed, *turned_down):
            if old.first.conversation_id != mark.conversation_id or old.first.at < mark.at:
                old.ended_by = entry.first.id
        _file(entry, mark.key, chosen, by_key, by_option)
    for entry in entries:
        for item in entry.told:
            yield Thread(item, entry.first.id, entry.ended_by)


def _file(
    entry: _Entry, key: str, chosen: frozenset[str], by_key: dict[str, list[_Entry]], by_option: dict[str, list[_Entry]]
) -> None:
    """Make an entry findable under a wording and options; ended ones go, so that lists stay short."""
    for table, names in ((by_key, (key,)), (by_option, tuple(sorted(chosen)))):
        for name in names:
            if not any(e is entry for e in table[name]):
                table[name] = [e for e in table[name] if not e.ended_by] + [entry]
