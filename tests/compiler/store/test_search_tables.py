"""Chunks, their keyword indexes and their vectors stay together whatever happens to the chunks."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from compiler.records import Conversation, Sealed
from compiler.store import centroids, chunks, conversations, keywords, sketches, vectors
from compiler.store.chunks import Chunk
from compiler.store.connection import Store, open_store

CID = "chatgpt:c1"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "musubi.db") as opened:
        for cid in (CID, "chatgpt:c2"):
            conversations.save(opened, Sealed(Conversation(cid, "chatgpt", None, None, None, None, "/e.zip", ())), "u")
        yield opened


def put(store: Store, *texts: str, cid: str = CID) -> list[int]:
    """Replace a conversation's chunks; returns their rows."""
    chunks.replace(store, cid, [Chunk(f"{cid}#{n}", "message", text, n % 2 == 0) for n, text in enumerate(texts)])
    return [chunk.row for chunk in chunks.of(store, cid)]


def vector(*values: float) -> np.ndarray:
    row = np.array(values, dtype=np.float32)
    return row / np.linalg.norm(row)


def nearest(store: Store, to: np.ndarray) -> list[int]:
    """Rows with a vector, nearest first."""
    rows, cosines = sketches.cosines(store, sketches.Signs(store).nearest(to, 10), to)
    return [int(row) for _, row in sorted(zip(-cosines, rows, strict=True))]


def test_replaced_text_is_found_and_the_old_is_not(store: Store) -> None:
    """The keyword index follows the chunks."""
    put(store, "the old plan")
    rows = put(store, "the new plan")
    assert keywords.holding(store, "message_words", "old").tolist() == []
    assert keywords.holding(store, "message_words", "new").tolist() == rows


def test_rows_of_a_conversation_are_consecutive(store: Store) -> None:
    """A conversation that grows after another was added moves to the end as a whole."""
    put(store, "one", "two")
    put(store, "other", cid="chatgpt:c2")
    rows = put(store, "one", "two", "three")
    assert rows == list(range(rows[0], rows[0] + 3))
    assert [span[0] for span in chunks.spans(store)] == ["chatgpt:c2", CID]


def test_the_last_conversation_grows_in_place(store: Store) -> None:
    """Chunks that did not change keep their rows where the new ones can follow."""
    before = put(store, "one", "two")
    after = put(store, "one", "two", "three")
    assert after[:2] == before


def test_unchanged_chunks_keep_their_vectors(store: Store) -> None:
    """Moving to new rows takes the vectors along; only the new chunk waits for one."""
    vectors.prepare(store, "test:2", 2)
    vectors.add(store, put(store, "one", "two"), [vector(1, 0), vector(0, 1)])
    put(store, "other", cid="chatgpt:c2")
    rows = put(store, "one", "two", "three")
    assert [text for _, text in vectors.missing(store)] == ["three", "other"]
    assert nearest(store, vector(0, 1)) == rows[1::-1]


def test_a_deleted_conversation_leaves_no_vector(store: Store) -> None:
    """The cascade from the conversation reaches the indexes, and a reused row number inherits nothing."""
    vectors.prepare(store, "test:2", 2)
    vectors.add(store, put(store, "secret plan"), [vector(1, 0)])
    store.execute("DELETE FROM conversations WHERE id = ?", (CID,))
    assert keywords.holding(store, "message_words", "secret").tolist() == []
    put(store, "other", cid="chatgpt:c2")
    assert nearest(store, vector(1, 0)) == []
    assert vectors.prune(store) == 1


def test_another_model_starts_over(store: Store) -> None:
    """Vectors of different models do not compare, so a changed identity drops them."""
    vectors.prepare(store, "test:2", 2)
    vectors.add(store, put(store, "one"), [vector(1, 0)])
    assert vectors.prepare(store, "test:2", 2) and vectors.count_missing(store) == 0
    vectors.prepare(store, "other:3", 3)
    assert vectors.count_missing(store) == 1 and not vectors.usable(store, "test:2")


def test_without_the_extension_nothing_is_lost(store: Store) -> None:
    """Where sqlite-vec cannot load, vectors are a no-op and words still work."""
    store.vectors = False
    rows = put(store, "one")
    assert vectors.prepare(store, "test:2", 2) is False
    assert vectors.prune(store) == 0 and centroids.refresh(store) == 0
    assert keywords.holding(store, "message_words", "one").tolist() == rows


def test_the_middle_of_a_conversation(store: Store) -> None:
    """The mean of all chunks, and of the person's own; dropped when a chunk changes."""
    vectors.prepare(store, "test:2", 2)
    vectors.add(store, put(store, "mine", "the model's"), [vector(1, 0), vector(0, 1)])
    assert centroids.refresh(store) == 1
    found = centroids.load(store, [CID, "chatgpt:c2"])
    assert found is not None
    whole, own = found
    assert np.allclose(whole[0], vector(1, 1)) and np.allclose(own[0], vector(1, 0)) and not whole[1].any()
    put(store, "mine", "changed")
    assert centroids.load(store, [CID]) is None


def test_pairs_of_wide_scripts() -> None:
    """Runs of Han, kana and Thai become overlapping pairs; Latin text has none."""
    assert keywords.wide_pairs("We met in 東京都 today") == "東京 京都 都"
    assert keywords.wide_pairs("plain") == ""


def test_part_of_a_word_ignores_case_and_wildcards(store: Store) -> None:
    """`%` and `_` mean themselves."""
    rows = put(store, "getUserName", "100% sure", "100 sure")
    assert keywords.containing(store, "username").tolist() == rows[:1]
    assert keywords.containing(store, "00% s").tolist() == rows[1:2]


def test_lengths_in_words(store: Store) -> None:
    """Read from the index's own table, also above 127, where its numbers take two bytes."""
    rows = put(store, "one two three", "word " * 200)
    found, words = keywords.lengths(store, "message_words")
    assert found.tolist() == rows and words.tolist() == [3, 200]


def test_pruning_leaves_no_byte_of_a_vector(store: Store) -> None:
    """A vector tells something of its text, so a deleted one is overwritten."""
    vectors.prepare(store, "test:2", 2)
    vectors.add(store, put(store, "secret", "kept"), [vector(3, 4), vector(1, 0)])
    secret = vector(3, 4).tobytes()
    held = "SELECT count(*) FROM chunk_vectors_vector_chunks00 WHERE instr(vectors, ?)"
    assert store.one(held, (secret,)) == 1
    put(store, "kept")
    vectors.prune(store)
    assert store.one(held, (secret,)) == 0
    assert np.count_nonzero(np.frombuffer(store.one("SELECT bits FROM signs"), dtype="<u8")) == 0
