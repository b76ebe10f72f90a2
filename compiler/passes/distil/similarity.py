"""How close a unit is to what its own conversation is about: TF-IDF within the conversation, no model, no "
"outside data."""

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

    def centre(self, chosen: NDArray[np.bool_]) -> Floats:
        """The unit-length sum of the chosen rows, dense."""
        per_row = np.repeat(chosen.astype(np.float32), np.diff(self.starts))
        total = np.bincount(self.columns, self.weights * per_row, self.width).astype(np.float32)
        return _unit_length(total)

    def against(self, dense: Floats) -> Floats:
        """The cosine of every row with a dense vector."""
        if not len(self.columns):
            return np.zeros(len(self.starts) - 1, np.float32)
        products = np.concatenate([self.weights * dense[self.columns], np.zeros(1, np.float32)])
        sums = np.add.reduceat(products, np.minimum(self.starts[:-1], len(products) - 1))
        return np.where(np.diff(self.starts) > 0, sums, 0.0).astype(np.float32)

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


def vectors(texts: Sequence[Sequence[str]]) -> Vectors:
    """TF-IDF rows of tokenised texts; each text counts as a document of its own."""
    vocabulary: dict[str, int] = {}
    columns: list[int] = []
    starts = [0]
    for tokens in texts:
        seen = {vocabulary.setdefault(term, len(vocabulary)) for term in terms(tokens)}
        columns.extend(sorted(seen))
        starts.append(len(columns))
    at, ends = np.array(columns, np.int64), np.array(starts, np.int64)
    found = np.bincount(at, minlength=len(vocabulary)) if len(vocabulary) else np.zeros(0, np.int64)
    idf = np.log((1 + len(texts)) / (1 + found)).astype(np.float32) + 1
    weights = idf[at] if len(at) else np.zeros(0, np.float32)
    lengths = np.sqrt(
        np.maximum(np.bincount(np.repeat(np.arange(len(texts)), np.diff(ends)), weights * weights, len(texts)), 1e-9)
    )
    weights = (weights / np.repeat(lengths, np.diff(ends))).astype(np.float32)
    return Vectors(ends, at, weights, len(vocabulary))
