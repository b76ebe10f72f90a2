"""A store of small invented notes, and the passes over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np

from compiler.build import run_pass
from compiler.config import Config, VaultConfig
from compiler.events import Silent
from compiler.passes import PassContext
from compiler.passes.order import PASSES
from compiler.records import Conversation, ConversationKind, Entity, Env, Item, ItemKind, Message, Note, Sealed
from compiler.store import conversations, ledger, notes, passages
from compiler.store.connection import Store

CORPUS = ("marks", "topics", "related", "entities", "layout", "alike", "decisions", "loops", "profile")
DIMENSION = 32


def config(vault: Path) -> Config:
    env = Env(Path("/home/noor"), "linux", {})
    return Config(vault, vault / ".musubi" / "musubi.db", env, pages=VaultConfig(timezone="UTC"))


def direction(*weights: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """A unit vector with these leading parts."""
    row = np.zeros(DIMENSION, dtype=np.float32)
    row[: len(weights)] = weights
    return (row / np.linalg.norm(row)).astype(np.float32)


def tell(
    store: Store,
    name: str,
    day: str,
    *lines: tuple[str, str],
    title: str = "",
    summary: str = "",
    project: str | None = None,
    entities: Sequence[Entity] = (),
    vector: Sequence[float] = (1.0,),
    kind: ConversationKind = "main",
    **attrs: str,
) -> list[str]:
    """A conversation of one message on a day, and its note: (kind, text) an item each; `done loop` closes it at once.
    Returns the items' ids."""
    cid = f"chatgpt:{name}"
    at = f"{day}T08:00:00Z"
    message = Message(f"{cid}#1", "user", " ".join(text for _, text in lines) or title or name, created_at=at)
    items = tuple(
        Item(f"{word.split()[-1][0]}-{name}-{n}", cast(ItemKind, word.split()[-1]), text, (message.id,), text,
             done=word.startswith("done"))
        for n, (word, text) in enumerate(lines)
    )  # fmt: skip
    head = Conversation(cid, "chatgpt", title or name, project, at, at, "/x/export.zip", (message,), None, kind, attrs)
    with store.transaction():
        conversations.save(store, cast(Sealed, head), "unit")
        if kind in ("main", "note"):
            note = Note(cid, title or name, summary, items, tuple(entities))
            made = notes.save(store, note, conversations.content_hash_of(store, cid))
            ledger.record(store, "distil", cid, made, made)
            ledger.record(store, "index", cid, made, made)
            passages.replace(store, cid, [passages.Passage(None, "note", note.title)], [direction(*vector)])
    return [item.id for item in items]


def run(store: Store, settings: Config) -> dict[str, int]:
    """The passes over all; pass → how many units were run. None may fail."""
    ctx = PassContext(store, settings, Silent())
    out = {}
    for step in PASSES:
        if step.name in CORPUS:
            counts = run_pass(ctx, step)
            assert counts.failed == 0, step.name
            out[step.name] = counts.run
    return out
