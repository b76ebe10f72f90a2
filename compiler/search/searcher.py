"""Hybrid search: keyword and vector evidence over messages and notes, fused, grouped by conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compiler.embed import Embedder
from compiler.search import corpus, fusion
from compiler.search.corpus import Corpus, Floats, Ints, Rows
from compiler.search.fusion import Evidence, Weights
from compiler.search.hits import Found, make_hits
from compiler.search.lexical import Term, conversation_scores, find_terms, row_scores
from compiler.search.passages import Passages
from compiler.search.query import Query, parse
from compiler.search.semantic import Nearest, Semantic
from compiler.search.types import Filters, Hit
from compiler.store import lookups, vectors
from compiler.store.connection import Store
from compiler.store.keywords import Index

EMPTY = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Asked:
    """All evidence for one question: what ranking, relevance and answers are made of."""

    query: Query
    terms: Sequence[Term]
    messages: Evidence
    notes: Evidence
    conversations: Ints
    scores: Floats


class Searcher:
    """Searches one store; keeps what it loaded for the next question and notices when the store changes. `resident`
    keeps the vectors in memory: right for many questions, wasteful for one."""

    def __init__(
        self, store: Store, embedder: Embedder | None = None, *, resident: bool = False, weights: Weights | None = None
    ) -> None:
        self.store = store
        self.weights = weights or Weights()
        self._embedder = embedder
        self._resident = resident
        self._version: int | None = None
        self._corpora: dict[str, Corpus] = {}
        self._semantic: Semantic | None = None

    def search(self, text: str, *, limit: int = 10, passages: int = 3, filters: Filters | None = None) -> list[Hit]:
        """Passages of the best `limit` conversations, at most `passages` each, grouped, best first."""
        filters = filters or Filters()
        asked = self.ask(text, filters)
        return self.show(asked, filters, limit=limit, passages=passages)

    def ask(self, text: str, filters: Filters) -> Asked:
        """The evidence for a question, ranked, before anything is read from the texts."""
        self._refresh()
        query = parse(text)
        index = _index(filters)
        outline = self._outline(index)
        messages_on = filters.kind in (None, "message", "tool")
        notes_on = filters.kind not in ("message", "tool")
        vector = self._semantic.embed(text) if self._semantic and text.strip() and filters.kind != "tool" else None
        terms = find_terms(self.store, query, index) if messages_on else []
        note_terms = find_terms(self.store, query, "passage_words") if notes_on else []
        near = self._semantic.messages(vector) if self._semantic and vector is not None and messages_on else None
        near_notes = self._semantic.notes(vector) if self._semantic and vector is not None and notes_on else None
        allowed, allowed_notes = self._allowed(filters)
        terms = _within(terms, allowed)
        messages = _evidence(outline.messages, terms, near, allowed)
        notes = _evidence(outline.notes, note_terms, near_notes, allowed_notes)
        by_conversation = conversation_scores(terms, outline.messages)
        meaning = self._semantic.meaning(outline, vector) if self._semantic and vector is not None else None
        order, scores = fusion.rank(outline, by_conversation, messages, notes, meaning, self.weights)
        return Asked(query, terms, messages, notes, order, scores)

    def show(self, asked: Asked, filters: Filters, *, limit: int, passages: int) -> list[Hit]:
        outline = self._outline(_index(filters))
        found: list[Found] = []
        messages = Passages(asked.messages)
        notes = Passages(asked.notes)
        for rank, (place, score) in enumerate(zip(asked.conversations[:limit], asked.scores[:limit], strict=True), 1):
            best = [
                Found(rank, own, float(score), row, is_note, passages_.keyword_rank(row), passages_.vector_rank(row))
                for is_note, passages_, rows in ((False, messages, outline.messages), (True, notes, outline.notes))
                for row, own in passages_.best(rows, int(place), passages)
            ]
            best.sort(key=lambda f: (-f.own, f.is_note, f.row))
            found += best[:passages]
        return make_hits(self.store, asked.query, found)

    def _refresh(self) -> None:
        """Load the outline anew when another process has written to the store since."""
        version = int(self.store.connection.pragma("data_version"))
        if version == self._version:
            return
        self._version = version
        self._corpora = {}
        self._semantic = None
        if self._embedder and vectors.usable(self.store, self._embedder.identity):
            self._semantic = Semantic(self.store, self._embedder, self._resident)

    def _outline(self, index: Index) -> Corpus:
        if index not in self._corpora:
            self._corpora[index] = corpus.load(self.store, index)
        return self._corpora[index]

    def _allowed(self, filters: Filters) -> tuple[Ints | None, Ints | None]:
        """Rows of messages and of notes that the filters let through; None where all may pass."""
        kind = filters.kind
        if not filters.narrows and kind in (None, "message", "tool"):
            return None, (None if kind is None else EMPTY)
        asked = {"project": filters.project, "since": filters.since, "until": filters.until}
        rows = EMPTY
        if kind in (None, "message", "tool"):
            wanted = "tool" if kind == "tool" else "message"
            rows = lookups.allowed_rows(self.store, "chunks", kind=wanted, sources=filters.sources, **asked)
        notes = EMPTY
        if kind not in ("message", "tool"):
            notes = lookups.allowed_rows(self.store, "passages", kind=kind, sources=filters.sources, **asked)
        return rows, notes


def search(
    store: Store,
    query: str,
    *,
    limit: int = 10,
    passages: int = 3,
    filters: Filters | None = None,
    embedder: Embedder | None = None,
) -> list[Hit]:
    """One question to one store. Without an embedder, or without vectors of it in the store, by words alone."""
    return Searcher(store, embedder).search(query, limit=limit, passages=passages, filters=filters)


def _index(filters: Filters) -> Index:
    return "tool_words" if filters.kind == "tool" else "message_words"


def _within(terms: Sequence[Term], allowed: Ints | None) -> list[Term]:
    if allowed is None:
        return list(terms)
    kept = [Term(t.text, t.rows[np.isin(t.rows, allowed)], t.weight) for t in terms]
    return [t for t in kept if len(t.rows)]


def _evidence(rows: Rows, terms: Sequence[Term], near: Nearest | None, allowed: Ints | None) -> Evidence:
    return fusion.evidence(rows, row_scores(terms, rows), near, allowed)
