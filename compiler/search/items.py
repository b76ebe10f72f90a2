"""Which items of notes bear on a text, of every kind at once: one question answers for decisions, loops and facts."""

from __future__ import annotations

import numpy as np

from compiler.search.passages import Passages
from compiler.search.relevance import features, is_found
from compiler.search.searcher import Searcher
from compiler.search.types import Filters
from compiler.store import passages

MOST = 400
BESIDE = 0.6
"""What scores less than this share of the best is about something else."""


def items(searcher: Searcher, text: str, filters: Filters | None = None) -> list[tuple[str, str, float]]:
    """(item, its kind, score in 0..1), best first within a kind; a score is a hit's: the mean of the passage's and its
    conversation's."""
    asked = searcher.ask(text, filters or Filters())
    if not asked.listed and not is_found(features(asked)):
        return []
    rows = asked.notes.found
    standing = np.zeros(len(asked.corpus.ids), dtype=np.float32)
    standing[asked.conversations] = asked.scores
    scores = (Passages(asked.notes).scores[rows] + standing[asked.corpus.notes.owner[rows]]) / 2
    order = np.lexsort((rows, -scores))[:MOST]
    read = passages.load(searcher.store, rows[order].tolist())
    found = [
        (passage.item_id, passage.kind, float(score))
        for row, score in zip(rows[order].tolist(), scores[order].tolist(), strict=True)
        if (passage := read.get(row)) and passage.item_id
    ]
    best: dict[str, float] = {}
    for _, kind, score in found:
        best.setdefault(kind, score)
    return [(item, kind, score) for item, kind, score in found if score >= BESIDE * best[kind]]
