"""Vectors of chunks: only what is missing, a batch at a time, and a bad text costs itself."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from compiler.embed import Vectors
from compiler.events import Advanced, Event, Silent
from compiler.passes import embed as passes_embed
from compiler.passes.embed import embed_chunks
from compiler.records import Conversation, Sealed
from compiler.store import chunks, conversations, vectors
from compiler.store.chunks import Chunk
from compiler.store.connection import Store, open_store


class Counting:
    """Embeds anything but `poison`; remembers what it was asked."""

    identity = "test:counting:2"
    dimension = 2

    def __init__(self, stop_after: int | None = None) -> None:
        self.texts: list[str] = []
        self.stop_after = stop_after

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.stop_after is not None and len(self.texts) >= self.stop_after:
            raise KeyboardInterrupt
        if "poison" in texts:
            raise ValueError("no")
        self.texts += texts
        return np.array([[0.6, 0.8]] * len(texts), dtype=np.float32)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "musubi.db") as opened:
        conversations.save(opened, Sealed(Conversation("x:c", "x", None, None, None, None, "/x", ())), "u")
        yield opened


def put(store: Store, *texts: str) -> None:
    kinds = [Chunk("x:c#1", "tool" if text.startswith("$") else "message", text) for text in texts]
    chunks.replace(store, "x:c", kinds)


def test_messages_get_vectors_and_tools_do_not(store: Store) -> None:
    """Tool output is left to keywords."""
    put(store, "one", "$ ls", "two")
    embedder = Counting()
    counts = embed_chunks(store, embedder, Silent())
    assert sorted(embedder.texts) == ["one", "two"] and counts.run == 2


def test_a_second_run_does_nothing(store: Store) -> None:
    """What has its vector is not embedded again."""
    put(store, "one", "two")
    embed_chunks(store, Counting(), Silent())
    again = Counting()
    counts = embed_chunks(store, again, Silent())
    assert again.texts == [] and (counts.run, counts.fresh) == (0, 2)


def test_an_interrupted_run_is_resumed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop costs the batch in hand; the next run embeds the rest and nothing twice."""
    monkeypatch.setattr(passes_embed, "BATCH", 2)
    put(store, *(f"text {n}" for n in range(6)))
    first = Counting(stop_after=4)
    with pytest.raises(KeyboardInterrupt):
        embed_chunks(store, first, Silent())
    second = Counting()
    embed_chunks(store, second, Silent())
    assert len(first.texts) == 4 and len(second.texts) == 2
    assert not set(first.texts) & set(second.texts) and vectors.count_missing(store) == 0


def test_a_bad_text_is_a_problem(store: Store) -> None:
    """The text is skipped, counted and named; the others have vectors."""
    put(store, "good", "poison", "fine")
    counts = embed_chunks(store, Counting(), Silent())
    assert (counts.run, counts.failed) == (2, 1)
    assert store.rows("SELECT place, what FROM problems") == [("x:c#1", "not embedded")]


def test_progress_is_told(store: Store) -> None:
    """The reporter hears of every chunk."""
    heard: list[Event] = []

    class Ear:
        def report(self, event: Event) -> None:
            heard.append(event)

    put(store, "one", "two", "three")
    embed_chunks(store, Counting(), Ear())
    assert sum(e.count for e in heard if isinstance(e, Advanced)) == 3
