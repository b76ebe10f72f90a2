"""Search as the person set it up, for the command line and for agents alike."""

from __future__ import annotations

from collections.abc import Callable

from compiler import embed
from compiler.config import Config
from compiler.embed import Embedder
from compiler.errors import MusubiError
from compiler.recall.questions import Questions
from compiler.search import Searcher, rerank
from compiler.store import passages, vectors
from compiler.store.connection import Store

Tell = Callable[[str], None]
"""Hears in a sentence what questions have to do without."""


def searcher_for(config: Config, store: Store, tell: Tell, *, many: bool = False) -> Searcher:
    """`many` questions are to come, or one."""
    reranker = rerank.load_or_tell(config.search.reranker, tell)
    return Searcher(store, _embedder(config, store, tell, many), reranker=reranker, tell=tell)


def has_vectors(store: Store) -> bool:
    """Whether there is anything to compare a question with; without, search goes by words."""
    return (store.vectors and vectors.exists(store)) or passages.any_vector(store)


def _embedder(config: Config, store: Store, tell: Tell, many: bool) -> Embedder | None:
    if not has_vectors(store):
        return None
    try:
        return Questions(embed.load(config.embed, questions="many" if many else "one"))
    except MusubiError as error:
        tell(f"{error} Search goes by words.")
        return None
