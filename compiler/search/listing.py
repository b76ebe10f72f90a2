"""What was talked about in some days, when nothing else is asked: every conversation held then, newest first, by its
note, or where it has none by how it began."""

from __future__ import annotations

import numpy as np

from compiler.search.asked import Asked
from compiler.search.corpus import Corpus, Floats, Mask, Rows
from compiler.search.fusion import Evidence, recency
from compiler.search.query import parse
from compiler.search.types import Kind
from compiler.search.when import When


def listing(corpus: Corpus, when: When, kind: Kind | None, allowed: Mask | None, allowed_notes: Mask | None) -> Asked:
    """Conversations held in the days asked for, of the rows that the filters allow, of this kind alone."""
    inside = when.inside(corpus)
    notes, messages = (np.zeros(rows.size, dtype=np.float32) for rows in (corpus.notes, corpus.messages))
    if kind not in ("message", "tool"):
        notes = _rows(corpus.notes, inside, allowed_notes)
    if kind in (None, "message", "tool"):
        told = np.zeros(len(corpus.ids), dtype=bool)
        told[corpus.notes.owner[notes > 0]] = True
        messages = _rows(corpus.messages, inside & ~told, allowed)
    held = np.zeros(len(corpus.ids), dtype=bool)
    held[corpus.notes.owner[notes > 0]] = True
    held[corpus.messages.owner[messages > 0]] = True
    order = corpus.in_time[::-1]
    order = order[held[order]]
    one, other = (Evidence(rows, np.full(len(rows), np.nan, dtype=np.float32), 0.0, True) for rows in (messages, notes))
    return Asked(parse(""), corpus, one, other, 1.0, 1.0, order, recency(corpus)[order])


def _rows(rows: Rows, inside: Mask, allowed: Mask | None) -> Floats:
    """1 for every row of these conversations that may be shown."""
    chosen = (rows.owner >= 0) & (rows.words > 0)
    chosen[chosen] = inside[rows.owner[chosen]]
    return (chosen if allowed is None else chosen & allowed).astype(np.float32)
