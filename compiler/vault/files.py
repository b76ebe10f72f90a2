"""Files of the vault on disk: stamps, hashes, and writing that is never half done."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG

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
    return Stamp(found.st_size, found.st_mtime_ns) if S_ISREG(found.st_mode) else None


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


class Writers:
    """Writes files by vault path, several at once: waiting for the disk is most of the time. An error in a file
    surfaces where its result is asked for."""

    def __init__(self, vault: Path) -> None:
        self._vault = vault
        self._pool = ThreadPoolExecutor(WRITERS)
        self._folders: set[Path] = set()
        self._unsynced: set[Path] = set()

    def submit(self, relative: str, data: bytes, there: Stamp | None) -> Future[Stamp | None]:
        """Write a file where still lies what was looked at when it was planned (its stamp, None for nothing). It gives
        None where someone has changed it since."""
        path = self._vault / relative
        if path.parent not in self._folders:
            path.parent.mkdir(parents=True, exist_ok=True)
            _sweep(path.parent)
            self._folders.add(path.parent)
            self._unsynced.update(folder for folder in path.parents if folder.is_relative_to(self._vault))
        self._unsynced.add(path.parent)
        return self._pool.submit(write_over, path, data, there)

    def sync(self) -> None:
        """Make the names of what was written outlive a power cut. To be called before the manifest knows a file, or the
        file's absence would be taken for a deletion by the person."""
        sync_folders(self._unsynced)
        self._unsynced.clear()

    def __enter__(self) -> Writers:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._pool.shutdown(wait=True, cancel_futures=kind is not None)


def write(path: Path, data: bytes) -> Stamp:
    """Replace a file through a dot-file beside it (which Obsidian ignores), synced before it gets its name."""
    written = _replace(path, data, lambda: True)
    assert written is not None
    return written


def write_over(path: Path, data: bytes, there: Stamp | None) -> Stamp | None:
    """The same, if the file is what it was (its stamp, None for no file) up to the moment before it is replaced: what a
    person or another program saved meanwhile stays."""
    return _replace(path, data, lambda: stamp(path) == there)


def _replace(path: Path, data: bytes, may: Callable[[], bool]) -> Stamp | None:
    temporary = path.with_name(f"{TEMPORARY}{bytes_hash(path.name.encode())[7:23]}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if not may():
            temporary.unlink()
            return None
        temporary.replace(path)
    except BaseException as error:
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(path)
        temporary.unlink(missing_ok=True)
        raise
    found = path.lstat()
    return Stamp(found.st_size, found.st_mtime_ns)


def remove(path: Path, root: Path, there: Stamp | None) -> bool:
    """Delete a file and the folders that it leaves empty, up to `root`; False where it is not what it was (its stamp,
    None for no file)."""
    if stamp(path) != there:
        return False
    path.unlink(missing_ok=True)
    for folder in path.parents:
        if folder == root or root not in folder.parents:
            break
        try:
            folder.rmdir()
        except OSError:
            break
    return True


def _sweep(folder: Path) -> None:
    """Remove what a killed run left."""
    for old in folder.glob(f"{TEMPORARY}*.tmp"):
        old.unlink(missing_ok=True)


def sync_folders(folders: Iterable[Path]) -> None:
    for folder in sorted(folders):
        if os.name != "nt" and folder.is_dir():
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
