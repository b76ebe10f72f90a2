"""The middle of each conversation: the mean of its chunks' vectors, whole and of the person's own words.

Triggers drop a conversation's middle when its chunks change; `refresh` makes the missing ones from vectors there are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from compiler.store import vectors
from compiler.store.connection import Store

Matrix = NDArray[np.float32]


def refresh(store: Store) -> int:
    """Make the middles of conversations all of whose message chunks have a vector; returns how many were made."""
    if not (store.vectors and vectors.exists(store)):
        return 0
    waiting = store.rows(
        "SELECT conversation_id FROM chunks WHERE kind = 'message' "
        "AND conversation_id NOT IN (SELECT conversation_id FROM centroids) GROUP BY conversation_id "
        "HAVING min(row IN (SELECT row FROM embedded)) ORDER BY conversation_id"
    )
    for start in range(0, len(waiting), 200):
        with store.transaction():
            for (conversation_id,) in waiting[start : start + 200]:
                _make(store, conversation_id)
    return len(waiting)


def load(store: Store, ids: Sequence[str]) -> tuple[Matrix, Matrix] | None:
    """The middles of these conversations, whole and the person's, a row each; zeros for one that has none yet. None
    when no conversation has one."""
    rows = store.rows("SELECT conversation_id, whole, person FROM centroids")
    if not rows:
        return None
    found = {cid: middles for cid, *middles in rows}
    empty = bytes(len(rows[0][1]))
    shape = len(ids), len(empty) // 4
    whole, own = (
        np.frombuffer(b"".join(found[cid][which] if cid in found else empty for cid in ids), dtype=np.float32)
        for which in (0, 1)
    )
    return whole.reshape(shape), own.reshape(shape)


def whole(store: Store, conversation_id: str) -> Matrix | None:
    """The middle of one conversation, None while it has none."""
    found = store.execute("SELECT whole FROM centroids WHERE conversation_id = ?", (conversation_id,)).fetchone()
    return np.frombuffer(found[0], dtype=np.float32) if found else None


def _make(store: Store, conversation_id: str) -> None:
    found = store.rows(
        "SELECT c.person, v.vector FROM chunks c JOIN chunk_vectors v ON v.rowid = c.row "
        "WHERE c.conversation_id = ? AND c.kind = 'message'",
        (conversation_id,),
    )
    if not found:
        return
    matrix = np.frombuffer(b"".join(vector for _, vector in found), dtype=np.float32).reshape(len(found), -1)
    person = np.array([bool(mine) for mine, _ in found])
    whole, own = _middle(matrix), _middle(matrix[person]) if person.any() else np.zeros(matrix.shape[1], np.float32)
    store.execute("INSERT INTO centroids VALUES (?, ?, ?)", (conversation_id, whole.tobytes(), own.tobytes()))


def _middle(matrix: Matrix) -> Matrix:
    mean = matrix.mean(axis=0)
    middle: Matrix = (mean / (float(np.linalg.norm(mean)) or 1.0)).astype(np.float32)
    return middle
