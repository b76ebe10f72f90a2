"""The rough forms of chunk vectors find what the vectors themselves would."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from compiler.records import Conversation, Sealed
from compiler.store import chunks, conversations, meta, sketches, vectors
from compiler.store.chunks import Chunk
from compiler.store.connection import Store, open_store

CID = "chatgpt:c1"
COUNT, DIMENSION = 2500, 384


@pytest.fixture(scope="module")
def matrix() -> np.ndarray:
    """Unit vectors in ten bundles, as texts on ten subjects lie."""
    random = np.random.default_rng(3)
    centres = random.standard_normal((10, DIMENSION))
    made = (centres[np.arange(COUNT) % 10] + random.standard_normal((COUNT, DIMENSION))).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, matrix: np.ndarray) -> Iterator[Store]:
    """A store of chunks with these vectors, in three blocks."""
    with open_store(tmp_path_factory.mktemp("sketches") / "musubi.db") as opened:
        fill(opened, matrix)
        yield opened


def fill(store: Store, matrix: np.ndarray) -> list[int]:
    conversations.save(store, Sealed(Conversation(CID, "chatgpt", None, None, None, None, "/e.zip", ())), "u")
    chunks.replace(store, CID, [Chunk(f"{CID}#{n}", "message", f"text {n}") for n in range(len(matrix))])
    rows = [chunk.row for chunk in chunks.of(store, CID)]
    vectors.prepare(store, "test:1", matrix.shape[1])
    vectors.add(store, rows, list(matrix))
    return rows


def test_cosines_are_right_to_a_small_step(store: Store, matrix: np.ndarray) -> None:
    """A byte a dimension tells all cosines to .003."""
    rows, cosines = sketches.cosines(store, np.arange(1, COUNT + 1), matrix[7])
    assert np.abs(cosines - matrix[rows - 1] @ matrix[7]).max() < 0.003


def test_the_nearest_agree_in_most_signs(store: Store, matrix: np.ndarray) -> None:
    """Of the ten nearest of 2,500 all are among the 200 that signs choose."""
    for asked in matrix[:20]:
        nearest = np.argsort(-(matrix @ asked))[:10] + 1
        assert np.isin(nearest, sketches.Signs(store).nearest(asked, 200)).all()


def test_only_among_the_allowed(store: Store, matrix: np.ndarray) -> None:
    """As many as asked for, all of them allowed; rows beyond the mask are not."""
    allowed = np.zeros(1500, dtype=bool)
    allowed[[3, 1400]] = True
    assert sketches.Signs(store).nearest(matrix[0], 50, allowed).tolist() == [3, 1400]


def test_no_positive_number_is_still_a_vector(tmp_path: Path) -> None:
    """No bit at all means that there is no vector, which is not the same."""
    with open_store(tmp_path / "musubi.db") as store:
        rows = fill(store, np.array([[-1, 0], [0, 1]], dtype=np.float32))
        assert sketches.Signs(store).nearest(np.array([-1, 0], dtype=np.float32), 5).tolist() == rows


def test_another_dimension_compares_with_nothing(store: Store) -> None:
    """A question embedded by another model finds nothing rather than anything."""
    assert sketches.Signs(store).nearest(np.ones(768, dtype=np.float32), 5).tolist() == []


def test_vectors_of_an_earlier_store_get_theirs(tmp_path: Path, matrix: np.ndarray) -> None:
    """From the vectors themselves, at the next compile."""
    with open_store(tmp_path / "musubi.db") as store:
        rows = fill(store, matrix[:30])
        sketches.clear(store)
        meta.drop(store, vectors.SKETCHED)
        vectors.prepare(store, "test:1", DIMENSION)
        assert sketches.Signs(store).nearest(matrix[4], 1).tolist() == [rows[4]]
        assert vectors.count_missing(store) == 0


def test_a_lost_vector_is_made_again(tmp_path: Path, matrix: np.ndarray) -> None:
    """A row whose vector is not there has none, so that the next compile embeds it."""
    with open_store(tmp_path / "musubi.db") as store:
        rows = fill(store, matrix[:3])
        sketches.clear(store)
        meta.drop(store, vectors.SKETCHED)
        store.execute("DELETE FROM chunk_vectors WHERE rowid = ?", (rows[1],))
        vectors.prepare(store, "test:1", DIMENSION)
        assert [row for row, _ in vectors.missing(store)] == [rows[1]]
