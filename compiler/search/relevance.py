"""Whether the history holds anything about a question at all: a small logistic model over what the search found.

Fitted by `bench/search/relevance.py`; a BM25 score or a rank cannot tell, because something always matches least badly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from compiler.search.asked import Asked

WITH_VECTORS = (8.9, 9.1, 7.0, -0.3, 5.6, -16.1)
WORDS_ALONE = (12.3, 0.9, 9.2, -16.3)
"""Weights of the features, of the last three where there are no cosines, and the constant."""
FOUND, FOUND_COSINE = 0.09, 0.45
"""A search shows what it found from this probability on, or from this cosine: a paraphrase may share no word."""
ANSWERED, ANSWERED_COSINE = 0.4, 0.62
"""The same for an answer, which should rather be silent than wrong."""


FEATURES = ("best cosine", "mean of the five best", "covered", "words", "known")


def features(asked: Asked) -> tuple[float, ...]:
    """Best cosine and mean of the five best (of fewer in a small store); how much of the question the best passage
    holds; the logarithm of the question's length in words; the share of its words that stand anywhere."""
    both = [e.cosine[~np.isnan(e.cosine)] for e in (asked.messages, asked.notes)]
    cosines = np.sort(np.concatenate(both))[::-1]
    few = max(1, min(5, len(cosines) // 10))
    best, five = (float(cosines[0]), float(cosines[:few].mean())) if len(cosines) else (0.0, 0.0)
    return (best, five, asked.coverage, math.log1p(len(asked.query.every)), asked.known)


def relevance(values: Sequence[float]) -> float:
    """Probability that the best of what was found is about the question."""
    *weights, constant = WITH_VECTORS if values[0] else WORDS_ALONE
    logit = constant + sum(w * v for w, v in zip(weights, values[-len(weights) :], strict=True))
    return 1 / (1 + math.exp(-logit))


def is_found(values: Sequence[float]) -> bool:
    """Whether a search has anything to show; False only when all is clearly about something else."""
    return relevance(values) >= FOUND or values[0] >= FOUND_COSINE


def is_answerable(values: Sequence[float]) -> bool:
    """Whether the history says something about the question."""
    return relevance(values) >= ANSWERED or values[0] >= ANSWERED_COSINE
