"""How close a unit is to what its own conversation is about: TF-IDF within the conversation, no model, no
outside data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from compiler.text.words import terms

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Vectors:
    """Unit-length sparse rows: of row i the columns and weights `[starts[i]:starts[i + 1]]`."""

    starts: NDArray[np.int64]
    columns: NDArray[np.int64]
    weights: Floats
    width: int

    def row(self, i: int) -> tuple[NDArray[np.int64], Floats]:
        low, high = self.starts[i], self.starts[i + 1]
        return self.columns[low:high], self.weights[low:high]

    def cut(self, low: int, high: int) -> Vectors:
        """The rows `low:high`."""
        a, b = self.starts[low], self.starts[high]
        return Vectors(self.starts[low : high + 1] - a, self.columns[a:b], self.weights[a:b], self.width)

    def centre(self, chosen: NDArray[np.bool_]) -> Floats:
        """The unit-length sum of the chosen rows, dense."""
        per_row = np.repeat(chosen.astype(np.float32), np.diff(self.starts))
        total = np.bincount(self.columns, self.weights * per_row, self.width).astype(np.float32)
        return _unit_length(total)

    def totals(self, per_column: Floats) -> Floats:
        """Of every row the sum of a value that each of its columns has."""
        return self._summed(per_column[self.columns])

    def against(self, dense: Floats) -> Floats:
        """The cosine of every row with a dense vector."""
        return self._summed(self.weights * dense[self.columns])

    def _summed(self, values: Floats) -> Floats:
        ends = np.concatenate([np.zeros(1, np.float64), np.cumsum(values, dtype=np.float64)])
        sums: Floats = (ends[self.starts[1:]] - ends[self.starts[:-1]]).astype(np.float32)
        return sums

    def dense(self, rows: Sequence[int]) -> Floats:
        """Some rows as a small matrix over the columns that they use."""
        used: dict[int, int] = {}
        for i in rows:
            for column in self.row(i)[0].tolist():
                used.setdefault(column, len(used))
        out = np.zeros((len(rows), max(1, len(used))), np.float32)
        for at, i in enumerate(rows):
            columns, weights = self.row(i)
            out[at, [used[c] for c in columns.tolist()]] = weights
        return out


def _unit_length(vector: Floats) -> Floats:
    length = float(np.sqrt((vector * vector).sum()))
    return vector / length if length else vector


def vectors(texts: Sequence[Sequence[str]], counted: NDArray[np.bool_]) -> Vectors:
    """TF-IDF rows of tokenised texts; a term's rarity is judged over the `counted` texts, each a document."""
    vocabulary: dict[str, int] = {}
    columns: list[int] = []
    starts = [0]
    for tokens in texts:
        seen = {vocabulary.setdefault(term, len(vocabulary)) for term in terms(tokens)}
        columns.extend(sorted(seen))
        starts.append(len(columns))
    at, ends, width = np.array(columns, np.int64), np.array(starts, np.int64), len(vocabulary)
    row_of = np.repeat(np.arange(len(texts)), np.diff(ends))
    found = np.bincount(at, counted[row_of].astype(np.float64), width)
    idf = np.log((1 + counted.sum()) / (1 + found)) + 1
    weights = idf[at]
    lengths = np.sqrt(np.maximum(np.bincount(row_of, weights * weights, len(texts)), 1e-9))
    return Vectors(ends, at, (weights / lengths[row_of]).astype(np.float32), width)
