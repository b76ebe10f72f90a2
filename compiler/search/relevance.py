"""Whether the history holds anything about a question at all: a small logistic model over what the search found.

Fitted by `bench/search/relevance.py`; a BM25 score or a rank cannot tell, because something always matches least badly.
"""

from __future__ import annotations

import numpy as np

from compiler.search.asked import Asked

NOTHING_BELOW = 0.0
"""A search answers `nothing` below it."""
NO_ANSWER_BELOW = 0.0
"""An answer is `nothing in your history` below it."""


def features(asked: Asked) -> tuple[float, ...]:
    """Best cosine, mean of the five best, cosine above the middle of the nearest, share of the words covered."""
    both = [e.cosine[~np.isnan(e.cosine)] for e in (asked.messages, asked.notes)]
    cosines = np.sort(np.concatenate(both))[::-1]
    if not len(cosines):
        return (0.0, 0.0, 0.0, asked.coverage)
    best = float(cosines[0])
    return (best, float(cosines[:5].mean()), best - float(np.median(cosines)), asked.coverage)


def relevance(asked: Asked) -> float:
    """Probability that the best of what was found is about the question."""
    return 1.0
