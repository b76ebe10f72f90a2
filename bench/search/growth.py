"""How finding by meaning grows with the store: made-up vectors, up to a million, in memory, bytes and milliseconds.

    python -m bench.search.growth FOLDER [COUNT …]

Vectors are random unit vectors, some 500 around one centre, as texts lie around subjects; questions are near to stored
ones. Rows are written as the store keeps them, without texts. Each store is kept in FOLDER. Times are of the processor.
A process holds the signs in memory and reads the bytes of the candidates; `vec0` is sqlite-vec's own search of all
vectors, which finds the truly nearest.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the commands that answer questions do

import numpy as np

from compiler.embed import Vectors
from compiler.embed.minilm import DIMENSION, IDENTITY
from compiler.search.semantic import CANDIDATES, NEAREST
from compiler.store import sketches, vectors
from compiler.store.connection import Store, open_store

COUNTS = (10_000, 100_000, 300_000, 1_000_000)
TOGETHER = 500
"""Vectors around one centre."""
BEST = 10
BATCH = 5_000
QUESTIONS = 30


def main() -> None:
    folder, counts = Path(sys.argv[1]), [int(n) for n in sys.argv[2:]] or COUNTS
    folder.mkdir(parents=True, exist_ok=True)
    print("chunks | vectors MB | signs MB | bytes MB | first ms | warm p95 ms | vec0 ms | of the nearest 10")
    for count in counts:
        path = folder / f"vectors-{count}.db"
        if not path.exists():
            with open_store(path) as store:
                fill(store, count)
                store.checkpoint()
        with open_store(path, write=False) as store:
            print(count, *measure(store, count), sep=" | ", flush=True)


def bundle(start: int, count: int) -> Vectors:
    """The vectors of rows start + 1 to start + BATCH."""
    centres = np.random.default_rng(7).standard_normal((count // TOGETHER, DIMENSION)).astype(np.float32)
    random = np.random.default_rng(start)
    made = centres[random.integers(count // TOGETHER, size=BATCH)] + random.standard_normal((BATCH, DIMENSION)).astype(
        np.float32
    )
    unit: Vectors = made / np.linalg.norm(made, axis=1, keepdims=True)
    return unit


def fill(store: Store, count: int) -> None:
    vectors.prepare(store, IDENTITY, DIMENSION)
    for start in range(0, count, BATCH):
        with store.transaction():
            vectors.add(store, range(start + 1, start + BATCH + 1), list(bundle(start, count)))


def measure(store: Store, count: int) -> tuple[object, ...]:
    random = np.random.default_rng(1)
    asked = bundle(0, count)[:QUESTIONS] + random.standard_normal((QUESTIONS, DIMENSION)).astype(np.float32) * 0.03
    asked /= np.linalg.norm(asked, axis=1, keepdims=True)
    signs: list[sketches.Signs] = []

    def first() -> None:
        signs.append(sketches.Signs(store))
        sketches.cosines(store, signs[0].nearest(asked[0], CANDIDATES), asked[0])

    loaded = took(first)
    warm = [
        took(lambda vector=vector: sketches.cosines(store, signs[0].nearest(vector, CANDIDATES), vector))  # type: ignore[misc]
        for vector in asked
    ]
    true = best(asked, count)
    found = []
    for vector, rows in zip(asked, true, strict=True):
        chosen, cosines = sketches.cosines(store, signs[0].nearest(vector, CANDIDATES), vector)
        found.append(np.isin(rows, chosen[np.argsort(-cosines)[:BEST]]).mean())
    scan = "SELECT rowid FROM chunk_vectors WHERE vector MATCH ? AND k = ?"
    vec0 = took(lambda: store.rows(scan, (asked[0].tobytes(), NEAREST)))
    held, read = store.one("SELECT sum(length(bits)) FROM signs"), store.one("SELECT sum(length(bytes)) FROM sketches")
    return (
        count * DIMENSION * 4 >> 20,
        held >> 20,
        read >> 20,
        f"{loaded:.0f}",
        f"{np.quantile(warm, 0.95):.1f}",
        f"{vec0:.0f}",
        f"{np.mean(found):.3f}",
    )


def best(asked: Vectors, count: int) -> list[np.ndarray]:
    """For each question the rows of the truly nearest, by all cosines."""
    cosines = np.hstack([asked @ bundle(start, count).T for start in range(0, count, BATCH)])
    return [np.argsort(-row, kind="stable")[:BEST] + 1 for row in cosines]


def took(run: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    started = time.process_time()
    run()
    return (time.process_time() - started) * 1000


if __name__ == "__main__":
    main()
