"""Questions about a choice, `why did we drop Postgres`, `which database do we use`: a decision answers them, in fewer
and other words than the talk about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler.search.hits import Found
from compiler.search.query import Query
from compiler.store import passages
from compiler.store.connection import Store
from compiler.text.words import listed

BESIDE = 0.6
"""A decision that scores less than this share of its conversation's best passage is about something else."""
DEEP = 12
"""Passages of a conversation among which a decision is looked for."""
MANY = 30
"""Conversations whose decisions are looked for."""
_ASKS = listed("why which decide decided decision decisions choose chose chosen choice pick picked")


def asks_for_a_decision(query: Query) -> bool:
    return any(word in _ASKS for word in query.every)


def decisions_first(store: Store, found: Sequence[list[Found]]) -> list[list[Found]]:
    """The entries of each conversation, best first, but a decision that bears on the question before all others, and
    scored as the best of them."""
    rows = [f.row for entries in found[:MANY] for f in entries if f.is_note]
    decisions = {row for row, passage in passages.load(store, rows).items() if passage.kind == "decision"}
    return [_led(entries, decisions) for entries in found]


def _led(entries: list[Found], decisions: set[int]) -> list[Found]:
    least = BESIDE * max((f.own for f in entries), default=0.0)
    lead = next((f for f in entries if f.is_note and f.row in decisions and f.own >= least), None)
    if lead is None:
        return entries
    return [replace(lead, own=entries[0].own), *(f for f in entries if f is not lead)]
