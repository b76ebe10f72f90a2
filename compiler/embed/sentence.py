"""Any other model, or a GPU, through the optional extra `sentence-transformers`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from compiler.embed.base import Vectors
from compiler.embed.extra import load_model, whole


class SentenceTransformers:
    """A model by its folder, or by its name where it lies in the library's cache."""

    def __init__(self, model: str) -> None:
        self._model = load_model("SentenceTransformer", model, "embedding model", 'set model = "minilm"')
        renamed = getattr(self._model, "get_embedding_dimension", None)  # since 5
        self.dimension = int((renamed or self._model.get_sentence_embedding_dimension)() or 0)
        self.identity = f"st:{model}:{self.dimension}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = self._model.encode(whole(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(rows, dtype=np.float32)
