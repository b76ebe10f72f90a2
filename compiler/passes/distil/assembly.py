"""The lines of a note: each kind's candidates, the best of them within the note's budget, as items with evidence."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence

from compiler.passes.distil import decisions, facts, handed, kept, loops, ranking, reports, turns, withdrawn
from compiler.passes.distil.handed import Handed
from compiler.passes.distil.lines import Line, of_unit, quoted, shortened
from compiler.passes.distil.matching import alike, item_id
from compiler.passes.distil.ranking import Limits
from compiler.passes.distil.similarity import Floats, Vectors
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import punctuated
from compiler.records import ConversationKind, Item, ItemKind

MOST_LINES = 8
"""Decisions, loops and key points together."""
MOST_DECISIONS, MOST_LOOPS, MOST_KEPT, MOST_FACTS, MOST_REMEMBERED = 5, 2, 6, 2, 12
SURE = 4.0
"""Score of a decision that makes its own room, however little else is said."""
LEAST, PER_TURN, SENTENCES = 2, 3, 3
"""Lines of the shortest conversation; how many a turn of the person's may add, up to `MOST_LINES`; and how many
sentences there must be for each: a short talk is not told again line by line."""
_OF_NOTES, _OF_TALK = Limits(), Limits(least=-3.0)
_OF_REPORTS = Limits(spread=0.8, most=2, least=-1.5)
"""Stricter where the model works with tools: most of what it writes there is of no use afterwards."""
ASIDE = -0.5
"""Score below which what reads like a decision of a talk is said in passing ("let's leave it at that") and takes no
place before the key points."""
REPEATS, NEAR = 0.6, 0.3
"""Likeness from which one line makes another superfluous, and from which it tells the better half of it."""
_ORDER: tuple[ItemKind, ...] = ("decision", "fact", "loop", "key_point")


def lines(
    kind: ConversationKind,
    said: Sequence[Said],
    units: Sequence[Unit],
    rows: Vectors,
    score: Floats,
    english: bool,
    dead: Collection[int] = (),
    told: Sequence[Handed] = (),
) -> list[Line]:
    """What a note of this kind of conversation holds. What a product remembers of the person gives facts of low trust;
    a project's documents give no lines; in other languages than English there are key points only. `dead` units were
    withdrawn; `told` is what the harness handed over: lines that rest on it count on from the end of `said`."""
    if kind == "memory":
        remembered = [
            Line("fact", unit.text, (unit.said,), unit.start, unit.end, -1.0) for unit in units if _whole(unit)
        ]
        return remembered[:MOST_REMEMBERED]
    if kind not in ("main", "note"):
        return []
    undone = withdrawn.undone(said) if english else set()
    busy = turns.working(said)
    barred = set(dead) | (reports.worthless(units, said) if busy else set())
    turn = max((one.turn for one in said), default=0)
    decided = list(decisions.find(said, units, score)) if english else []
    by_harness = list(handed.lines(told, said, decided)) if english else []
    true = [line for line in facts.find(said, units) if line.unit not in dead] if english else []
    handed_over = [line for line in kept.find(said, units) if not _told_as(line, true)] if english else []
    noted = {line.said[0] + 1 for line in handed_over} | {line.said[0] + 1 for line in true}
    barred |= {i for i, unit in enumerate(units) if unit.said in noted and kept.takes_note(said[unit.said])}
    whole = sum(_whole(unit) for unit in units) + SENTENCES * (
        len(by_harness) + len(handed_over) + sum(line.score >= SURE for line in decided)
    )
    room = min(MOST_LINES, max(LEAST, min(PER_TURN * turn, math.ceil(whole / SENTENCES))))
    chosen: list[Line] = []
    if english:
        for found, most in (
            ([*decided, *_of("decision", by_harness)], MOST_DECISIONS),
            (handed_over, MOST_KEPT),
            ([*loops.find(said, units, score), *_of("loop", by_harness)], MOST_LOOPS),
        ):
            alive = [line for line in found if line.unit not in dead and not _undone(line, said, undone)]
            if not busy and len(units) > decisions.FEW:
                alive = [line for line in alive if line.kind != "decision" or line.score >= ASIDE]
            chosen += _distinct(alive, min(most, room - len(chosen)), chosen)
    talked = any(one.speaker == "model" for one in said)
    form = _OF_REPORTS if busy else _OF_TALK if talked else _OF_NOTES
    used = [units[line.unit] for line in chosen if line.unit is not None]
    barred |= {i for i, unit in enumerate(units) if any(ranking.overlap(one, unit) for one in used)}
    points = ranking.choose(units, score, rows, room + len(chosen), barred, form)
    points = beside(chosen, points, units, room)
    chosen += [of_unit("key_point", units[i], float(score[i]), i) for i in points]
    return [*chosen, *_distinct(true, MOST_FACTS)]


def _told_as(line: Line, facts_: Sequence[Line]) -> bool:
    """Whether a fact says the same."""
    return any(fact.unit == line.unit and alike(fact.text, line.text) >= REPEATS for fact in facts_)


def beside(chosen: Sequence[Line], points: Sequence[int], units: Sequence[Unit], room: int) -> list[int]:
    """The key points that stand beside the lines already chosen: each of these takes the place of what says the same,
    else of the one most like it among the best, else of the last, so that the others stay those that go together."""
    out = list(points)
    for line in chosen:
        near = {i: alike(line.text, units[i].text) for i in out}
        told = {i for i in out if near[i] >= REPEATS}
        likest = max(out[:room], key=near.__getitem__, default=None)
        if likest is not None and not told and near[likest] >= NEAR:
            told = {likest}
        out = [i for i in out if i not in told]
    return out[: max(0, room - len(chosen))]


def _undone(line: Line, said: Sequence[Said], undone: Collection[int]) -> bool:
    return line.kind == "decision" and any(n < len(said) and said[n].turn in undone for n in line.said)


def _of(kind: ItemKind, found: Sequence[Line]) -> list[Line]:
    return [line for line in found if line.kind == kind]


def _whole(unit: Unit) -> bool:
    return unit.kind in ("said", "prose", "item")


def _distinct(found: Sequence[Line], most: int, others: Sequence[Line] = ()) -> list[Line]:
    """The best lines that do not repeat one another, in reading order; of two alike the later stands."""
    out: list[Line] = []
    for line in sorted(found, key=lambda one: (-one.score, -one.said[0], one.start)):
        if len(out) < most and all(alike(line.text, other.text) < REPEATS for other in (*out, *others)):
            out.append(line)
    return sorted(out, key=lambda one: (one.said[0], one.start))


def items(conversation_id: str, said: Sequence[Said], found: Sequence[Line]) -> tuple[Item, ...]:
    """Lines with their evidence as message ids and an id each, the kinds in a fixed order."""
    ordinals: Counter[tuple[ItemKind, str]] = Counter()
    out: list[Item] = []
    for line in sorted(found, key=lambda one: _ORDER.index(one.kind)):
        evidence = tuple(dict.fromkeys(said[n].message.id for n in line.said))
        ordinal = ordinals[(line.kind, evidence[0])]
        ordinals[(line.kind, evidence[0])] += 1
        out.append(
            Item(
                id=item_id(line.kind, conversation_id, evidence[0], ordinal),
                kind=line.kind,
                text=punctuated(shortened(line.text)),
                evidence=evidence,
                quote=quoted(said, line),
                reason=line.reason,
                instead_of=line.instead_of,
                done=line.done,
                score=round(1 / (1 + math.exp(-max(-30.0, min(30.0, line.score)))), 3),
            )
        )
    return tuple(out)
