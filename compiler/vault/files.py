"""Files of the vault on disk: stamps, hashes, and writing that is never half done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from compiler.hashing import bytes_hash

TEMPORARY = ".musubi-"
WRITERS = 8


@dataclass(frozen=True, slots=True)
class Stamp:
    size: int
    mtime_ns: int


def stamp(path: Path) -> Stamp | None:
    """Size and time of a plain file; None where there is none (a link or folder in its place counts as none)."""
    try:
        found = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return Stamp(found.st_size, found.st_mtime_ns) if path_is_plain(found) else None


def path_is_plain(found: os.stat_result) -> bool:
    import stat

    return stat.S_ISREG(found.st_mode)


def read(path: Path) -> bytes | None:
    """A file's bytes, or None where it vanished."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def hash_of(path: Path) -> str | None:
    data = read(path)
    return None if data is None else bytes_hash(data)


def inside(vault: Path, relative: str) -> bool:
    """Whether a vault path stays in the vault: no link among its parents leads elsewhere."""
    folder = vault / relative
    real = Path(os.path.realpath(vault))
    return Path(os.path.realpath(folder.parent)) == (real / relative).parent


def write_all(vault: Path, contents: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, Stamp]]:
    """Write files by vault path, each whole or not at all, several at once: waiting for the disk is most of the time.
    Yields what was written, in order; the first failure ends it."""
    folders: set[Path] = set()

    def one(item: tuple[str, bytes]) -> tuple[str, Stamp]:
        return item[0], write(vault / item[0], item[1])

    pending = list(contents)
    for relative, _ in pending:
        folder = (vault / relative).parent
        if folder not in folders:
            folder.mkdir(parents=True, exist_ok=True)
            _sweep(folder)
            folders.add(folder)
    with ThreadPoolExecutor(WRITERS) as pool:
        yield from pool.map(one, pending)
    for folder in sorted(folders):
        _sync_folder(folder)


def write(path: Path, data: bytes) -> Stamp:
    """Replace a file through a dot-file beside it (which Obsidian ignores), synced before it gets its name."""
    temporary = path.with_name(f"{TEMPORARY}{bytes_hash(path.name.encode())[7:23]}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    found = path.lstat()
    return Stamp(found.st_size, found.st_mtime_ns)


def remove(path: Path, root: Path) -> None:
    """Delete a file and the folders that it leaves empty, up to `root`."""
    path.unlink(missing_ok=True)
    for folder in path.parents:
        if folder == root or root not in folder.parents:
            return
        try:
            folder.rmdir()
        except OSError:
            return


def _sweep(folder: Path) -> None:
    """Remove what a killed run left."""
    for old in folder.glob(f"{TEMPORARY}*.tmp"):
        old.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
