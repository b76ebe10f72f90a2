"""The outline of the store that ranking works over, as arrays: which conversation each row belongs to, how long, when.

Rows of one conversation are consecutive, so a conversation is a slice of every array over rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from compiler.store import chunks, keywords, passages
from compiler.store.connection import Store
from compiler.store.keywords import Index

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Rows:
    """One table of texts. `owner[row]` is the index of its conversation, -1 where there is no row; `words[row]` its
    length in words; `spans[c]` the first and last row of a conversation, (0, -1) if it has none; `person[row]` whether
    the person wrote it."""

    owner: Ints
    words: Floats
    spans: Ints
    person: Mask

    @property
    def size(self) -> int:
        return len(self.owner)

    @cached_property
    def live(self) -> int:
        """How many rows there are."""
        return int((self.owner >= 0).sum())

    @cached_property
    def mean_words(self) -> float:
        return float(self.words.sum()) / max(self.live, 1) or 1.0


@dataclass(frozen=True)
class Corpus:
    """Conversations by index, and the rows of messages and of notes. `began` and `ended` are days, counted as
    `date.toordinal` does; NaN where the time is unknown."""

    ids: tuple[str, ...]
    began: Floats
    ended: Floats
    messages: Rows
    notes: Rows

    @cached_property
    def age(self) -> Floats:
        """0 for the newest conversation, growing by 1 a day."""
        known = self.ended[~np.isnan(self.ended)]
        return known.max() - self.ended if len(known) else self.ended

    @cached_property
    def in_time(self) -> Ints:
        """Conversations oldest first; those without a time before all others."""
        return np.argsort(np.nan_to_num(self.ended, nan=0.0), kind="stable").astype(np.int64)


def among(rows: Ints, allowed: Mask) -> Mask:
    """Which of some rows a mask over all rows lets through."""
    inside = rows < len(allowed)
    inside[inside] = allowed[rows[inside]]
    return inside


def load(store: Store, index: Index = "message_words") -> Corpus:
    """Read the outline: a few milliseconds for thousands of chunks, without touching their text."""
    chunk_spans, note_spans = chunks.spans(store), passages.spans(store)
    ids = tuple(sorted({cid for cid, _, _ in chunk_spans} | {cid for cid, _, _ in note_spans}))
    place = {cid: n for n, cid in enumerate(ids)}
    return Corpus(
        ids,
        *_days(store, ids),
        _rows(store, index, chunk_spans, place),
        _rows(store, "passage_words", note_spans, place),
    )


def _rows(store: Store, index: Index, found: list[tuple[str, int, int]], place: dict[str, int]) -> Rows:
    size = max((last for _, _, last in found), default=0) + 1
    owner = np.full(size, -1, dtype=np.int64)
    spans = np.tile(np.array([0, -1], dtype=np.int64), (len(place), 1))
    for cid, first, last in found:
        owner[first : last + 1] = place[cid]
        spans[place[cid]] = (first, last)
    words = np.zeros(size, dtype=np.float32)
    rows, lengths = keywords.lengths(store, index)
    words[rows] = lengths
    person = np.zeros(size, dtype=bool)
    if index == "message_words":
        person[chunks.of_person(store)] = True
    return Rows(owner, words, spans, person)


def _days(store: Store, ids: tuple[str, ...]) -> tuple[Floats, Floats]:
    sql = "SELECT id, coalesce(created_at, updated_at), coalesce(updated_at, created_at) FROM conversations"
    times = {cid: (first, last) for cid, first, last in store.execute(sql)}
    first, last = zip(*(times.get(cid, (None, None)) for cid in ids), strict=True) if ids else ((), ())
    return np.array([_day(t) for t in first], dtype=np.float32), np.array([_day(t) for t in last], dtype=np.float32)


def _day(time: str | None) -> float:
    try:
        return float(date.fromisoformat(time[:10]).toordinal()) if time else float("nan")
    except ValueError:
        return float("nan")
