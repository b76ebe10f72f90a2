"""The same run over a copy of the store that is thrown away."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import gettempdir, mkdtemp

import apsw
from filelock import FileLock, Timeout

from compiler.config import Config
from compiler.store.connection import open_store

PREFIX = "musubi-dry-run-"


@contextmanager
def copy_of(config: Config) -> Iterator[Config]:
    """A configuration whose store is a copy below the temporary folder."""
    sweep()
    folder = Path(mkdtemp(prefix=PREFIX))
    try:
        with FileLock(folder / "in-use"):
            copied = folder / "musubi.db"
            if config.store.exists():
                _copy(config.store, copied)
            yield replace(config, store=copied)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _copy(path: Path, target: Path) -> None:
    with open_store(path, write=False) as store, closing(apsw.Connection(str(target))) as copy:
        step = copy.backup("main", store.connection, "main")
        step.step()
        step.finish()


def sweep() -> None:
    """Remove copies that a killed run left, which may hold what is forgotten by now. One in use keeps its lock."""
    for folder in Path(gettempdir()).glob(f"{PREFIX}*"):
        if folder.is_symlink() or not folder.is_dir():
            continue
        try:
            with FileLock(folder / "in-use", timeout=0):
                shutil.rmtree(folder, ignore_errors=True)
        except (Timeout, OSError):
            pass
