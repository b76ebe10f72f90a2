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
FOUND = 0.09
"""A search shows what it found from this probability on: 99.5 % of the questions that have an answer are above."""
ANSWERED = 0.3
"""The same for an answer, which should rather be silent than wrong: some 95 % are above."""
NEAR, NEAR_PER_WORD = 0.27, 0.095
"""A paraphrase may share no word with what it asks for, so a high cosine is enough alone; the longer a text, the nearer
it lies to everything (per logarithm of its words)."""
LARGE, SMALL = 2000, 80
"""Messages of the stores the weights were fitted on. A smaller one holds fewer words and nothing so near, whatever is
asked: a stranger's questions fall by a logit with each factor e, and pass as often again once that is given back."""


FEATURES = ("best cosine", "mean of the five best", "covered", "words", "known")


def features(asked: Asked) -> tuple[float, ...]:
    """Best cosine and mean of the five best (of fewer in a small store); how much of the question the best passage
    holds; the logarithm of the question's length in words; the share of its words that stand anywhere. Last, and not
    weighed, what a small store is given back."""
    both = [e.cosine[~np.isnan(e.cosine)] for e in (asked.messages, asked.notes)]
    cosines = np.sort(np.concatenate(both))[::-1]
    few = max(1, min(5, len(cosines) // 10))
    best, five = (float(cosines[0]), float(cosines[:few].mean())) if len(cosines) else (0.0, 0.0)
    given_back = math.log(LARGE / min(max(asked.corpus.messages.live, SMALL), LARGE))
    return (best, five, asked.coverage, math.log1p(len(asked.query.every)), asked.known, given_back)


def relevance(values: Sequence[float]) -> float:
    """Probability that the best of what was found is about the question."""
    *weights, constant = WITH_VECTORS if values[0] else WORDS_ALONE
    *weighed, given_back = values
    logit = constant + given_back + sum(w * v for w, v in zip(weights, weighed[-len(weights) :], strict=True))
    return 1 / (1 + math.exp(-logit))


def is_found(values: Sequence[float]) -> bool:
    """Whether a search has anything to show; False only when all is clearly about something else."""
    return relevance(values) >= FOUND or _is_near(values)


def is_answerable(values: Sequence[float]) -> bool:
    """Whether the history says something about the question."""
    return relevance(values) >= ANSWERED or _is_near(values)


def _is_near(values: Sequence[float]) -> bool:
    cosine, _, _, words, *_ = values
    return cosine >= NEAR + NEAR_PER_WORD * words
