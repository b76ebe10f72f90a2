"""Copies of the store beside it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from compiler.store import meta
from compiler.store.backup import KEPT, back_up, list_backups
from compiler.store.connection import open_store
from compiler.store.sound import is_sound


def test_backups_made_at_once_are_each_whole(tmp_path: Path) -> None:
    """Each has a number of its own, the last few stay, and none is half written."""
    path = tmp_path / "musubi.db"
    with open_store(path) as store:
        meta.put(store, "filler", "x" * 3_000_000)

    def make(_: int) -> Path:
        with open_store(path, write=False) as store:
            return back_up(store.connection, path, reason="asked")

    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(make, range(6)))
    assert len(set(made)) == 6
    assert list_backups(path) == sorted(made)[-KEPT:]
    assert all(is_sound(copy) for copy in list_backups(path))
