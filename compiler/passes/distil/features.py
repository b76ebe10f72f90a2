"""What the linear model sees of a unit: its form, its place, its cues and how central it is to its conversation."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from compiler.passes.distil import acceptance, cues
from compiler.passes.distil.similarity import Floats, Vectors
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit

NAMES = [
    "said",
    "prose",
    "item",
    "headed",
    "outline",
    "place",
    "first_turn",
    "last_turn",
    "late_turn",
    "length",
    "long",
    "short",
    "question",
    "leads_on",
    "praise",
    "offer",
    "presents",
    "narration",
    "imperative",
    "outcome",
    "days",
    "decided",
    "planned",
    "needs",
    "hedged",
    "we",
    "i",
    "you",
    "number",
    "quoted",
    "named",
    "colon",
    "under_heading",
    "accepted",
    "corrected",
    "last",
    "working",
    "first_sentence",
    "near_person",
    "near_model",
    "near_both",
    "near_turn",
    "density",
]

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
        out[at, : len(NAMES) - 5] = _surface(unit, turns[unit.said], turn_count, replies.get(unit.said))
    out[:, -5:] = np.stack(_central(units, turns, rows), axis=1)
    return out


def _surface(unit: Unit, said: Said, turn_count: int, reply: acceptance.Reply | None) -> list[float]:
    text, tokens, kind = unit.text, set(unit.tokens), unit.kind
    body = text[len(unit.heading) + 2 :] if kind in ("headed", "outline") else text
    return [
        kind == "said",
        kind == "prose",
        kind == "item",
        kind == "headed",
        kind == "outline",
        unit.place,
        said.turn <= 1,
        said.turn == turn_count,
        said.turn / turn_count,
        math.log(len(text)) - 4,
        len(text) > 150,
        len(text) < 45,
        bool(cues.QUESTION.search(text)),
        bool(cues.LEADS_ON.search(text)),
        bool(cues.PRAISE.match(body)),
        bool(cues.OFFER.search(text)),
        bool(cues.PRESENTS.match(body)),
        bool(cues.NARRATION.match(body)),
        bool(cues.IMPERATIVE.match(body)),
        bool(cues.OUTCOME.search(text)),
        not tokens.isdisjoint(cues.DAYS),
        not tokens.isdisjoint(cues.DECIDED),
        not tokens.isdisjoint(cues.PLANNED),
        not tokens.isdisjoint(cues.NEEDS),
        not tokens.isdisjoint(cues.HEDGED),
        not tokens.isdisjoint(cues.WE),
        not tokens.isdisjoint(cues.I),
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


def _central(units: Sequence[Unit], turns: Sequence[Said], rows: Vectors) -> list[Floats]:
    """Cosines with the person's words, the model's, both, those of the unit's own turn, and the mean over all units."""
    person = np.array([unit.kind == "said" for unit in units])
    plain = np.array([unit.kind in ("said", "prose", "item") for unit in units])
    everything = rows.centre(plain)
    turn_of = np.array([turns[unit.said].turn for unit in units])
    own = np.zeros(len(units), np.float32)
    order = np.unique(turn_of)
    if len(order) <= 400:
        for turn in order:
            here = turn_of == turn
            own[here] = rows.against(rows.centre(here & plain))[here]
    near_all = rows.against(everything)
    return [
        rows.against(rows.centre(person)),
        rows.against(rows.centre(plain & ~person)),
        near_all,
        own,
        (near_all * np.float32(math.sqrt(len(units)) / 10)).astype(np.float32),
    ]
