"""Conversations that resemble the ones found: a thread is often asked about in words that only part of it uses.

The best matches pass part of their score to the conversations nearest to them. In the measurements this is worth more
than any other field (`bench/search`).
"""

from __future__ import annotations

import numpy as np

from compiler.search.corpus import Floats, Ints

LEADERS = 5
"""How many of the best matches pass their score on."""
SHARPNESS = 4
"""Power of a leader's score: the better match counts far more."""
SHRINK = 20
"""Conversations at which half of their common direction is taken out; with few there is nothing to compare with."""


class Related:
    """Nearness between conversations: the cosine of their middles, after the direction they all share is taken out."""

    def __init__(self, middles: Floats) -> None:
        known = np.linalg.norm(middles, axis=1) > 0
        count = int(known.sum())
        common = middles[known].mean(axis=0) * (count / (count + SHRINK)) if count else np.float32(0)
        centred = np.where(known[:, None], middles - common, 0)
        self._middles = (centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-9)).astype(np.float32)

    def spread(self, scores: Floats, silent: Ints) -> Floats:
        """By conversation, how near it is to the best-scored ones. `silent` conversations lead nobody."""
        leading = scores.copy()
        leading[silent] = 0
        leaders = np.argsort(-leading, kind="stable")[:LEADERS]
        weights = np.maximum(leading[leaders], 0) ** SHARPNESS
        if not weights.any():
            return np.zeros_like(scores)
        near: Floats = self._middles @ (weights @ self._middles[leaders] / weights.sum())
        return near


def standing(near: Floats, in_time: Ints) -> Floats:
    """By conversation, how much of the thread lies behind it: 0 before its beginning, 1 at its end, for the newest talk
    of a thread says how things stand. `near` 0..1 is how much each belongs to the thread, `in_time` oldest first."""
    told = np.cumsum(near[in_time] ** 2)
    out = np.zeros_like(near)
    if told[-1:].any():
        out[in_time] = told / told[-1]
    return out
