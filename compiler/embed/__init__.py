"""Texts to vectors: the protocol, the packaged MiniLM, any other model through an extra."""

from __future__ import annotations

from compiler.config import EmbedConfig
from compiler.embed.base import Embedder, Vectors, embed_each

__all__ = ["Embedder", "Vectors", "embed_each", "load"]


def load(config: EmbedConfig) -> Embedder:
    """The configured embedder with exact weights. Nothing heavy happens before the first text."""
    if config.model == "minilm":
        from compiler.embed.minilm import MiniLM
        from compiler.embed.weights import packaged

        return MiniLM(packaged)
    from compiler.embed.sentence import SentenceTransformers

    return SentenceTransformers(config.model)
