"""Keyword evidence: for each term the rows that hold it, then BM25 over single rows and over whole conversations.

One list of rows a term is all that is read. Passages are short, so a term's count within one hardly matters; the count
of a conversation's passages that hold it stands for its frequency there. That saves a second index of conversations.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from compiler.search.corpus import Floats, Ints, Rows
from compiler.search.kinds import KINDS
from compiler.search.query import Query, named
from compiler.store import keywords
from compiler.store.connection import Store
from compiler.store.keywords import Index
from compiler.text.language import FOREIGN
from compiler.text.words import STOP

MOST_ROWS = 30_000
"""Rows read for the words of one query. The commonest words, which tell least, are left out beyond it."""
LEAST_WORDS = 2
PHRASE = 1.0
"""Weight of several words found together, added to that of the words themselves."""
GUESS = 0.7
"""Weight of a term found only inside longer words, by correcting a typo, or by what is of the kind asked for."""
ADDED = 0.3
"""Weight, at most, of what adds to a term that is counted already."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term with the rows that hold it; `weight` scales its rarity."""

    text: str
    rows: Ints
    weight: float = 1.0


def find_terms(store: Store, query: Query, index: Index, frequency: Callable[[str], int]) -> tuple[list[Term], int]:
    """The terms of a query that occur, rarest first, and how many words occur nowhere. In messages a word that stands
    nowhere is looked for inside words, then with a typo corrected; a word for a kind of thing also finds what is of the
    kind. `frequency` tells of a stem in how many messages it stands. Where even the question's `und` or `que` stands
    nowhere, it is put in a language that the history is not in: its words are not missing, but names may be found."""
    words = _affordable(store, query.words, frequency) if index == "message_words" else query.words
    single = [Term(word, keywords.holding(store, index, word)) for word in words]
    if _is_strange(query, single):
        single = [t for t in single if len(t.rows)]
    kinds = [_of_kind(store, index, kind, frequency) for kind in named(query.every, KINDS)]
    told = {word for term in kinds if len(term.rows) for word in term.text.split()}
    lost = {t.text for t in single if not len(t.rows)} - told
    missing = 0
    if index == "message_words":
        guessed = [_guess(store, word) for word in sorted(lost)]
        lost -= {t.text for t in guessed if len(t.rows)}
        pairs = [[Term(pair, rows) for pair, rows in keywords.wide(store, run)] for run in query.wide]
        missing = sum(not any(len(t.rows) for t in run) for run in pairs)
        single += guessed + [term for run in pairs for term in run]
    single += kinds
    joined = [Term(phrase, keywords.holding(store, index, phrase), PHRASE) for phrase in query.phrases]
    found = (t for t in (*single, *joined) if len(t.rows))
    return sorted(found, key=lambda t: (len(t.rows), t.text)), missing + len(lost)


def _is_strange(query: Query, terms: Sequence[Term]) -> bool:
    foreign = [t for t in terms if t.text in FOREIGN]
    return len(foreign) > sum(word in STOP for word in query.every) and not any(len(t.rows) for t in foreign)


def _affordable(store: Store, words: Sequence[str], frequency: Callable[[str], int]) -> list[str]:
    """The words rarest first, without the commonest where together they stand in too many rows."""
    counted = sorted((min(map(frequency, keywords.stems(store, word)), default=0), word) for word in words)
    kept: list[str] = []
    total = 0
    for count, word in counted:
        total += count
        if total <= MOST_ROWS or len(kept) < LEAST_WORDS:
            kept.append(word)
    return kept


def _guess(store: Store, word: str) -> Term:
    from compiler.search.typos import corrections

    if len(word) >= 3:
        rows = keywords.containing(store, word)
        if len(rows):
            return Term(word, rows, GUESS)
    for stem in corrections(store, word):
        return Term(word, keywords.holding(store, "message_words", stem), GUESS)
    return Term(word, np.zeros(0, dtype=np.int64))


def _of_kind(store: Store, index: Index, kind: tuple[str, ...], frequency: Callable[[str], int]) -> Term:
    """Rows that name anything of a kind, as one term."""
    names = _affordable(store, KINDS[kind], frequency) if index == "message_words" else KINDS[kind]
    rows = [keywords.holding(store, index, name) for name in names]
    return Term(" ".join(kind), np.unique(np.concatenate(rows)), GUESS)


def row_sums(terms: Sequence[Term], rows: Rows) -> Floats:
    """By row, the summed rarity of the terms it holds."""
    sums = np.zeros(rows.size, dtype=np.float32)
    for term in terms:
        sums[term.rows] += term.weight * _idf(len(term.rows), rows.live)
    return sums


def row_scores(sums: Floats, rows: Rows, k1: float = 1.2, b: float = 0.4) -> Floats:
    """BM25 of every row, each term counted once."""
    scores: Floats = sums * np.float32(k1 + 1) / (1 + k1 * (1 - b + b * rows.words / np.float32(rows.mean_words)))
    return scores


def coverage(terms: Sequence[Term], missing: int, sums: Floats, rows: Rows) -> float:
    """How much of the question the best single row holds, by rarity, in 0..1; a word that stands nowhere is rarest."""
    total = sum(t.weight * _idf(len(t.rows), rows.live) for t in terms) + missing * _idf(0, rows.live)
    return float(sums.max(initial=0.0)) / total if total else 0.0


def known(terms: Sequence[Term], missing: int) -> float:
    """The share of the words asked for that stand anywhere, in 0..1; a guess counts as less than a word."""
    weights = [t.weight for t in terms if t.weight > ADDED]
    return sum(weights) / (len(weights) + missing) if weights else 0.0


def conversation_scores(terms: Sequence[Term], rows: Rows, k1: float = 2.0, b: float = 0.6) -> Floats:
    """BM25 of every conversation, a term's frequency being the number of rows that hold it."""
    count = len(rows.spans)
    scores = np.zeros(count, dtype=np.float32)
    held = rows.owner >= 0
    words = np.bincount(rows.owner[held], weights=rows.words[held], minlength=count)
    norm = k1 * (1 - b + b * words / max(float(words.mean()) if count else 0.0, 1.0))
    for term in terms:
        frequency = np.bincount(rows.owner[term.rows], minlength=count)
        idf = _idf(int((frequency > 0).sum()), count)
        scores += (term.weight * idf * frequency * (k1 + 1) / (frequency + norm)).astype(np.float32)
    return scores


def _idf(holding: int, total: int) -> float:
    """Rarity, never zero, so that a word in every text still tells a hit from none."""
    return math.log1p((total - holding + 0.5) / (holding + 0.5))
