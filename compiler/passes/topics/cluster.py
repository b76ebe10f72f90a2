"""Groups of similar vectors, the same every time: Ward's clustering of a sample, refined over all by spherical k-means.

Distances are rounded before they are compared and ties go to the earlier row, so that processors which differ in the
last digits agree.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
Labels = NDArray[np.int64]

SAMPLE = 1500
ROUNDS = 12
DIGITS = 4


def cluster(matrix: Matrix, count: int) -> Labels:
    """A label 0… for each row, at most `count` of them."""
    if len(matrix) <= SAMPLE:
        sample = np.arange(len(matrix))
    else:
        sample = np.unique(np.linspace(0, len(matrix) - 1, SAMPLE).round().astype(np.int64))
    labels = _cut(_ward(matrix[sample]), len(sample), count)
    centres = _centres(matrix[sample], labels)
    for _ in range(ROUNDS):
        labels = np.round(matrix @ centres.T, DIGITS).argmax(axis=1)
        moved = _centres(matrix, labels)
        if moved.shape == centres.shape and np.allclose(moved, centres, atol=1e-5):
            break
        centres = moved
    return labels


def _ward(rows: Matrix) -> list[tuple[float, int, int]]:
    """Every merge as (distance, a, b), by following chains of nearest neighbours (Murtagh 1983): exact for Ward."""
    n = len(rows)
    squares = (rows * rows).sum(axis=1)
    far = np.float32(np.inf)
    distance = np.round(np.maximum(squares[:, None] + squares[None, :] - 2 * rows @ rows.T, 0) / 2, DIGITS)
    np.fill_diagonal(distance, far)
    size = np.ones(n, dtype=np.float32)
    alive = np.ones(n, dtype=bool)
    merges: list[tuple[float, int, int]] = []
    chain: list[int] = []
    while len(merges) < n - 1:
        if not chain:
            chain.append(int(np.flatnonzero(alive)[0]))
        a = chain[-1]
        b = int(distance[a].argmin())
        if len(chain) > 1 and distance[a, chain[-2]] <= distance[a, b]:
            b = chain[-2]
        if len(chain) < 2 or b != chain[-2]:
            chain.append(b)
            continue
        chain = chain[:-2]
        keep, drop = min(a, b), max(a, b)
        merges.append((float(distance[a, b]), keep, drop))
        total = size[keep] + size[drop] + size
        merged = (
            (size[keep] + size) * distance[keep] + (size[drop] + size) * distance[drop] - size * distance[keep, drop]
        ) / total
        merged = np.round(merged, DIGITS)
        merged[~alive] = far
        merged[[keep, drop]] = far
        distance[keep], distance[:, keep] = merged, merged
        distance[drop], distance[:, drop] = far, far
        size[keep] += size[drop]
        alive[drop] = False
    return merges


def _cut(merges: list[tuple[float, int, int]], n: int, count: int) -> Labels:
    """The labels after the closest merges have left `count` groups."""
    group = list(range(n))

    def root(i: int) -> int:
        while group[i] != i:
            group[i] = group[group[i]]
            i = group[i]
        return i

    for _, a, b in sorted(merges, key=lambda m: m[0])[: max(0, n - count)]:
        low, high = sorted((root(a), root(b)))
        group[high] = low
    return np.unique([root(i) for i in range(n)], return_inverse=True)[1].astype(np.int64)


def _centres(rows: Matrix, labels: Labels) -> Matrix:
    """The mean direction of each label in use, in order of the labels."""
    return _unit(np.stack([rows[labels == label].mean(axis=0) for label in np.unique(labels)]))


def _unit(rows: Matrix) -> Matrix:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths == 0, 1, lengths)).astype(np.float32)
