"""Chunk vectors in sqlite-vec's `vec0` table, made once the embedder is known; without the extension all is a no-op.

A vector counts only while its row stands in `embedded`: a trigger takes it out with its chunk even where sqlite-vec is
not loaded, so a row number used again never inherits a stranger's vector.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import orjson
from numpy.typing import NDArray

from compiler.store import meta
from compiler.store.connection import Store

IDENTITY = "vectors.identity"
MOST = 4096
"""The most neighbours vec0 gives at once."""

Matrix = NDArray[np.float32]
Rows = NDArray[np.int64]


def prepare(store: Store, identity: str, dimension: int) -> bool:
    """Make the table for this embedder, dropping the vectors of another. False when vectors cannot be kept here."""
    if not store.vectors:
        return False
    if meta.get(store, IDENTITY) == identity and exists(store):
        return True
    with store.transaction():
        store.execute("DROP TABLE IF EXISTS chunk_vectors")
        store.execute("DELETE FROM embedded")
        store.execute(
            f"CREATE VIRTUAL TABLE chunk_vectors USING vec0(vector float[{dimension}] distance_metric=cosine)"
        )
        meta.put(store, IDENTITY, identity)
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
    return len(stale)


def park(store: Store, rows: Iterable[int]) -> None:
    """Set the vectors of chunks that are about to get new rows aside, within the transaction."""
    store.execute("CREATE TEMP TABLE IF NOT EXISTS parked(row INTEGER PRIMARY KEY, vector BLOB)")
    store.execute("DELETE FROM parked")
    if not (store.vectors and exists(store)):
        return
    for row in rows:
        store.execute(
            "INSERT INTO parked SELECT rowid, vector FROM chunk_vectors WHERE rowid = ?1 "
            "AND EXISTS (SELECT 1 FROM embedded WHERE row = ?1)",
            (row,),
        )
        store.execute("DELETE FROM chunk_vectors WHERE rowid = ?", (row,))


def unpark(store: Store, moves: Sequence[tuple[int, int]]) -> None:
    """Give parked vectors back under their new rows: (row before, row after)."""
    for before, after in moves:
        found = store.execute("SELECT vector FROM parked WHERE row = ?", (before,)).fetchone()
        if found:
            add(store, [after], [np.frombuffer(found[0], dtype=np.float32)])
    store.execute("DELETE FROM parked")


def nearest(store: Store, vector: Matrix, k: int, allowed: Rows | None = None) -> tuple[Rows, Matrix]:
    """The k chunks nearest to a unit vector, among the allowed rows: rows, and cosines from 1 down. Only vectors that
    still have a chunk."""
    among = "" if allowed is None else "AND rowid IN (SELECT value FROM json_each(?))"
    bindings = () if allowed is None else (orjson.dumps(allowed.tolist()).decode(),)
    found = store.execute(
        f"SELECT rowid, distance FROM chunk_vectors WHERE vector MATCH ? AND k = ? {among}",
        (np.ascontiguousarray(vector, dtype=np.float32).tobytes(), min(k, MOST), *bindings),
    ).fetchall()
    table = np.array(found, dtype=np.float64).reshape(-1, 2)
    rows = table[:, 0].astype(np.int64)
    cosines = (1.0 - table[:, 1]).astype(np.float32)
    order = np.lexsort((rows, -cosines))
    order = order[np.isin(rows[order], _embedded(store, rows), assume_unique=True)]
    return rows[order], cosines[order]


def everything(store: Store) -> tuple[Rows, Matrix]:
    """All rows, ascending, and their vectors: what a resident process keeps in memory."""
    found: list[tuple[int, bytes]] = store.rows(
        "SELECT v.rowid, v.vector FROM chunk_vectors v WHERE v.rowid IN (SELECT row FROM embedded)"
    )
    found.sort()
    rows = np.array([row for row, _ in found], dtype=np.int64)
    flat = np.frombuffer(b"".join(vector for _, vector in found), dtype=np.float32)
    return rows, flat.reshape(len(rows), -1) if len(rows) else np.zeros((0, 0), dtype=np.float32)


def _embedded(store: Store, rows: Rows) -> Rows:
    marks = ",".join(map(str, rows.tolist()))
    return np.array([r[0] for r in store.execute(f"SELECT row FROM embedded WHERE row IN ({marks})")], dtype=np.int64)
