"""Single rows of a table ranked: which passages of a conversation are shown, and their places in both lists."""

from __future__ import annotations

import numpy as np

from compiler.search.corpus import Rows
from compiler.search.fusion import Evidence


class Passages:
    """Rows of one table as single passages: their own scores, and their places in the keyword and vector lists."""

    def __init__(self, found: Evidence) -> None:
        self._evidence = found
        self._keyword = np.sort(found.keyword[found.keyword > 0])
        self._cosine = np.sort(found.cosine[~np.isnan(found.cosine)])

    def best(self, rows: Rows, conversation: int, count: int) -> list[tuple[int, float]]:
        """A conversation's best rows and their scores in 0..1: the mean of the kinds of evidence there are."""
        first, last = (int(x) for x in rows.spans[conversation])
        keyword = self._evidence.keyword[first : last + 1]
        cosine = self._evidence.cosine[first : last + 1]
        kinds = []
        if len(self._keyword):
            kinds.append(keyword / self._keyword[-1])
        if len(self._cosine):
            low, high = float(self._cosine[0]), float(self._cosine[-1])
            kinds.append(np.nan_to_num((cosine - low) / ((high - low) or 1.0)))
        if not kinds:
            return []
        scores = np.mean(kinds, axis=0)
        seen = np.flatnonzero((keyword > 0) | ~np.isnan(cosine))
        order = seen[np.lexsort((seen, -scores[seen]))][:count]
        return [(first + int(i), float(scores[i])) for i in order]

    def keyword_rank(self, row: int) -> int | None:
        score = self._evidence.keyword[row]
        return 1 + len(self._keyword) - int(np.searchsorted(self._keyword, score, "right")) if score > 0 else None

    def vector_rank(self, row: int) -> int | None:
        score = self._evidence.cosine[row]
        if np.isnan(score):
            return None
        return 1 + len(self._cosine) - int(np.searchsorted(self._cosine, score, "right"))
