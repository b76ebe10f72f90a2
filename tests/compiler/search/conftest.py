"""A small history to search, and an embedder that knows a handful of concepts."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from compiler.embed import Vectors
from compiler.events import Silent
from compiler.passes.chunk import chunk
from compiler.passes.embed import embed_chunks
from compiler.records import Conversation, Message, Role, Sealed
from compiler.store import chunks, conversations
from compiler.store.connection import Store, open_store

CONCEPTS = (
    "backup copies copying restore",
    "database postgres sqlite",
    "bread sourdough loaf oven",
    "trip flight lisbon",
)


class Concepts:
    """A text's vector says which concepts its words belong to; texts of no concept lie in directions of their own."""

    identity = "test:concepts:36"
    dimension = len(CONCEPTS) + 32

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for place, words in enumerate(CONCEPTS):
                row[place] = any(word in text.lower() for word in words.split())
            if not row.any():
                row[len(CONCEPTS) + sum(text.encode("utf-8", "replace")) % 32] = 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


Tell = Callable[..., str]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "musubi.db") as opened:
        yield opened


@pytest.fixture
def concepts() -> Concepts:
    return Concepts()


@pytest.fixture
def tell(store: Store) -> Tell:
    """Put a conversation into the store, chunked and with vectors: `tell("c1", "user: …", "assistant: …", day="…")`."""

    def put(
        native: str,
        *said: str,
        day: str = "2026-03-01",
        source: str = "chatgpt",
        project: str | None = None,
        title: str | None = None,
        vectors: bool = True,
    ) -> str:
        cid = f"{source}:{native}"
        messages = []
        for number, line in enumerate(said, start=1):
            role, _, text = line.partition(": ")
            checked: Role = role if role in ("user", "assistant", "tool") else "user"  # type: ignore[assignment]
            messages.append(
                Message(f"{cid}#{number}", checked, text, created_at=f"{day}T10:00:{number:02}Z", place=str(number))
            )
        at = f"{day}T10:00:00Z"
        conversation = Conversation(cid, source, title, project, at, at, f"/{source}.jsonl", tuple(messages))
        with store.transaction():
            conversations.save(store, Sealed(conversation), "unit")
            chunks.replace(store, cid, list(chunk(conversation)))
        if vectors:
            embed_chunks(store, Concepts(), Silent())
        return cid

    return put
