"""Being the only one: a lock file that dies with its process, so that a kill leaves nothing to clean up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from compiler.errors import Locked


@contextmanager
def exclusively(path: Path, refusal: str) -> Iterator[None]:
    """Hold the lock file at `path`. Locked, with the sentence `refusal`, when another process holds it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise Locked(refusal) from error
    try:
        yield
    finally:
        lock.release()
