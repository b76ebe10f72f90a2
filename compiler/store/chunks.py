"""Chunks: the passages of conversations, each with its message; triggers keep the keyword indexes beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from compiler.hashing import content_hash
from compiler.store import vectors
from compiler.store.connection import Store
from compiler.store.keywords import wide_pairs

ChunkKind = Literal["message", "tool"]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of one message; `message` kind is embedded, `tool` found by keyword alone; `person` says that the
    person wrote it."""

    message_id: str
    kind: ChunkKind
    text: str
    person: bool = False


@dataclass(frozen=True, slots=True)
class StoredChunk:
    row: int
    conversation_id: str
    message_id: str
    kind: ChunkKind
    text: str
    person: bool


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
            "INSERT INTO chunks(conversation_id, message_id, seq, kind, text, person) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (conversation_id, c.message_id, n, c.kind, c.text, int(c.person))
                for n, c in enumerate(chunks[kept:], start=kept)
            ],
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
    while same < min(len(old), len(new)) and _same(old[same], new[same]):
        same += 1
    grows = bool(old) and bool(store.one("SELECT max(row) = ? FROM chunks", (old[-1].row,)))
    return same if grows or same == len(old) == len(new) else 0


def _same(old: StoredChunk, new: Chunk) -> bool:
    return (old.message_id, old.kind, old.text, old.person) == (new.message_id, new.kind, new.text, new.person)


def delete(store: Store, conversation_id: str) -> None:
    store.execute("DELETE FROM chunks WHERE conversation_id = ?", (conversation_id,))


def hash_of(chunks: Iterable[Chunk | StoredChunk]) -> str:
    """Over what they say, not where they lie."""
    return content_hash([(c.message_id, c.kind, c.text, c.person) for c in chunks])


def load(store: Store, rows: Sequence[int]) -> Mapping[int, StoredChunk]:
    """Chunks by row; unknown rows are left out."""
    out: dict[int, StoredChunk] = {}
    for start in range(0, len(rows), 500):
        batch = tuple(rows[start : start + 500])
        marks = ",".join("?" * len(batch))
        for found in store.execute(
            f"SELECT row, conversation_id, message_id, kind, text, person FROM chunks WHERE row IN ({marks})", batch
        ):
            out[found[0]] = _stored(found)
    return out


def of(store: Store, conversation_id: str) -> Iterator[StoredChunk]:
    """A conversation's chunks in order."""
    sql = (
        "SELECT row, conversation_id, message_id, kind, text, person FROM chunks WHERE conversation_id = ? ORDER BY seq"
    )
    return (_stored(row) for row in store.execute(sql, (conversation_id,)))


def spans(store: Store) -> list[tuple[str, int, int]]:
    """(conversation id, first row, last row), by first row: answered from an index alone."""
    return list(
        store.execute("SELECT conversation_id, min(row), max(row) FROM chunks GROUP BY conversation_id ORDER BY 2")
    )


def of_person(store: Store) -> list[int]:
    """Rows of the person's own words: answered from an index alone."""
    return [row for (row,) in store.execute("SELECT row FROM chunks WHERE person = 1")]


def _stored(row: Sequence[Any]) -> StoredChunk:
    return StoredChunk(row[0], row[1], row[2], row[3], row[4], bool(row[5]))


def count(store: Store, kind: ChunkKind = "message") -> int:
    return int(store.one("SELECT count(*) FROM chunks WHERE kind = ?", (kind,)))
