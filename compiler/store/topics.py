"""The taxonomy, which conversation belongs where, what is related to what, and where topics lie on the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from compiler.store.connection import Store

Centre = NDArray[np.int8]
UNSORTED = "topic:unsorted"


@dataclass(frozen=True, slots=True)
class Topic:
    """`name` as proposed (renames are overrides of the id); `made_of` how many conversations it was proposed from;
    `centre` its direction, one int8 a dimension: as exact as the lock can keep it, so that a store made anew assigns
    the same."""

    id: str
    name: str
    maker: str
    made_of: int
    centre: bytes

    def direction(self) -> NDArray[np.float32]:
        """The centre at unit length."""
        wide = np.frombuffer(self.centre, dtype=np.int8).astype(np.float32)
        length = float(np.linalg.norm(wide))
        return wide / np.float32(length) if length else wide


def all_topics(store: Store) -> list[Topic]:
    """The standing taxonomy, by id."""
    return [Topic(*row) for row in store.execute("SELECT id, name, maker, made_of, centre FROM topics ORDER BY id")]


def put(store: Store, topic: Topic) -> None:
    row = (topic.id, topic.name, topic.maker, topic.made_of, topic.centre)
    store.execute("INSERT OR REPLACE INTO topics VALUES (?, ?, ?, ?, ?)", row)


def clear(store: Store, *, but: int = 0) -> None:
    """Drop the taxonomy, all but topics of the dimension `but`: the next run proposes it anew."""
    store.execute("DELETE FROM topics WHERE length(centre) <> ?", (but,))


def assignments(store: Store) -> Mapping[str, tuple[str | None, float]]:
    """Conversation → (topic or None for Unsorted, similarity)."""
    rows = store.execute("SELECT conversation_id, topic_id, similarity FROM topic_of")
    return {cid: (topic, similarity) for cid, topic, similarity in rows}


def assign(store: Store, wanted: Mapping[str, tuple[str | None, float]]) -> None:
    """Every assignment; only rows that differ are written."""
    old = assignments(store)
    store.executemany("DELETE FROM topic_of WHERE conversation_id = ?", [(c,) for c in old.keys() - wanted.keys()])
    store.executemany(
        "INSERT OR REPLACE INTO topic_of VALUES (?, ?, ?)",
        [(c, topic, similarity) for c, (topic, similarity) in wanted.items() if old.get(c) != (topic, similarity)],
    )


def related(store: Store) -> Mapping[str, tuple[tuple[str, float], ...]]:
    """Conversation → (earlier conversation, similarity), best first."""
    out: dict[str, list[tuple[str, float]]] = {}
    for cid, other, similarity in store.execute(
        "SELECT conversation_id, other, similarity FROM related ORDER BY conversation_id, seq"
    ):
        out.setdefault(cid, []).append((other, similarity))
    return {cid: tuple(rows) for cid, rows in out.items()}


def put_related(store: Store, conversation_id: str, others: Sequence[tuple[str, float]], vector: str) -> None:
    store.execute("DELETE FROM related WHERE conversation_id = ?", (conversation_id,))
    store.executemany(
        "INSERT INTO related VALUES (?, ?, ?, ?)", [(conversation_id, n, o, s) for n, (o, s) in enumerate(others)]
    )
    store.execute("INSERT OR REPLACE INTO related_seen VALUES (?, ?)", (conversation_id, f"{len(others)} {vector}"))


def drop_related(store: Store, conversation_ids: Iterable[str]) -> None:
    ids = [(c,) for c in conversation_ids]
    store.executemany("DELETE FROM related WHERE conversation_id = ?", ids)
    store.executemany("DELETE FROM related_seen WHERE conversation_id = ?", ids)


def related_seen(store: Store) -> Mapping[str, tuple[str, int]]:
    """Conversation → (hash of the vector that its related ones were found with, how many those were)."""
    rows = store.execute("SELECT conversation_id, vector FROM related_seen")
    return {cid: (mark, int(count)) for cid, (count, mark) in ((c, v.split(" ", 1)) for c, v in rows)}


def places(store: Store) -> Mapping[str, tuple[int, int]]:
    """Topic → (x, y) of its card on the map, kept once given."""
    return {i: (x, y) for i, x, y in store.execute("SELECT id, x, y FROM map_places")}


def put_place(store: Store, card: str, x: int, y: int) -> None:
    store.execute("INSERT OR REPLACE INTO map_places VALUES (?, ?, ?)", (card, x, y))
