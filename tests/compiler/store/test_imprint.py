"""Bytes that change on the disk without being written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from compiler.errors import Damaged
from compiler.store import imprint, meta
from compiler.store.connection import open_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed store with an imprint."""
    path = tmp_path / "musubi.db"
    with open_store(path) as store:
        meta.put(store, "timezone", "UTC")
    imprint.take(path)
    return path


def flip(path: Path, at: int, *, written: bool = False) -> None:
    """Another byte in the file; its time stays, as with a bit that tips, unless it is `written`."""
    stat, data = path.stat(), bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    if not written:
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def test_a_bit_that_tips_is_damage(path: Path) -> None:
    """Wherever it is, also where no check of SQLite looks."""
    imprint.verify(path)
    for at in range(100, path.stat().st_size, path.stat().st_size // 20):
        flip(path, at)
        with pytest.raises(Damaged, match="nobody wrote"):
            imprint.verify(path)
        flip(path, at)
        imprint.verify(path)


def test_what_is_written_is_no_damage(path: Path) -> None:
    """By us, by another program, or still in the log."""
    with open_store(path) as store:
        meta.put(store, "timezone", "Europe/Oslo")
        imprint.verify(path)
    imprint.verify(path)
    flip(path, 5000, written=True)
    imprint.verify(path)


def test_an_open_log_has_no_imprint(path: Path) -> None:
    """What the file holds is not all there is."""
    with open_store(path) as store:
        meta.put(store, "timezone", "Europe/Oslo")
        imprint.take(path)
        assert not path.with_suffix(".sums").exists()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"stamp": 1}', "null"])
def test_a_torn_imprint_says_nothing(content: str, path: Path) -> None:
    """It is made again by the next run."""
    path.with_suffix(".sums").write_text(content)
    imprint.verify(path)
    imprint.take(path)
    flip(path, 200)
    with pytest.raises(Damaged):
        imprint.verify(path)


def test_without_a_store_there_is_nothing_to_remember(tmp_path: Path) -> None:
    imprint.take(tmp_path / "musubi.db")
    imprint.verify(tmp_path / "musubi.db")
    assert list(tmp_path.iterdir()) == []
