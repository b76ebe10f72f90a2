"""Evidence of several kinds, each scaled to 0..1 within its list, weighted, summed: over conversations, over rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from compiler.search.corpus import Corpus, Floats, Ints, Mask, Rows
from compiler.search.related import standing
from compiler.search.semantic import Meaning, Nearest

YEAR = 365.0
LONG = 25
"""Different words from which a question is a message more than a search."""
ECHO = 0.98
"""Cosine from which a passage is the question itself: what is near to where it was asked is no evidence."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each kind of evidence counts. Set by `bench/search`, which shows what each is worth."""

    keyword_conversation: float = 0.2
    keyword_best: float = 0.2
    keyword_person: float = 0.1
    cosine_best: float = 0.3
    cosine_middle: float = 0.1
    cosine_person: float = 0.1
    note_keyword: float = 0.05
    note_cosine: float = 0.05
    related: float = 0.7
    thread: float = 0.3
    recency: float = 0.6

    def leaning(self, words: int, timed: bool) -> Weights:
        """For a question of so many words. A few words name what they want, a long message leans on its thread and on
        how things stand; a `timed` one tells its days itself."""
        share = min(1.0, words / LONG)
        newness = self.recency * (1.0 if timed else share)
        return replace(self, related=self.related * share, thread=self.thread * share, recency=newness)


@dataclass(frozen=True, slots=True)
class Evidence:
    """By row: BM25 (0: no term), and cosine (NaN: not among the nearest, so below `floor`). Where they are `listed`, 1
    stands for no words and no meaning, but for being shown: such rows have no place among matches."""

    keyword: Floats
    cosine: Floats
    floor: float
    listed: bool = False

    @property
    def found(self) -> Ints:
        """Rows with any evidence."""
        return np.flatnonzero((self.keyword > 0) | ~np.isnan(self.cosine))


def evidence(rows: Rows, keyword: Floats, nearest: Nearest | None, allowed: Mask | None) -> Evidence:
    """Both kinds over all rows; what the filters do not allow has none."""
    cosine = np.full(rows.size, np.nan, dtype=np.float32)
    if nearest is not None:
        inside = nearest.rows < rows.size
        cosine[nearest.rows[inside]] = nearest.cosines[inside]
    if allowed is not None:
        keyword = np.where(allowed, keyword, 0).astype(np.float32)
        cosine[~allowed] = np.nan
    return Evidence(keyword, cosine, nearest.floor if nearest else 0.0)


def nothing(rows: Rows) -> Evidence:
    """No evidence in any row."""
    return evidence(rows, np.zeros(rows.size, dtype=np.float32), None, None)


def rank(
    corpus: Corpus,
    keyword: Floats,
    messages: Evidence,
    notes: Evidence,
    meaning: Meaning | None,
    weights: Weights,
    in_time: Floats | None = None,
) -> tuple[Ints, Floats]:
    """Conversations with any evidence, best first, and their scores in 0..1. `in_time`, where the question tells days,
    is how near to them each lies, and counts in place of newness."""
    live = np.zeros(len(corpus.ids), dtype=bool)
    live[corpus.messages.owner[messages.found]] = True
    live[corpus.notes.owner[notes.found]] = True
    own = Evidence(
        np.where(corpus.messages.person, messages.keyword, 0),
        np.where(corpus.messages.person, messages.cosine, np.nan),
        messages.floor,
    )
    fields = {
        "keyword_conversation": keyword,
        "keyword_best": _best(messages.keyword, corpus.messages, 0.0),
        "keyword_person": _best(own.keyword, corpus.messages, 0.0),
        "cosine_best": _best(messages.cosine, corpus.messages, messages.floor),
        "note_keyword": _best(notes.keyword, corpus.notes, 0.0),
        "note_cosine": _best(notes.cosine, corpus.notes, notes.floor),
    }
    if meaning is not None:
        fields["cosine_middle"], fields["cosine_person"] = meaning.middle, meaning.person
    total, whole = _weigh(fields, live, weights)
    extra: dict[str, Floats] = {}
    if meaning is not None:
        echoes = np.flatnonzero(fields["cosine_best"] >= ECHO)
        extra["related"] = _without(meaning.related.spread(scale(total, live), echoes), echoes)
        near = scale(_without(total + np.float32(weights.related) * scale(extra["related"], live), echoes), live)
        extra["thread"] = near * standing(near, corpus.in_time)
    more, more_whole = _weigh(extra, live, weights)
    total += more + np.float32(weights.recency) * (recency(corpus) if in_time is None else in_time)
    total /= np.float32(whole + more_whole + weights.recency or 1)
    order = np.flatnonzero(live)
    order = order[np.lexsort((order, -total[order]))]
    return order, total[order]


def _weigh(fields: Mapping[str, Floats], live: Mask, weights: Weights) -> tuple[Floats, float]:
    """The weighted sum, and the weights of the fields that tell conversations apart."""
    total = np.zeros(len(live), dtype=np.float32)
    whole = 0.0
    for name, values in fields.items():
        weight = float(getattr(weights, name))
        scaled = scale(values, live)
        if weight and scaled.any():
            total += np.float32(weight) * scaled
            whole += weight
    return total, whole


def scale(values: Floats, live: Mask) -> Floats:
    """Lowest of the live ones 0, highest 1; the others 0."""
    if not live.any():
        return np.zeros_like(values)
    low, high = float(values[live].min()), float(values[live].max())
    if high <= low:
        return np.zeros_like(values)
    scaled: Floats = np.where(live, np.clip((values - low) / (high - low), 0, 1), 0).astype(np.float32)
    return scaled


def _without(values: Floats, places: Ints) -> Floats:
    """The same with some brought down to the highest of the others, so that they do not set the scale."""
    rest = np.delete(values, places)
    return np.minimum(values, rest.max()) if len(rest) else values


def _best(values: Floats, rows: Rows, otherwise: float) -> Floats:
    """Of each conversation its best row."""
    best = np.full(len(rows.spans), otherwise, dtype=np.float32)
    known = np.flatnonzero(~np.isnan(values) & (values != 0) & (rows.owner >= 0))
    np.maximum.at(best, rows.owner[known], values[known])
    return best


def recency(corpus: Corpus) -> Floats:
    """1 for the newest, falling with the logarithm of the days: from today to last week as far as from spring to last
    year. 0 for what has no time."""
    oldest = max(float(np.nanmax(corpus.age, initial=0.0)), YEAR)
    newness: Floats = np.nan_to_num(1 - np.log1p(corpus.age) / np.float32(np.log1p(oldest))).astype(np.float32)
    return newness
