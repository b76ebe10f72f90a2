"""Earlier conversations that a conversation comes back to, by what their notes say.

Only earlier ones: a new conversation then changes no page of an old one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from compiler.hashing import bytes_hash, content_hash
from compiler.passes import across
from compiler.passes.base import PassContext, PassUnit
from compiler.store import conversations, passages, topics
from compiler.store.passages import Matrix

MOST = 3
CLOSE = 0.5
"""Cosine of two notes' titles and summaries from which they are related."""
BLOCK = 512


class Related:
    """One unit for the whole store; computes rows only for notes that are new, changed, or lost a neighbour."""

    name = "related"
    version = 1

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        return across.unit(ctx, self.version, "index", deciding=("hidden",))

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        hidden = across.out_of_sight(ctx)
        ids, matrix = in_time(ctx, hidden)
        place = {cid: n for n, cid in enumerate(ids)}
        marks = [bytes_hash(row.tobytes()) for row in matrix]
        seen, known = topics.related_seen(ctx.store), topics.related(ctx.store)
        fresh = [n for n, cid in enumerate(ids) if seen.get(cid, ("", 0))[0] != marks[n]]
        gone = seen.keys() - place.keys()
        moved = {ids[n] for n in fresh} | gone
        stale = set(fresh)
        for n, cid in enumerate(ids):
            rows = known.get(cid, ())
            lost = len(rows) < seen.get(cid, ("", 0))[1]
            if lost or any(other in moved or place[other] >= n for other, _ in rows):
                stale.add(n)
        if len(fresh) < len(ids):
            stale |= _nearer(matrix, fresh, [known.get(cid, ()) for cid in ids])
        topics.drop_related(ctx.store, sorted(gone))
        for n, others in nearest(matrix, sorted(stale)):
            topics.put_related(ctx.store, ids[n], [(ids[o], s) for o, s in others], marks[n])
        return content_hash(sorted((c, list(rows)) for c, rows in topics.related(ctx.store).items()))

    def forget(self, ctx: PassContext, key: str) -> None:
        topics.drop_related(ctx.store, sorted(topics.related_seen(ctx.store)))


def in_time(ctx: PassContext, hidden: frozenset[str] = frozenset()) -> tuple[list[str], Matrix]:
    """Conversations with a vector, oldest first, and the matrix of their notes' vectors."""
    found, matrix = passages.vectors(ctx.store, kind="note")
    row = {p.conversation_id: n for n, p in enumerate(found) if p.conversation_id not in hidden}
    ids = [head.id for head in conversations.headers(ctx.store) if head.id in row]
    return ids, matrix[[row[cid] for cid in ids]] if ids else matrix[:0]


def nearest(matrix: Matrix, rows: Sequence[int]) -> Iterable[tuple[int, list[tuple[int, float]]]]:
    """For each row the closest earlier ones, best first; similarities rounded, ties to the later one."""
    for start in range(0, len(rows), BLOCK):
        block = list(rows[start : start + BLOCK])
        until = max(block)
        products = np.round(matrix[block] @ matrix[:until].T, 3) if until else np.zeros((len(block), 0), np.float32)
        for n, row in zip(block, products, strict=True):
            close = np.flatnonzero(row[:n] >= CLOSE)
            best = close[np.lexsort((-close, -row[close]))][:MOST]
            yield n, [(int(o), round(float(row[o]), 3)) for o in best]


def _nearer(matrix: Matrix, fresh: Sequence[int], known: Sequence[tuple[tuple[str, float], ...]]) -> set[int]:
    """Rows later than a fresh one that belongs among their closest now: a conversation that came in late."""
    worst: NDArray[np.float32] = np.array([r[-1][1] if len(r) == MOST else CLOSE for r in known], dtype=np.float32)
    out: set[int] = set()
    for n in fresh:
        if n + 1 < len(matrix):
            later = np.round(matrix[n + 1 :] @ matrix[n], 3) >= worst[n + 1 :]
            out.update((np.flatnonzero(later) + n + 1).tolist())
    return out
