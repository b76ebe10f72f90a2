"""Passages of notes for search and for topics: what a note says, a text each, with its vector."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import orjson
from numpy.typing import NDArray

from compiler.hashing import content_hash
from compiler.store.connection import Store

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Passage:
    """`item_id` None for a note's title and summary; `kind` `note` or the item's kind."""

    item_id: str | None
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class StoredPassage:
    row: int
    conversation_id: str
    item_id: str | None
    kind: str
    text: str


def hash_of(passages: Iterable[Passage | StoredPassage]) -> str:
    """Over what they say, not where they lie."""
    return content_hash([(c.item_id, c.kind, c.text) for c in passages])


def replace(store: Store, conversation_id: str, passages: Sequence[Passage], vectors: Sequence[Matrix | None]) -> None:
    """A note's passages, whole; their rows are consecutive."""
    delete(store, conversation_id)
    store.executemany(
        "INSERT INTO passages(conversation_id, item_id, kind, text, vector) VALUES (?, ?, ?, ?, ?)",
        [
            (conversation_id, p.item_id, p.kind, p.text, None if v is None else v.astype(np.float32).tobytes())
            for p, v in zip(passages, vectors, strict=True)
        ],
    )


def missing(store: Store) -> list[tuple[int, str]]:
    """(row, text) of passages without a vector, the newest first."""
    return list(store.execute("SELECT row, text FROM passages WHERE vector IS NULL ORDER BY row DESC"))


def add_vectors(store: Store, vectors: Sequence[tuple[int, Matrix]]) -> None:
    """Give passages, by row, their vectors."""
    rows = [(vector.astype(np.float32).tobytes(), row) for row, vector in vectors]
    store.executemany("UPDATE passages SET vector = ? WHERE row = ?", rows)


def delete(store: Store, conversation_id: str) -> None:
    store.execute("DELETE FROM passages WHERE conversation_id = ?", (conversation_id,))


def load(store: Store, rows: Sequence[int]) -> Mapping[int, StoredPassage]:
    """Passages by row; unknown rows are left out."""
    marks = ",".join("?" * len(rows))
    sql = f"SELECT row, conversation_id, item_id, kind, text FROM passages WHERE row IN ({marks})"
    return {row[0]: StoredPassage(*row) for row in store.execute(sql, tuple(rows))}


def of(store: Store, conversation_id: str) -> list[StoredPassage]:
    """A note's passages in order."""
    sql = "SELECT row, conversation_id, item_id, kind, text FROM passages WHERE conversation_id = ? ORDER BY row"
    return [StoredPassage(*row) for row in store.execute(sql, (conversation_id,))]


def crooked(store: Store) -> int:
    """How many vectors are not of unit length, as every vector was when it was stored."""
    stored = store.execute("SELECT vector FROM passages WHERE vector IS NOT NULL")
    lengths = (float(np.linalg.norm(np.frombuffer(blob, dtype=np.float32))) for (blob,) in stored)
    return sum(not 0.99 < length < 1.01 for length in lengths)


def any_vector(store: Store) -> bool:
    """Whether any note can be found by meaning."""
    return bool(store.one("SELECT EXISTS (SELECT 1 FROM passages WHERE vector IS NOT NULL)"))


def rows_of(store: Store, item_ids: Sequence[str]) -> NDArray[np.int64]:
    """The rows of what these items say."""
    found = store.rows(
        "SELECT row FROM passages WHERE item_id IN (SELECT value FROM json_each(?))",
        (orjson.dumps(list(item_ids)).decode(),),
    )
    return np.array([row for (row,) in found], dtype=np.int64)


def spans(store: Store) -> list[tuple[str, int, int]]:
    """(conversation id, first row, last row), by first row."""
    return list(
        store.execute("SELECT conversation_id, min(row), max(row) FROM passages GROUP BY conversation_id ORDER BY 2")
    )


def matrix(store: Store) -> tuple[NDArray[np.int64], Matrix]:
    """Rows that have a vector, ascending, with the matrix of them."""
    found = store.rows("SELECT row, vector FROM passages WHERE vector IS NOT NULL ORDER BY row")
    rows = np.array([row for row, _ in found], dtype=np.int64)
    flat = np.frombuffer(b"".join(vector for _, vector in found), dtype=np.float32)
    return rows, flat.reshape(len(rows), -1 if found else 0)


def vectors(store: Store, kind: str | None = None) -> tuple[list[StoredPassage], Matrix]:
    """Passages that have a vector, by conversation and row, with the matrix of them: one row a passage."""
    found: list[StoredPassage] = []
    data = bytearray()  # grown in place: in a large history a second copy would count
    for *row, vector in store.execute(
        "SELECT row, conversation_id, item_id, kind, text, vector FROM passages "
        "WHERE vector IS NOT NULL AND (?1 IS NULL OR kind = ?1) ORDER BY conversation_id, row",
        (kind,),
    ):
        found.append(StoredPassage(*row))
        data += vector
    if not found:
        return [], np.zeros((0, 0), dtype=np.float32)
    return found, np.frombuffer(data, dtype=np.float32).reshape(len(found), -1)
