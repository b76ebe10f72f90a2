"""Vector evidence: the cosines of the nearest passages, from vec0 for a single question, from memory for many."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler.embed import Embedder, Vectors
from compiler.search.corpus import Corpus, Floats, Ints, Mask, among
from compiler.search.related import Related
from compiler.store import centroids, passages, vectors
from compiler.store.connection import Store

NEAREST = 400
"""How many message chunks get a cosine; the rest count as far away."""

NOTHING: tuple[Ints, Vectors] = (np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.float32))


@dataclass(frozen=True, slots=True)
class Nearest:
    """`rows` and their `cosines`, best first; `floor` is the cosine below which nothing was looked at."""

    rows: Ints
    cosines: Floats
    floor: float


@dataclass(frozen=True, slots=True)
class Meaning:
    """By conversation: the cosine of the question to its middle and to the person's own words in it."""

    middle: Floats
    person: Floats
    related: Related


class Semantic:
    """Nearest messages and notes to a question. `resident` keeps all vectors in memory (1.5 kB a chunk)."""

    def __init__(self, store: Store, embedder: Embedder, resident: bool) -> None:
        self._store = store
        self._embedder = embedder
        self._resident = resident
        self._messages: tuple[Ints, Vectors] | None = None
        self._notes: tuple[Ints, Vectors] | None = None
        self._middles: tuple[Corpus, tuple[Vectors, Vectors] | None, Related | None] | None = None

    def embed(self, text: str) -> Vectors:
        """The unit vector of a text."""
        row: Vectors = self._embedder.embed([text])[0]
        return row

    def meaning(self, corpus: Corpus, vector: Vectors) -> Meaning | None:
        """None while no conversation of the store has a middle."""
        if self._middles is None or self._middles[0] is not corpus:
            found = centroids.load(self._store, corpus.ids)
            self._middles = corpus, found, Related(found[0]) if found else None
        _, found, related = self._middles
        if found is None or related is None or found[0].shape[1] != len(vector):
            return None
        return Meaning(found[0] @ vector, found[1] @ vector, related)

    def messages(self, vector: Vectors, allowed: Mask | None) -> Nearest:
        """Among the allowed rows, all when None."""
        if not vectors.usable(self._store, self._embedder.identity):
            return _best(*NOTHING, vector, None)
        if self._messages is None and self._resident:
            self._messages = vectors.everything(self._store)
        if self._messages is None:
            rows, cosines = vectors.nearest(
                self._store, vector, NEAREST, None if allowed is None else np.flatnonzero(allowed)
            )
            return Nearest(rows, cosines, float(cosines[-1]) if len(cosines) else 0.0)
        return _best(*self._messages, vector, allowed)

    def notes(self, vector: Vectors, allowed: Mask | None) -> Nearest:
        if self._notes is None:
            found, matrix = passages.vectors(self._store)
            self._notes = np.array([p.row for p in found], dtype=np.int64), matrix
        return _best(*self._notes, vector, allowed)


def _best(rows: Ints, matrix: Vectors, vector: Vectors, allowed: Mask | None) -> Nearest:
    if not len(rows) or matrix.shape[1] != len(vector):
        return Nearest(NOTHING[0], np.zeros(0, dtype=np.float32), 0.0)
    cosines = matrix @ vector
    if allowed is not None:
        keep = among(rows, allowed)
        rows, cosines = rows[keep], cosines[keep]
        if not len(rows):
            return Nearest(NOTHING[0], np.zeros(0, dtype=np.float32), 0.0)
    count = min(NEAREST, len(rows))
    top = np.argpartition(-cosines, count - 1)[:count]
    top = top[np.lexsort((rows[top], -cosines[top]))]
    return Nearest(rows[top], cosines[top], float(cosines[top[-1]]))
