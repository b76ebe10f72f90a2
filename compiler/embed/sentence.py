"""Any other model, or a GPU, through the optional extra `sentence-transformers`."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from compiler.embed.base import Vectors
from compiler.embed.runtime import load_runtime
from compiler.errors import UsageError


class SentenceTransformers:
    """A model by its folder, or by its name where it lies in the library's cache: nothing is fetched, nothing told."""

    def __init__(self, model: str) -> None:
        os.environ.update(HF_HUB_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1")  # read when the library is loaded
        load_runtime()  # the library may use it too
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise UsageError(
                f'The embedding model `{model}` needs the extra: install `musubi[st]`, or set model = "minilm".'
            ) from error
        try:
            self._model = SentenceTransformer(model, local_files_only=True)
        except OSError as error:
            raise UsageError(
                f"The embedding model `{model}` is not on this machine; fetch it with `hf download {model}`, or name "
                "its folder."
            ) from error
        self.dimension = int(self._model.get_sentence_embedding_dimension() or 0)
        self.identity = f"st:{model}:{self.dimension}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = self._model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(rows, dtype=np.float32)
