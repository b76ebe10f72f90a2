"""Chunk vectors in sqlite-vec's `vec0` table, made once the embedder is known; without the extension all is a no-op.

A vector counts only while its row stands in `embedded`: a trigger takes it out with its chunk even where sqlite-vec is
not loaded, so a row number used again never inherits a stranger's vector. Questions are answered from `sketches`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from compiler.store import meta, sketches
from compiler.store.connection import Store

IDENTITY = "vectors.identity"
SKETCHED = "vectors.sketched"
"""Set once every vector has its rough form: looking for those that lack it reads all."""
BATCH = 2000

Matrix = NDArray[np.float32]
Rows = NDArray[np.int64]


def prepare(store: Store, identity: str, dimension: int) -> bool:
    """Make the table for this embedder, dropping the vectors of another. False when vectors cannot be kept here."""
    if not store.vectors:
        return False
    if meta.get(store, IDENTITY) == identity and exists(store):
        if not meta.get(store, SKETCHED):
            _sketch_missing(store)
        return True
    with store.transaction():
        store.execute("DROP TABLE IF EXISTS chunk_vectors")
        store.execute("DELETE FROM embedded")
        sketches.clear(store)
        store.execute(
            f"CREATE VIRTUAL TABLE chunk_vectors USING vec0(vector float[{dimension}] distance_metric=cosine)"
        )
        meta.put(store, IDENTITY, identity)
        meta.put(store, SKETCHED, "1")
    return True


def usable(store: Store, identity: str) -> bool:
    """Whether there are vectors made by this embedder to search."""
    return store.vectors and meta.get(store, IDENTITY) == identity and exists(store)


def exists(store: Store) -> bool:
    return bool(store.one("SELECT count(*) FROM sqlite_schema WHERE name = 'chunk_vectors'"))


def missing(store: Store) -> Iterator[tuple[int, str]]:
    """(row, text) of message chunks without a vector, newest row first: what was said last is found first."""
    rows = [
        row[0]
        for row in store.execute(
            "SELECT row FROM chunks WHERE kind = 'message' AND row NOT IN (SELECT row FROM embedded) ORDER BY row DESC"
        )
    ]
    for row in rows:
        found = store.execute("SELECT text FROM chunks WHERE row = ?", (row,)).fetchone()
        if found:
            yield row, found[0]


def count_missing(store: Store) -> int:
    sql = "SELECT count(*) FROM chunks WHERE kind = 'message' AND row NOT IN (SELECT row FROM embedded)"
    return int(store.one(sql))


def add(store: Store, rows: Sequence[int], vectors: Sequence[Matrix]) -> None:
    store.executemany("DELETE FROM chunk_vectors WHERE rowid = ?", [(row,) for row in rows])
    store.executemany(
        "INSERT INTO chunk_vectors(rowid, vector) VALUES (?, ?)",
        [(row, np.ascontiguousarray(v, dtype=np.float32).tobytes()) for row, v in zip(rows, vectors, strict=True)],
    )
    store.executemany("INSERT OR IGNORE INTO embedded VALUES (?)", [(row,) for row in rows])
    if rows:
        sketches.put(store, rows, np.asarray(vectors, dtype=np.float32))


def prune(store: Store) -> int:
    """Remove vectors whose chunk is gone, leaving no byte of them; returns how many."""
    if not (store.vectors and exists(store)):
        return 0
    stale = store.rows("SELECT rowid FROM chunk_vectors WHERE rowid NOT IN (SELECT row FROM embedded)")
    with store.transaction():
        # vec0 only marks a deleted vector as free; what it said of its text is overwritten first.
        store.executemany(
            "UPDATE chunk_vectors SET vector = (SELECT zeroblob(length(vector)) FROM chunk_vectors WHERE rowid = ?1) "
            "WHERE rowid = ?1",
            stale,
        )
        store.executemany("DELETE FROM chunk_vectors WHERE rowid = ?", stale)
        sketches.erase(store, [row for (row,) in stale])
    return len(stale)


def park(store: Store, rows: Iterable[int]) -> None:
    """Set the vectors of chunks that are about to get new rows aside, within the transaction."""
    store.execute("CREATE TEMP TABLE IF NOT EXISTS parked(row INTEGER PRIMARY KEY, vector BLOB)")
    store.execute("DELETE FROM parked")
    if not (store.vectors and exists(store)):
        return
    moving = list(rows)
    for row in moving:
        store.execute(
            "INSERT INTO parked SELECT rowid, vector FROM chunk_vectors WHERE rowid = ?1 "
            "AND EXISTS (SELECT 1 FROM embedded WHERE row = ?1)",
            (row,),
        )
        store.execute("DELETE FROM chunk_vectors WHERE rowid = ?", (row,))
    sketches.erase(store, moving)


def unpark(store: Store, moves: Sequence[tuple[int, int]]) -> None:
    """Give parked vectors back under their new rows: (row before, row after)."""
    for before, after in moves:
        found = store.execute("SELECT vector FROM parked WHERE row = ?", (before,)).fetchone()
        if found:
            add(store, [after], [np.frombuffer(found[0], dtype=np.float32)])
    store.execute("DELETE FROM parked")


def _sketch_missing(store: Store) -> None:
    """Give vectors of an earlier Musubi their rough forms."""
    missing = "SELECT row FROM embedded WHERE row NOT IN (SELECT row FROM sketches) ORDER BY row LIMIT ?"
    while rows := [row for (row,) in store.rows(missing, (BATCH,))]:
        found = [(row, store.one("SELECT vector FROM chunk_vectors WHERE rowid = ?", (row,))) for row in rows]
        with store.transaction():
            store.executemany("DELETE FROM embedded WHERE row = ?", [(row,) for row, vector in found if not vector])
            kept = [(row, np.frombuffer(vector, dtype=np.float32)) for row, vector in found if vector]
            if kept:
                sketches.put(store, [row for row, _ in kept], np.array([vector for _, vector in kept]))
    with store.transaction():
        meta.put(store, SKETCHED, "1")
