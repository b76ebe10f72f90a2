"""Any other model, or a GPU, through the optional extra `sentence-transformers`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from compiler.embed.base import Vectors
from compiler.errors import UsageError


class SentenceTransformers:
    """A model by its sentence-transformers name or folder. The library decides where it comes from."""

    def __init__(self, model: str) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise UsageError(
                f'The embedding model `{model}` needs the extra: install `musubi[st]`, or set model = "minilm".'
            ) from error
        self._model = SentenceTransformer(model)
        self.dimension = int(self._model.get_sentence_embedding_dimension() or 0)
        self.identity = f"st:{model}:{self.dimension}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = self._model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(rows, dtype=np.float32)
