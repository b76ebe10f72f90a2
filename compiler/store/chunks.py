"""Chunks: the passages of conversations, each with its message; triggers keep the keyword indexes beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from compiler.store import vectors
from compiler.store.connection import Store
from compiler.store.keywords import wide_pairs

ChunkKind = Literal["message", "tool"]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of one message; `message` kind is embedded, `tool` found by keyword alone."""

    message_id: str
    kind: ChunkKind
    text: str


@dataclass(frozen=True, slots=True)
class StoredChunk:
    row: int
    conversation_id: str
    message_id: str
    kind: ChunkKind
    text: str


def replace(store: Store, conversation_id: str, chunks: Sequence[Chunk]) -> None:
    """A conversation's chunks, whole. Their rows are consecutive, so neighbours in the talk are neighbours by row; a
    chunk that did not change keeps its vector."""
    with store.transaction():
        old = list(of(store, conversation_id))
        kept = _kept(store, old, chunks)
        moving = {(c.message_id, c.text): c.row for c in old[kept:] if c.kind == "message"}
        vectors.park(store, moving.values())
        store.executemany("DELETE FROM chunks WHERE row = ?", [(c.row,) for c in old[kept:]])
        store.executemany(
            "INSERT INTO chunks(conversation_id, message_id, seq, kind, text) VALUES (?, ?, ?, ?, ?)",
            [(conversation_id, c.message_id, n, c.kind, c.text) for n, c in enumerate(chunks[kept:], start=kept)],
        )
        made = list(of(store, conversation_id))
        wide = [(c.row, pairs) for c in made[kept:] if c.kind == "message" and (pairs := wide_pairs(c.text))]
        store.executemany("INSERT INTO wide_words(rowid, pairs) VALUES (?, ?)", wide)
        moves = [(moving.get((c.message_id, c.text)), c.row) for c in made]
        vectors.unpark(store, [(before, after) for before, after in moves if before is not None])


def _kept(store: Store, old: Sequence[StoredChunk], new: Sequence[Chunk]) -> int:
    """How many chunks from the start may keep their rows: those that did not change, if new rows, which are given at
    the end of the table, would follow them."""
    same = 0
    while same < min(len(old), len(new)) and Chunk(old[same].message_id, old[same].kind, old[same].text) == new[same]:
        same += 1
    grows = bool(old) and bool(store.one("SELECT max(row) = ? FROM chunks", (old[-1].row,)))
    return same if grows or same == len(old) == len(new) else 0


def delete(store: Store, conversation_id: str) -> None:
    store.execute("DELETE FROM chunks WHERE conversation_id = ?", (conversation_id,))


def load(store: Store, rows: Sequence[int]) -> Mapping[int, StoredChunk]:
    """Chunks by row; unknown rows are left out."""
    out: dict[int, StoredChunk] = {}
    for start in range(0, len(rows), 500):
        batch = tuple(rows[start : start + 500])
        marks = ",".join("?" * len(batch))
        for found in store.execute(
            f"SELECT row, conversation_id, message_id, kind, text FROM chunks WHERE row IN ({marks})", batch
        ):
            out[found[0]] = StoredChunk(*found)
    return out


def of(store: Store, conversation_id: str) -> Iterator[StoredChunk]:
    """A conversation's chunks in order."""
    sql = "SELECT row, conversation_id, message_id, kind, text FROM chunks WHERE conversation_id = ? ORDER BY seq"
    return (StoredChunk(*row) for row in store.execute(sql, (conversation_id,)))


def spans(store: Store) -> list[tuple[str, int, int]]:
    """(conversation id, first row, last row), by first row: answered from an index alone."""
    return list(
        store.execute("SELECT conversation_id, min(row), max(row) FROM chunks GROUP BY conversation_id ORDER BY 2")
    )


def count(store: Store, kind: ChunkKind = "message") -> int:
    return int(store.one("SELECT count(*) FROM chunks WHERE kind = ?", (kind,)))
