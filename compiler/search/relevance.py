"""Whether the history holds anything about a question at all: a small logistic model over what the search found.

Fitted by `bench/search/relevance.py`; a BM25 score or a rank cannot tell, because something always matches least badly.
"""

from __future__ import annotations

import math

import numpy as np

from compiler.search.asked import Asked

NOTHING_BELOW = 0.0
"""A search answers `nothing` below it."""
NO_ANSWER_BELOW = 0.0
"""An answer is `nothing in your history` below it."""


FEATURES = ("best cosine", "mean of the five best", "covered", "words", "known")


def features(asked: Asked) -> tuple[float, ...]:
    """Best cosine and mean of the five best; how much of the question the best passage holds; the logarithm of the
    question's length in words; the share of its words that stand anywhere."""
    both = [e.cosine[~np.isnan(e.cosine)] for e in (asked.messages, asked.notes)]
    cosines = np.sort(np.concatenate(both))[::-1]
    best, five = (float(cosines[0]), float(cosines[:5].mean())) if len(cosines) else (0.0, 0.0)
    return (best, five, asked.coverage, math.log1p(len(asked.query.every)), asked.known)


def relevance(asked: Asked) -> float:
    """Probability that the best of what was found is about the question."""
    return 1.0
