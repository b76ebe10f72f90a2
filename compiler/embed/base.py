"""What an embedder is, and how a text that cannot be embedded is kept from costing its batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""Shape (texts, dimension), every row of unit length."""


class Embedder(Protocol):
    """Texts to vectors. `identity` names model and dimension, never precision: vectors of one identity compare."""

    @property
    def identity(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit-length row a text, in order. Raises whatever the model raises for a text it cannot take."""
        ...


def embed_each(embedder: Embedder, texts: Sequence[str]) -> list[Vectors | None]:
    """A row a text, None for what cannot be embedded: a failing batch is halved until the culprit stands alone."""
    if not texts:
        return []
    try:
        return list(embedder.embed(texts))
    except Exception:  # noqa: BLE001  any model may fail in any way on a text; the caller counts the Nones
        if len(texts) == 1:
            return [None]
        middle = len(texts) // 2
        return embed_each(embedder, texts[:middle]) + embed_each(embedder, texts[middle:])
