"""What the linear model sees of a unit: its form, its place, its cues and how central it is to its conversation."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from compiler.passes.distil import acceptance, cues
from compiler.passes.distil.similarity import Floats, Vectors
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit

_SURFACE = """said said_pair prose pair item headed outline pack place first_turn last_turn late_turn length long short
question praise offer presents narration imperative outcome days decided planned needs hedged we i you number quoted
named colon under_heading accepted corrected last working first_sentence"""
_CENTRAL = "near_person near_model near_both shared repeated ubiquitous near_message near_messages"
NAMES = (*_SURFACE.split(), *_CENTRAL.split())
"""The columns, in order; `weights.json` goes by these names."""

NEAREST, REACH = 5, 50
"""How many of the nearest messages count, and how many messages away they are looked for."""

_NUMBER = re.compile(r"\d")
_QUOTED = re.compile(r"[\"“`]")
_NAMED = re.compile(r"(?<=[a-z,;] )[A-Z][\w-]+")


def matrix(units: Sequence[Unit], turns: Sequence[Said], rows: Vectors) -> Floats:
    """One row a unit, columns as in `NAMES`, float32."""
    out = np.zeros((len(units), len(NAMES)), np.float32)
    if not units:
        return out
    turn_count = max(said.turn for said in turns) or 1
    replies = acceptance.replies(turns)
    for at, unit in enumerate(units):
        out[at, : -len(_CENTRAL.split())] = _surface(unit, turns[unit.said], turn_count, replies.get(unit.said))
    out[:, -len(_CENTRAL.split()) :] = np.stack(_central(units, rows), axis=1)
    return out


def _surface(unit: Unit, said: Said, turn_count: int, reply: acceptance.Reply | None) -> list[float]:
    text, tokens, kind = unit.typed or unit.text, set(unit.tokens), unit.kind
    body = text[len(unit.heading) + 2 :] if kind in ("headed", "outline", "pack") else text
    return [
        kind == "said",
        kind == "said_pair",
        kind == "prose",
        kind == "pair",
        kind == "item",
        kind == "headed",
        kind == "outline",
        kind == "pack",
        unit.place,
        said.turn <= 1,
        said.turn == turn_count,
        said.turn / turn_count,
        math.log(len(unit.text)) - 4,
        len(unit.text) > 150,
        len(unit.text) < 45,
        bool(cues.QUESTION.search(text)),
        bool(cues.PRAISE.match(body)),
        bool(cues.OFFER.search(text)),
        bool(cues.PRESENTS.match(body)),
        bool(cues.NARRATION.match(body)),
        bool(cues.IMPERATIVE.match(body)),
        not tokens.isdisjoint(cues.OUTCOME),
        not tokens.isdisjoint(cues.DAYS),
        not tokens.isdisjoint(cues.DECIDED),
        not tokens.isdisjoint(cues.PLANNED),
        not tokens.isdisjoint(cues.NEEDS),
        not tokens.isdisjoint(cues.HEDGED),
        not tokens.isdisjoint(cues.WE),
        not tokens.isdisjoint(cues.SELF),
        not tokens.isdisjoint(cues.YOU),
        bool(_NUMBER.search(text)),
        bool(_QUOTED.search(text)),
        bool(_NAMED.search(text)),
        ":" in body,
        bool(unit.heading),
        reply in ("accepts", "picks"),
        reply in ("rejects", "revises"),
        said.last,
        said.working,
        unit.part == 1,
    ]


def basic(units: Sequence[Unit]) -> NDArray[np.bool_]:
    """Which units are sentences and items as written, rather than put together from others."""
    return np.array([unit.kind in ("said", "prose", "item") for unit in units], bool)


def _central(units: Sequence[Unit], rows: Vectors) -> list[Floats]:
    """Cosines with the person's words, the model's and both; then, as logarithms, how many of a unit's terms both of
    them use, how many occur in more than one message, and in more than half of them; then `_nearest`."""
    base = basic(units)
    person = base & np.array([unit.kind == "said" for unit in units], bool)
    message = np.array([unit.said for unit in units], np.int64)
    row_of = np.repeat(np.arange(len(units)), np.diff(rows.starts))
    counted = base[row_of]
    pairs = np.unique(message[row_of[counted]] * np.int64(max(1, rows.width)) + rows.columns[counted])
    messages = np.bincount(pairs % max(1, rows.width), minlength=rows.width)
    by_person = np.bincount(rows.columns, person[row_of], rows.width) > 0
    by_model = np.bincount(rows.columns, (base & ~person)[row_of], rows.width) > 0
    common = [by_person & by_model, messages > 1, messages > (int(message.max()) + 1) / 2]
    return [
        rows.against(rows.centre(person)),
        rows.against(rows.centre(base & ~person)),
        rows.against(rows.centre(base)),
        *(np.log1p(rows.totals(flag.astype(np.float32))) for flag in common),
        *_nearest(message, base, rows),
    ]


def _nearest(message: NDArray[np.int64], base: NDArray[np.bool_], rows: Vectors) -> tuple[Floats, Floats]:
    """Of every unit the cosine with the nearest of the other messages, and the mean of the nearest few."""
    count = int(message.max()) + 1
    first = np.searchsorted(message, np.arange(count + 1))
    best = np.zeros((len(message), NEAREST), np.float32)
    for number in range(count):
        low, high = first[max(0, number - REACH)], first[min(count, number + REACH + 1)]
        own = slice(first[number], first[number + 1])
        cosines = rows.cut(low, high).against(rows.cut(own.start, own.stop).centre(base[own]))
        cosines[own.start - low : own.stop - low] = 0
        best[low:high] = np.sort(np.column_stack([best[low:high], cosines]), axis=1)[:, 1:]
    return best[:, -1], best.mean(axis=1)
