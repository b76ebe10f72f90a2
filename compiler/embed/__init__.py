"""Texts to vectors: the protocol, the packaged MiniLM, any other model through an extra."""

from __future__ import annotations

from typing import Literal

from compiler.config import EmbedConfig
from compiler.embed.base import Embedder, Vectors, embed_each

__all__ = ["Embedder", "Vectors", "embed_each", "load"]


def load(config: EmbedConfig, *, chunks: bool = False, questions: Literal["one", "many"] | None = None) -> Embedder:
    """The configured embedder. Nothing heavy happens before the first text. With `chunks` it may be the faster and
    slightly different form of the same model: good for finding, not for vectors that shape the vault. `questions` come
    one at a time, so they take one core; only one of them is not worth a long preparation."""
    if config.model == "minilm":
        from compiler.embed.minilm import MiniLM
        from compiler.embed.weights import packaged

        if chunks and config.fast:
            from compiler.embed.fast import fast_model

            return MiniLM(lambda: fast_model(packaged()), fused=True)
        return MiniLM(packaged, cores=1 if questions else 0, prepare=questions != "one")
    from compiler.embed.sentence import SentenceTransformers

    return SentenceTransformers(config.model)
