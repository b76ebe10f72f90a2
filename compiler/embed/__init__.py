"""Texts to vectors: the protocol, the packaged MiniLM, any other model through an extra."""

from __future__ import annotations

from compiler.config import EmbedConfig
from compiler.embed.base import Embedder, Vectors, embed_each

__all__ = ["Embedder", "Vectors", "embed_each", "load"]


def load(config: EmbedConfig, *, chunks: bool = False, brief: bool = False) -> Embedder:
    """The configured embedder. Nothing heavy happens before the first text. With `chunks` it may be the faster and
    slightly different form of the same model: good for finding, not for vectors that shape the vault. `brief` is for a
    single question: quicker to load, slower to use."""
    if config.model == "minilm":
        from compiler.embed.minilm import MiniLM
        from compiler.embed.weights import packaged

        if chunks and config.fast:
            from compiler.embed.fast import fast_model

            return MiniLM(lambda: fast_model(packaged()))
        return MiniLM(packaged, brief=brief)
    from compiler.embed.sentence import SentenceTransformers

    return SentenceTransformers(config.model)
