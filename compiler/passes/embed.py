"""Vectors for chunks: run after the vault is written, a batch a transaction, so that an interruption costs a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from compiler.embed import Embedder, embed_each
from compiler.events import Advanced, Finished, Reporter, Started
from compiler.records import Problem
from compiler.store import centroids, chunks, passages, sources, vectors
from compiler.store.connection import Store

BATCH = 256
UNIT = "pass:embed"


@dataclass(frozen=True, slots=True)
class EmbedCounts:
    """Chunks embedded now, had from before, and not embeddable."""

    run: int = 0
    fresh: int = 0
    failed: int = 0


def embed_chunks(store: Store, embedder: Embedder, reporter: Reporter) -> EmbedCounts:
    """Give every message chunk its vector. Nothing when sqlite-vec is not loaded: search then goes by words."""
    if not vectors.prepare(store, embedder.identity, embedder.dimension):
        return EmbedCounts()
    vectors.prune(store)
    items = passages.missing(store)
    if items:
        _embed_items(store, embedder, items)
    total = vectors.count_missing(store)
    fresh = chunks.count(store) - total
    if not total:
        centroids.refresh(store)
        return EmbedCounts(fresh=fresh)
    reporter.report(Started("embed", total))
    with store.transaction():
        sources.begin_unit(store, "musubi", UNIT)
    failed = 0
    waiting = vectors.missing(store)
    while batch := list(islice(waiting, BATCH)):
        made = embed_each(embedder, [text for _, text in batch])
        with store.transaction():
            good = [(row, vector) for (row, _), vector in zip(batch, made, strict=True) if vector is not None]
            vectors.add(store, [row for row, _ in good], [vector for _, vector in good])
            for (row, _), vector in zip(batch, made, strict=True):
                if vector is None:
                    failed += 1
                    sources.add_problem(store, UNIT, _problem(store, row))
        reporter.report(Advanced("embed", len(batch)))
    centroids.refresh(store)
    reporter.report(Finished("embed"))
    return EmbedCounts(run=total - failed, fresh=fresh, failed=failed)


def _embed_items(store: Store, embedder: Embedder, items: Sequence[tuple[int, str]]) -> None:
    """Vectors of what notes say, found by search beside the messages."""
    for start in range(0, len(items), BATCH):
        batch = items[start : start + BATCH]
        made = embed_each(embedder, [text for _, text in batch])
        with store.transaction():
            good = [(row, vector) for (row, _), vector in zip(batch, made, strict=True) if vector is not None]
            passages.add_vectors(store, good)


def _problem(store: Store, row: int) -> Problem:
    where = chunks.load(store, [row])[row].message_id
    return Problem(
        "musubi", where, "not embedded", "The model could not take this passage; it is found by words alone."
    )
