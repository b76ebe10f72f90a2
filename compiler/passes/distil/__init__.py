"""A conversation becomes the note a person would have written for themselves, without a model.

Pure and deterministic: the note depends on the conversation alone. Quality rules and how they were measured are in
`bench/distil/README.md`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from compiler.passes.distil import (
    decisions,
    entities,
    facts,
    features,
    loops,
    ranking,
    reports,
    similarity,
    titles,
    turns,
    units,
)
from compiler.passes.distil.lines import Line, of_unit, quoted, shortened
from compiler.passes.distil.matching import alike, item_id, match_items
from compiler.passes.distil.summary import summary
from compiler.records import Conversation, Item, ItemKind, Note

__all__ = ["VERSION", "WEIGHTS_VERSION", "distil", "match_items"]

VERSION = 1
WEIGHTS_VERSION = ranking.weights_version()
MOST_LINES = 8
"""Decisions, loops and key points together."""
MOST_DECISIONS, MOST_LOOPS, MOST_FACTS = 4, 2, 2
SPREAD = 0.8
"""What a line loses for each one already taken from the same message, where the model works with tools."""
PER_TURN = 3
"""Lines a turn of the person's may add, up to `MOST_LINES`."""
_ORDER: tuple[ItemKind, ...] = ("decision", "fact", "loop", "key_point")


def distil(conversation: Conversation, *, made_title: str | None = None) -> Note:
    """The note of a conversation whose texts are redacted. `made_title` is used where the source has no good title."""
    said = turns.read(conversation)
    candidates = units.candidates(said)
    rows = similarity.vectors([unit.tokens for unit in candidates], features.basic(candidates))
    score = ranking.scores(features.matrix(candidates, said, rows))
    barred: set[int] = set()
    spread = 0.0
    if turns.working(said):
        spread = SPREAD
        barred = reports.narration(candidates, said)
        score = reports.weighted(candidates, said, score)
    title = titles.title(conversation.title, said, made_title or "Untitled conversation")
    lines: list[Line] = []
    if conversation.kind in ("main", "note"):
        turn_count = max((one.turn for one in said), default=0)
        room = min(MOST_LINES, max(2, PER_TURN * turn_count))
        settled = _distinct(list(decisions.find(said, candidates, score)), min(MOST_DECISIONS, room))
        left = _distinct([*loops.find(said, candidates, score)], min(MOST_LOOPS, room - len(settled)), settled)
        taken = [line.unit for line in (*settled, *left) if line.unit is not None]
        points = ranking.choose(candidates, score, rows, room - len(settled) - len(left), taken, barred, spread)
        lines = [*settled, *left, *(of_unit("key_point", candidates[i], float(score[i]), i) for i in points)]
    if conversation.kind in ("main", "note", "memory"):
        lines += _distinct(list(facts.find(said, candidates)), MOST_FACTS)
    items = _items(conversation, said, lines)
    return Note(conversation.id, title, summary(said, candidates, score), items, entities.find(said))


def _distinct(lines: Sequence[Line], most: int, others: Sequence[Line] = ()) -> list[Line]:
    """The best lines that do not repeat one another, in reading order; of two alike the later stands."""
    kept: list[Line] = []
    for line in sorted(lines, key=lambda one: (-one.score, -one.said[0], one.start)):
        if len(kept) < most and all(alike(line.text, other.text) < 0.6 for other in (*kept, *others)):
            kept.append(line)
    return sorted(kept, key=lambda one: (one.said[0], one.start))


def _items(conversation: Conversation, said: Sequence[turns.Said], lines: Sequence[Line]) -> tuple[Item, ...]:
    """Lines with their evidence as message ids and an id each; the kinds in a fixed order."""
    ordinals: Counter[tuple[ItemKind, str]] = Counter()
    out: list[Item] = []
    for line in sorted(lines, key=lambda one: _ORDER.index(one.kind)):
        evidence = tuple(dict.fromkeys(said[n].message.id for n in line.said))
        ordinal = ordinals[(line.kind, evidence[0])]
        ordinals[(line.kind, evidence[0])] += 1
        out.append(
            Item(
                id=item_id(line.kind, conversation.id, evidence[0], ordinal),
                kind=line.kind,
                text=shortened(line.text),
                evidence=evidence,
                quote=quoted(said, line),
                reason=line.reason,
                instead_of=line.instead_of,
                done=line.done,
                score=round(1 / (1 + math.exp(-max(-30.0, min(30.0, line.score)))), 3),
            )
        )
    return tuple(out)
