"""What a search shows beside a passage, and which passages its filters allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from compiler.store.connection import Store


@dataclass(frozen=True, slots=True)
class About:
    """A conversation as a result names it; `note` its file below the vault."""

    source: str
    title: str | None
    project: str | None
    date: str | None
    source_ref: str
    note: str | None


def about(store: Store, ids: Sequence[str]) -> Mapping[str, About]:
    """By conversation id. The note's title stands in for a conversation without one."""
    out: dict[str, About] = {}
    for start in range(0, len(ids), 500):
        batch = tuple(ids[start : start + 500])
        marks = ",".join("?" * len(batch))
        rows = store.execute(
            "SELECT c.id, c.source, coalesce(n.title, c.title), c.project, coalesce(c.created_at, c.updated_at), "
            "c.source_ref, (SELECT min(path) FROM vault_files v WHERE v.id = c.id) "
            f"FROM conversations c LEFT JOIN notes n ON n.conversation_id = c.id WHERE c.id IN ({marks})",
            batch,
        )
        out.update((cid, About(*rest)) for cid, *rest in rows)
    return out


def places(store: Store, message_ids: Sequence[str]) -> Mapping[str, tuple[str | None, str]]:
    """Message id → (time, place in the source)."""
    out: dict[str, tuple[str | None, str]] = {}
    for start in range(0, len(message_ids), 500):
        batch = tuple(message_ids[start : start + 500])
        marks = ",".join("?" * len(batch))
        rows = store.execute(f"SELECT id, created_at, place FROM messages WHERE id IN ({marks})", batch)
        out.update((mid, (time, place)) for mid, time, place in rows)
    return out


def first_evidence(store: Store, item_ids: Sequence[str]) -> Mapping[str, str]:
    """Item id → the message it rests on most."""
    marks = ",".join("?" * len(item_ids))
    sql = f"SELECT item_id, message_id FROM evidence WHERE seq = 0 AND item_id IN ({marks})"
    return dict(store.execute(sql, tuple(item_ids)))


def allowed_rows(
    store: Store,
    table: Literal["chunks", "passages"],
    *,
    kind: str | None = None,
    sources: Sequence[str] = (),
    project: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> NDArray[np.int64]:
    """Rows that pass every filter. A date as `until` takes in its whole day."""
    time = "coalesce(c.created_at, c.updated_at)"
    join = "JOIN conversations c ON c.id = t.conversation_id"
    if table == "chunks" and (since or until):
        join += " JOIN messages m ON m.id = t.message_id"
        time = f"coalesce(m.created_at, {time})"
    where, bindings = ["1"], []
    if kind:
        where.append("t.kind = ?")
        bindings.append(kind)
    if sources:
        where.append(f"c.source IN ({','.join('?' * len(sources))})")
        bindings += sources
    if project:
        where.append(
            "(lower(c.project) = lower(?) OR replace(lower(c.project), '\\', '/') LIKE '%/' || lower(?) ESCAPE '~')"
        )
        bindings += [project, project.replace("~", "~~").replace("%", "~%").replace("_", "~_")]
    if since:
        where.append(f"{time} >= ?")
        bindings.append(since)
    if until:
        where.append(f"{time} <= ?")
        bindings.append(until if len(until) > 10 else until + "T99")
    sql = f"SELECT t.row FROM {table} t {join} WHERE {' AND '.join(where)}"
    return np.fromiter((row for (row,) in store.execute(sql, tuple(bindings))), dtype=np.int64)
