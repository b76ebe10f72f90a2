"""Hybrid search: keyword and vector evidence over messages and notes, fused, grouped by conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache, partial

import numpy as np

from compiler.embed import Embedder, Vectors
from compiler.errors import EndpointError
from compiler.search import corpus, fusion
from compiler.search.asked import Asked
from compiler.search.corpus import Corpus, Ints, Mask, Rows, among
from compiler.search.deciding import DEEP, asks_for_a_decision, decisions_first
from compiler.search.fusion import Weights
from compiler.search.hits import Found, make_hits
from compiler.search.lexical import ADDED, Term, conversation_scores, coverage, find_terms, known, row_scores, row_sums
from compiler.search.listing import listing
from compiler.search.passages import Passages
from compiler.search.query import Query, parse
from compiler.search.relevance import features, is_found
from compiler.search.rerank import DEPTH, FLOOR, INSTEAD, Reranker
from compiler.search.semantic import Semantic
from compiler.search.setting import Projects, projects, widened
from compiler.search.types import Filters, Hit
from compiler.search.when import When, read
from compiler.store import keywords, lookups
from compiler.store import passages as said
from compiler.store.connection import Store
from compiler.store.keywords import Index

MOST_WORDS = 4096
"""Words whose frequency is kept: counting a common one takes a millisecond."""


class Searcher:
    """Searches one store; keeps what it loaded for the next question and notices when the store changes. `yesterday` in
    a question is told from `today`."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder | None = None,
        *,
        weights: Weights | None = None,
        reranker: Reranker | None = None,
        today: Callable[[], date] = date.today,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.store = store
        self.weights = weights or Weights()
        self.embedder = embedder
        self.reranker = reranker
        self._tell = tell
        self._told: set[str] = set()
        self._version: int | None = None
        self._corpora: dict[str, Corpus] = {}
        self._projects: Projects | None = None
        self._semantic: Semantic | None = None
        self._today = today
        self._last: tuple[tuple[str, Filters, date], Asked] | None = None
        self._frequency: Callable[[str], int] = partial(keywords.frequency, store)

    def search(self, text: str, *, limit: int = 10, passages: int = 3, filters: Filters | None = None) -> list[Hit]:
        """Passages of the best `limit` conversations, at most `passages` each, grouped, best first; none when what
        matches least badly is clearly not what was asked for."""
        with self.store.snapshot():  # a compile may be at work
            asked, about = self.judge(text, filters or Filters(), is_found)
            return self.show(asked, limit=limit, passages=passages) if about else []

    def nearest(self, text: str, *, limit: int = 3, filters: Filters | None = None) -> list[Hit]:
        """What came nearest, one passage a conversation, whether or not it is about the question."""
        with self.store.snapshot():
            return self.show(self.ask(text, filters or Filters()), limit=limit, passages=1)

    def judge(self, text: str, filters: Filters, about: Callable[[Sequence[float]], bool]) -> tuple[Asked, bool]:
        """The evidence, and whether anything is about the question: as the reranker says, who orders the best anew and
        drops what lies below its floor, else as `about` says of the features. A reranker that fails is told of once."""
        asked = self.ask(text, filters)
        if asked.listed or not len(asked.conversations):
            return asked, asked.listed
        if self.reranker is None:
            return asked, about(features(asked))
        best = self.show(asked, limit=DEPTH, passages=1)
        try:
            scores = np.array(self.reranker.scores(text, [hit.text for hit in best]))
        except EndpointError as error:
            if str(error) not in self._told:
                self._told.add(str(error))
                self._tell(f"{error} {INSTEAD}")
            return asked, about(features(asked))
        order = [best[place].conversation_id for place in np.argsort(-scores, kind="stable") if scores[place] >= FLOOR]
        if not order:
            return asked, False
        place = {asked.corpus.ids[at]: at for at in asked.conversations[:DEPTH].tolist()}
        again = np.array([*(place[cid] for cid in order), *asked.conversations[DEPTH:]], dtype=np.int64)
        return replace(asked, conversations=again, scores=asked.scores[: len(again)]), True

    def ask(self, text: str, filters: Filters, vector: Vectors | None = None) -> Asked:
        """The evidence for a question, ranked, before any text is read; `vector` stands in for the text's own. The last
        one's is kept: the next page, the nearest misses, decisions and loops are all asked in the same words."""
        self._refresh()
        if vector is not None:
            return self._ask(text, filters, vector)
        today = self._today()
        if self._last is None or self._last[0] != (text, filters, today):
            self._last = (text, filters, today), self._ask(text, filters, None)
        return self._last[1]

    def _ask(self, text: str, filters: Filters, vector: Vectors | None) -> Asked:
        when = When(text, ()) if vector is not None else read(text, self._today())
        query, told = parse(when.text), parse(when.told).words
        if when.kind and filters.kind is None:
            filters = replace(filters, kind=when.kind)
        index: Index = "tool_words" if filters.kind == "tool" else "message_words"
        outline = self._outline(index)
        allowed, allowed_notes = self._allowed(filters, outline)
        if when.only:
            return listing(outline, when, filters.kind, allowed, allowed_notes)
        if vector is None and self._semantic and text.strip():
            vector = self._semantic.embed(f"{when.text} {when.told}".strip())
        semantic = self._semantic if vector is not None and filters.kind != "tool" else None
        messages, notes, terms = fusion.nothing(outline.messages), fusion.nothing(outline.notes), list[Term]()
        covered = share = 0.0
        if filters.kind in (None, "message", "tool"):
            terms, missing = self._terms(query, told, index, outline.messages)
            terms = _within(terms, allowed)
            sums = row_sums(terms, outline.messages)
            covered = coverage(terms, missing, sums, outline.messages)
            share = known(terms, missing)
            near = semantic.messages(vector, allowed) if semantic and vector is not None else None
            messages = fusion.evidence(outline.messages, row_scores(sums, outline.messages), near, allowed)
        if filters.kind not in ("message", "tool"):
            note_terms, missing = self._terms(query, told, "passage_words", outline.notes)
            note_terms = _within(note_terms, allowed_notes)
            sums = row_sums(note_terms, outline.notes)
            covered = max(covered, coverage(note_terms, missing, sums, outline.notes))
            share = max(share, known(note_terms, missing))
            near = semantic.notes(vector, allowed_notes) if semantic and vector is not None else None
            notes = fusion.evidence(outline.notes, row_scores(sums, outline.notes), near, allowed_notes)
        meaning = semantic.meaning(outline, vector) if semantic and vector is not None else None
        by_conversation = conversation_scores(terms, outline.messages)
        then = when.near(outline) if when.spans else None
        weights = self.weights.leaning(query.length, bool(when.spans))
        order, scores = fusion.rank(outline, by_conversation, messages, notes, meaning, weights, then)
        return Asked(query, outline, messages, notes, covered, share, order, scores)

    def show(self, asked: Asked, *, limit: int, passages: int) -> list[Hit]:
        """The best conversations' best passages, read from the store."""
        tables = (
            (False, Passages(asked.messages), asked.corpus.messages),
            (True, Passages(asked.notes), asked.corpus.notes),
        )
        deciding = asks_for_a_decision(asked.query)
        count = max(passages, DEEP) if deciding else passages
        found: list[list[Found]] = []
        for rank, (place, score) in enumerate(zip(asked.conversations[:limit], asked.scores[:limit], strict=True), 1):
            best = [
                Found(rank, own, float(score), row, is_note, table.keyword_rank(row), table.vector_rank(row))
                for is_note, table, rows in tables
                for row, own in table.best(rows, int(place), count)
            ]
            found.append(sorted(best, key=lambda f: (-f.own, f.is_note, f.row)))
        if deciding:
            found = decisions_first(self.store, found)
        return make_hits(self.store, asked.query, [f for entries in found for f in entries[:passages]])

    def show_notes(self, asked: Asked, scored: Sequence[tuple[float, int]]) -> list[Hit]:
        """Rows of notes with their scores, as results in that order."""
        table = Passages(asked.notes)
        found = [
            Found(rank, score, score, row, True, table.keyword_rank(row), table.vector_rank(row))
            for rank, (score, row) in enumerate(scored, start=1)
        ]
        return make_hits(self.store, asked.query, found)

    def _refresh(self) -> None:
        """Load the outline anew when another process has written to the store since."""
        version = int(self.store.connection.pragma("data_version"))
        if version == self._version:
            return
        self._version = version
        self._corpora = {}
        self._projects = None
        self._semantic = self._last = None
        self._frequency = lru_cache(MOST_WORDS)(partial(keywords.frequency, self.store))
        if self.embedder:
            self._semantic = Semantic(self.store, self.embedder)

    def _outline(self, index: Index) -> Corpus:
        if index not in self._corpora:
            self._corpora[index] = corpus.load(self.store, index)
        return self._corpora[index]

    def _terms(self, query: Query, told: Sequence[str], index: Index, rows: Rows) -> tuple[list[Term], int]:
        """The terms that occur, by words and by projects named, and how many words occur nowhere. `told` words of time
        need not occur."""
        if self._projects is None:
            self._projects = projects(self.store, self._outline("message_words").ids)
        terms, missing = find_terms(self.store, query, index, self._frequency)
        times = [Term(word, held, ADDED) for word in told if len(held := keywords.holding(self.store, index, word))]
        return widened([*terms, *times], missing, query, self._projects, rows)

    def _allowed(self, filters: Filters, outline: Corpus) -> tuple[Mask | None, Mask | None]:
        """By row of messages and of notes, what the filters let through; None where all may pass."""
        kind = filters.kind
        narrowed = partial(
            lookups.allowed_rows,
            self.store,
            sources=filters.sources,
            project=filters.project,
            since=filters.since,
            until=filters.until,
        )
        messages = notes = None
        if filters.narrows and kind in (None, "message", "tool"):
            messages = narrowed("chunks", kind="tool" if kind == "tool" else "message")
        if kind not in (None, "message", "tool") or (filters.narrows and kind is None):
            notes = narrowed("passages", kind=kind)
        without = frozenset(filters.without)
        left_out = [place for place, cid in enumerate(outline.ids) if cid in without] if without else []
        dismissed = said.rows_of(self.store, filters.without_items) if filters.without_items else None
        return _mask(outline.messages, messages, left_out), _mask(outline.notes, notes, left_out, dismissed)


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


def _mask(rows: Rows, chosen: Ints | None, left_out: Sequence[int], dismissed: Ints | None = None) -> Mask | None:
    """The chosen rows, all if None, without those of some conversations and without the dismissed."""
    if chosen is None and not left_out and dismissed is None:
        return None
    mask = np.ones(rows.size, dtype=bool)
    if chosen is not None:
        mask[:] = False
        mask[chosen[chosen < rows.size]] = True
    for first, last in rows.spans[left_out].tolist():
        mask[first : last + 1] = False
    if dismissed is not None:
        mask[dismissed[dismissed < rows.size]] = False
    return mask


def _within(terms: Sequence[Term], allowed: Mask | None) -> list[Term]:
    if allowed is None:
        return list(terms)
    kept = [Term(t.text, t.rows[among(t.rows, allowed)], t.weight) for t in terms]
    return [t for t in kept if len(t.rows)]
