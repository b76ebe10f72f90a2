"""Evidence of several kinds, each scaled to 0..1 within its list, weighted, summed: over conversations, over rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from compiler.search.corpus import Corpus, Floats, Ints, Rows
from compiler.search.semantic import Nearest


@dataclass(frozen=True, slots=True)
class Weights:
    """What each kind of evidence counts. Set by `bench/search`, which shows what each is worth."""

    keyword_conversation: float = 0.5
    keyword_best: float = 0.5
    cosine_best: float = 0.5
    cosine_mean: float = 0.5
    note_keyword: float = 0.2
    note_cosine: float = 0.2
    recency: float = 0.3


@dataclass(frozen=True, slots=True)
class Evidence:
    """By row: BM25 (0: no term), and cosine (NaN: not among the nearest)."""

    keyword: Floats
    cosine: Floats
    floor: float

    @property
    def found(self) -> Ints:
        """Rows with any evidence."""
        return np.flatnonzero((self.keyword > 0) | ~np.isnan(self.cosine))


def evidence(rows: Rows, keyword: Floats, nearest: Nearest | None, allowed: Ints | None) -> Evidence:
    """Both kinds over all rows; what the filters do not allow has none."""
    cosine = np.full(rows.size, np.nan, dtype=np.float32)
    if nearest is not None:
        inside = nearest.rows < rows.size
        cosine[nearest.rows[inside]] = nearest.cosines[inside]
    if allowed is not None:
        shut = np.ones(rows.size, dtype=bool)
        shut[allowed[allowed < rows.size]] = False
        keyword = np.where(shut, 0, keyword).astype(np.float32)
        cosine[shut] = np.nan
    return Evidence(keyword, cosine, nearest.floor if nearest else 0.0)


def conversations(
    corpus: Corpus, keyword: Floats, messages: Evidence, notes: Evidence, weights: Weights
) -> tuple[Ints, Floats]:
    """Conversations with any evidence, best first, and their scores in 0..1."""
    count = len(corpus.ids)
    live = np.zeros(count, dtype=bool)
    live[corpus.messages.owner[messages.found]] = True
    live[corpus.notes.owner[notes.found]] = True
    fields = {
        "keyword_conversation": keyword,
        "keyword_best": _best(messages.keyword, corpus.messages, 0.0),
        "cosine_best": _best(messages.cosine, corpus.messages, messages.floor),
        "cosine_mean": _mean(messages, corpus.messages),
        "note_keyword": _best(notes.keyword, corpus.notes, 0.0),
        "note_cosine": _best(notes.cosine, corpus.notes, notes.floor),
        "recency": _recency(corpus),
    }
    total = _weigh(fields, live, weights)
    order = np.flatnonzero(live)
    order = order[np.lexsort((order, -total[order]))]
    return order, total[order]


def _weigh(fields: Mapping[str, Floats], live: np.ndarray, weights: Weights) -> Floats:
    total = np.zeros(len(live), dtype=np.float32)
    whole = 0.0
    for name, values in fields.items():
        weight = getattr(weights, name)
        scaled = scale(values, live)
        if scaled.any():
            total += np.float32(weight) * scaled
            whole += weight
    return total / np.float32(whole or 1.0)


def scale(values: Floats, live: np.ndarray) -> Floats:
    """Lowest of the live ones 0, highest 1."""
    if not live.any():
        return np.zeros_like(values)
    low, high = float(values[live].min()), float(values[live].max())
    if high <= low:
        return np.zeros_like(values)
    scaled: Floats = np.clip((values - low) / (high - low), 0, 1)
    return scaled


def _best(values: Floats, rows: Rows, otherwise: float) -> Floats:
    """Of each conversation its best row."""
    best = np.full(len(rows.spans), otherwise, dtype=np.float32)
    known = np.flatnonzero(~np.isnan(values) & (rows.owner >= 0))
    np.maximum.at(best, rows.owner[known], values[known])
    return best


def _mean(found: Evidence, rows: Rows) -> Floats:
    """The mean cosine of a conversation's rows, those not looked at counting as the floor."""
    counts = np.maximum(rows.spans[:, 1] - rows.spans[:, 0] + 1, 0)
    known = np.flatnonzero(~np.isnan(found.cosine))
    above = np.bincount(rows.owner[known], weights=found.cosine[known] - found.floor, minlength=len(counts))
    mean: Floats = (found.floor + above / np.maximum(counts, 1)).astype(np.float32)
    return mean


def _recency(corpus: Corpus) -> Floats:
    """1 for the newest, 0 for the oldest and for what has no time."""
    oldest = float(np.nanmax(corpus.age, initial=0.0)) or 1.0
    newness: Floats = np.nan_to_num(1 - corpus.age / np.float32(oldest))
    return newness


class Passages:
    """Rows of one table as single passages: their own scores, and their places in the keyword and vector lists."""

    def __init__(self, found: Evidence) -> None:
        self._evidence = found
        self._keyword = np.sort(found.keyword[found.keyword > 0])
        self._cosine = np.sort(found.cosine[~np.isnan(found.cosine)])

    def best(self, rows: Rows, conversation: int, count: int) -> list[tuple[int, float]]:
        """A conversation's best rows and their scores in 0..1: the mean of the kinds of evidence there are."""
        first, last = (int(x) for x in rows.spans[conversation])
        keyword = self._evidence.keyword[first : last + 1]
        cosine = self._evidence.cosine[first : last + 1]
        kinds = []
        if len(self._keyword):
            kinds.append(keyword / self._keyword[-1])
        if len(self._cosine):
            low, high = float(self._cosine[0]), float(self._cosine[-1])
            kinds.append(np.nan_to_num((cosine - low) / ((high - low) or 1.0)))
        if not kinds:
            return []
        scores = np.mean(kinds, axis=0)
        seen = np.flatnonzero((keyword > 0) | ~np.isnan(cosine))
        order = seen[np.lexsort((seen, -scores[seen]))][:count]
        return [(first + int(i), float(scores[i])) for i in order]

    def keyword_rank(self, row: int) -> int | None:
        score = self._evidence.keyword[row]
        return 1 + len(self._keyword) - int(np.searchsorted(self._keyword, score, "right")) if score > 0 else None

    def vector_rank(self, row: int) -> int | None:
        score = self._evidence.cosine[row]
        if np.isnan(score):
            return None
        return 1 + len(self._cosine) - int(np.searchsorted(self._cosine, score, "right"))
