"""Rough forms of the chunk vectors, so that a question need not read them all: 100,000 are 150 MB, their signs 5.

`signs` hold a bit a dimension. They are read whole and compared by counting the bits that differ; what comes nearest
so is compared again by `sketches`, a byte a dimension, whose cosines are right to .003. `bench/search/README.md` has
the figures up to 1,000,000 vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np
import orjson
from numpy.typing import NDArray

from compiler.store.connection import Store

BLOCK = 1024
"""Rows whose signs lie in one blob."""

Matrix = NDArray[np.float32]
Rows = NDArray[np.int64]
Words = NDArray[np.uint64]
Mask = NDArray[np.bool_]


def put(store: Store, rows: Sequence[int], matrix: Matrix) -> None:
    """The rough forms of unit vectors, one a row, ascending or not."""
    scales = np.maximum(np.abs(matrix).max(axis=1, keepdims=True), 1e-9) / np.float32(127)
    steps = np.rint(matrix / scales).astype(np.int8)
    store.executemany(
        "INSERT OR REPLACE INTO sketches VALUES (?, ?)",
        [(row, s.tobytes() + b.tobytes()) for row, s, b in zip(rows, scales.astype(np.float32), steps, strict=True)],
    )
    _set_signs(store, rows, signs_of(matrix))


def erase(store: Store, rows: Sequence[int]) -> None:
    """Leave no sign of vectors that are gone."""
    _set_signs(store, rows, None)


def clear(store: Store) -> None:
    store.execute("DELETE FROM signs")
    store.execute("DELETE FROM sketches")


def signs_of(matrix: Matrix) -> Words:
    """(vectors, words): a bit for each positive number. A vector without any gets its first bit: no bit at all means
    no vector."""
    positive = matrix > 0
    positive[~positive.any(axis=1), 0] = True
    packed = np.packbits(positive, axis=1)
    words = -(-matrix.shape[1] // 64)
    padded = np.zeros((len(matrix), words * 8), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    return padded.view("<u8")


class Signs:
    """The signs of all vectors, 48 bytes each for 384 dimensions."""

    def __init__(self, store: Store) -> None:
        found: list[tuple[int, bytes]] = store.rows("SELECT block, bits FROM signs ORDER BY block")
        self._starts = np.array([block * BLOCK for block, _ in found], dtype=np.int64)
        words = len(found[0][1]) // (8 * BLOCK) if found else 0
        self._bits: Words = np.frombuffer(b"".join(bits for _, bits in found), dtype="<u8").reshape(-1, words, BLOCK)
        self._absent: Mask = np.logical_not(self._bits.any(axis=1))

    def nearest(self, vector: Matrix, count: int, allowed: Mask | None = None) -> Rows:
        """The rows, ascending, of the `count` vectors that agree with this one in most signs; `allowed` by row."""
        asked = signs_of(vector[None])[0]
        if not len(self._bits) or self._bits.shape[1] != len(asked):
            return np.zeros(0, dtype=np.int64)
        differing = np.zeros((len(self._bits), BLOCK), dtype=np.uint16)
        for place, word in enumerate(asked):
            differing += np.bitwise_count(self._bits[:, place] ^ word)
        rows = (self._starts[:, None] + np.arange(BLOCK)).ravel()
        out = self._absent.ravel()
        if allowed is not None:
            inside = rows < len(allowed)
            out = out | ~inside
            out[inside] |= ~allowed[rows[inside]]
        far = differing.ravel()
        far[out] = np.iinfo(np.uint16).max
        count = min(count, int(len(out) - out.sum()))
        if not count:
            return np.zeros(0, dtype=np.int64)
        near = np.flatnonzero(far <= np.partition(far, count - 1)[count - 1])
        near = near[np.argsort(far[near], kind="stable")[:count]]
        chosen: Rows = np.sort(rows[near])
        return chosen


def cosines(store: Store, rows: Rows, vector: Matrix) -> tuple[Rows, Matrix]:
    """Those of the rows that have a vector, with their cosines to a unit vector."""
    wanted = orjson.dumps(rows.tolist()).decode()
    found: list[tuple[int, bytes]] = store.rows(
        "SELECT row, bytes FROM sketches WHERE row IN (SELECT value FROM json_each(?))", (wanted,)
    )
    kept = np.array([row for row, _ in found], dtype=np.int64)
    if not found:
        return kept, np.zeros(0, dtype=np.float32)
    table = np.frombuffer(b"".join(data for _, data in found), dtype=np.uint8).reshape(len(found), -1)
    scales = np.ascontiguousarray(table[:, :4]).view("<f4")[:, 0]
    made: Matrix = (table[:, 4:].view(np.int8).astype(np.float32) @ vector) * scales
    return kept, made


def _set_signs(store: Store, rows: Sequence[int], signs: Words | None) -> None:
    """Write the signs of rows into their blocks; None: no signs."""
    order = sorted(range(len(rows)), key=lambda n: rows[n])
    for block, places in groupby(order, key=lambda n: rows[n] // BLOCK):
        chosen = list(places)
        bits = store.one("SELECT bits FROM signs WHERE block = ?", (block,))
        if bits is None:
            if signs is None:
                continue
            bits = bytes(8 * signs.shape[1] * BLOCK)
        table = np.frombuffer(bits, dtype="<u8").reshape(-1, BLOCK).copy()
        table[:, [rows[n] % BLOCK for n in chosen]] = 0 if signs is None else signs[chosen].T
        store.execute("INSERT OR REPLACE INTO signs VALUES (?, ?)", (block, table.tobytes()))
