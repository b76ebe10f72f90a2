"""Single rows of a table ranked: which passages of a conversation are shown, and their places in both lists."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from compiler.search.corpus import Floats, Rows
from compiler.search.fusion import Evidence


class Passages:
    """Rows of one table as single passages: their own scores, and their places in the keyword and vector lists."""

    def __init__(self, found: Evidence) -> None:
        self._evidence = found
        self._keyword = np.sort(found.keyword[found.keyword > 0])
        self._cosine = np.sort(found.cosine[~np.isnan(found.cosine)])
        self._seen = (found.keyword > 0) | ~np.isnan(found.cosine)

    @cached_property
    def scores(self) -> Floats:
        """By row, in 0..1: the mean of the kinds of evidence there are; 0 where there is none."""
        kinds = []
        if len(self._keyword):
            kinds.append(self._evidence.keyword / self._keyword[-1])
        if len(self._cosine):
            low, high = float(self._cosine[0]), float(self._cosine[-1])
            kinds.append(np.nan_to_num((self._evidence.cosine - low) / ((high - low) or 1.0)))
        scores: Floats = np.mean(kinds, axis=0) if kinds else np.zeros_like(self._evidence.keyword)
        return scores

    def best(self, rows: Rows, conversation: int, count: int) -> list[tuple[int, float]]:
        """A conversation's best rows and their scores."""
        first, last = (int(x) for x in rows.spans[conversation])
        scores = self.scores[first : last + 1]
        seen = np.flatnonzero(self._seen[first : last + 1])
        order = seen[np.lexsort((seen, -scores[seen]))][:count]
        return [(first + int(i), float(scores[i])) for i in order]

    def keyword_rank(self, row: int) -> int | None:
        score = 0 if self._evidence.listed else self._evidence.keyword[row]
        return 1 + len(self._keyword) - int(np.searchsorted(self._keyword, score, "right")) if score > 0 else None

    def vector_rank(self, row: int) -> int | None:
        score = self._evidence.cosine[row]
        if np.isnan(score):
            return None
        return 1 + len(self._cosine) - int(np.searchsorted(self._cosine, score, "right"))
