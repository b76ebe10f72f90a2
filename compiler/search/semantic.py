"""Vector evidence: the cosines of the nearest passages."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler.embed import Embedder, Vectors
from compiler.search.corpus import Corpus, Floats, Ints, Mask, among
from compiler.search.related import Related
from compiler.store import centroids, passages, sketches, vectors
from compiler.store.connection import Store

NEAREST = 400
"""How many message chunks get a cosine; the rest count as far away."""
CANDIDATES = 2048
"""How many are chosen by their signs to be compared."""


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
    """Nearest messages and notes to a question, for one state of the store: what was read once is kept (50 bytes a
    chunk, 1.5 kB a passage of a note)."""

    def __init__(self, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._signs: sketches.Signs | None = None
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
            return _nearest(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32))
        if self._signs is None:
            self._signs = sketches.Signs(self._store)
        return _nearest(*sketches.cosines(self._store, self._signs.nearest(vector, CANDIDATES, allowed), vector))

    def notes(self, vector: Vectors, allowed: Mask | None) -> Nearest:
        if self._notes is None:
            self._notes = passages.matrix(self._store)
        rows, matrix = self._notes
        if matrix.shape[1] != len(vector):
            return _nearest(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32))
        cosines = matrix @ vector
        if allowed is not None:
            keep = among(rows, allowed)
            rows, cosines = rows[keep], cosines[keep]
        return _nearest(rows, cosines)


def _nearest(rows: Ints, cosines: Vectors) -> Nearest:
    """The best `NEAREST` of them."""
    if not len(rows):
        return Nearest(rows, cosines, 0.0)
    count = min(NEAREST, len(rows))
    top = np.argpartition(-cosines, count - 1)[:count]
    top = top[np.lexsort((rows[top], -cosines[top]))]
    return Nearest(rows[top], cosines[top], float(cosines[top[-1]]))
