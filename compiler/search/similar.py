"""Conversations related to one, or to a text."""

from __future__ import annotations

from dataclasses import replace

from compiler.embed import Embedder, Vectors
from compiler.search.searcher import Searcher
from compiler.search.types import Filters, Hit
from compiler.store import centroids, chunks, conversations, notes
from compiler.store.connection import Store

OPENING = 1500
"""Characters of the person's own words that stand for a conversation beside its note."""


def similar(
    store: Store,
    target: str,
    *,
    limit: int = 10,
    filters: Filters | None = None,
    embedder: Embedder | None = None,
    searcher: Searcher | None = None,
) -> list[Hit]:
    """One hit a conversation, nearest first. `target` is a conversation's id, else any text. A conversation is compared
    by its note, its person's words and the middle of its vectors, and is not among its own results."""
    searcher = searcher or Searcher(store, embedder)
    filters = filters or Filters()
    with store.snapshot():  # a compile may be at work
        if conversations.header(store, target) is None:
            return searcher.search(target, limit=limit, passages=1, filters=filters)
        without = replace(filters, without=(*filters.without, target))
        asked = searcher.ask(_words(store, target), without, _middle(store, target, searcher))
        return searcher.show(asked, limit=limit, passages=1)


def _words(store: Store, conversation_id: str) -> str:
    """What a conversation is about, as text: its note, then how the person began."""
    note = notes.load(store, conversation_id)
    said = [note.title, note.summary, *(item.text for item in note.items)] if note else []
    room = OPENING
    for chunk in chunks.of(store, conversation_id):
        if chunk.person and room > 0:
            said.append(chunk.text[:room])
            room -= len(chunk.text)
    return "\n".join(said)


def _middle(store: Store, conversation_id: str, searcher: Searcher) -> Vectors | None:
    if searcher.embedder is None:
        return None
    middle = centroids.whole(store, conversation_id)
    return middle if middle is not None and len(middle) == searcher.embedder.dimension else None
