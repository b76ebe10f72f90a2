"""Which candidates make the note: a linear model's score, then the best that says something new, one at a time."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from typing import Any

import numpy as np

from compiler.passes.distil.features import NAMES
from compiler.passes.distil.forms import presentable
from compiler.passes.distil.similarity import Floats, Vectors
from compiler.passes.distil.units import Unit

SAME = 0.7
"""Cosine from which two lines say the same."""
SHORTLIST = 150
"""How many of the best are compared with one another."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`spread` is what a unit loses for each line already chosen from its message, `most` how many lines a message may
    give, `least` the score from which a unit is worth a line."""

    spread: float = 0.0
    most: int = 8
    least: float = -np.inf


FREE = Limits()


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Any]:
    """The data file made by `bench/distil/train.py`."""
    loaded: dict[str, Any] = json.loads(files("compiler.passes.distil").joinpath("weights.json").read_text("utf-8"))
    return loaded


def weights() -> tuple[Floats, float]:
    """The linear weights, in the order of `features.NAMES`, and the intercept."""
    data = _shipped()
    return np.array([data["weights"].get(name, 0.0) for name in NAMES], np.float32), float(data["intercept"])


def diversity() -> float:
    """How much a unit loses per unit of cosine with what is already chosen, in log odds; learned with the weights."""
    return float(_shipped()["diversity"])


def weights_version() -> int:
    """Counts trainings, for fingerprints."""
    return int(_shipped()["version"])


def scores(matrix: Floats) -> Floats:
    """Log odds that a line is worth keeping, rounded so that processors agree on the order."""
    per_feature, intercept = weights()
    logits: Floats = np.round((matrix * per_feature).sum(axis=1) + intercept, 4).astype(np.float32)
    return logits


def choose(
    units: Sequence[Unit],
    score: Floats,
    rows: Vectors,
    limit: int,
    barred: Collection[int] = (),
    limits: Limits = FREE,
    loss: float | None = None,
) -> list[int]:
    """Indices of up to `limit` units, best first, greedily by score less similarity to the chosen, which is weighed by
    `loss` in place of the learned `diversity`; none of the `barred`. Ties go to the earlier unit."""
    loss = diversity() if loss is None else loss
    order = sorted(
        (i for i in range(len(units)) if i not in barred and score[i] >= limits.least),
        key=lambda i: (-float(score[i]), i),
    )
    order = list(islice((i for i in order if presentable(units[i])), SHORTLIST))
    if not order or limit <= 0:
        return []
    dense = rows.dense(order)
    open_ = np.ones(len(order), bool)
    likest = np.zeros(len(order), np.float32)
    value = np.array([score[i] for i in order], np.float32)
    message = np.array([units[i].said for i in order])
    chosen: list[int] = []
    while len(chosen) < limit:
        gain = np.where(open_ & (likest < SAME), value - loss * likest, -np.inf)
        best = int(np.argmax(gain))
        if gain[best] == -np.inf:
            break
        chosen.append(order[best])
        likest = np.maximum(likest, _closeness(dense, best))
        open_ &= [not overlap(units[order[best]], units[i]) for i in order]
        value = value - np.float32(limits.spread) * (message == message[best])
        if sum(units[i].said == message[best] for i in chosen) >= limits.most:
            open_ &= message != message[best]
    return chosen


def _closeness(dense: Floats, at: int) -> Floats:
    """The cosines of all rows with one row, by plain summation: few, and the same everywhere."""
    used = np.flatnonzero(dense[at])
    cosines: Floats = np.round((dense[:, used] * dense[at, used]).sum(axis=1), 4)
    return cosines


def overlap(one: Unit, other: Unit) -> bool:
    """Whether two candidates are cut from the same stretch of a message. An outline, which only names its items, goes
    with each of them."""
    return (
        other.said == one.said
        and other.start < one.end
        and one.start < other.end
        and ("outline" not in (one.kind, other.kind) or one.kind == other.kind)
    )
