"""A disk that fails at the Nth call: Python's file calls and SQLite's alike, below chosen folders.

`arm` is called in a run before its work. Calls are counted in `home/calls`, so that a loop knows when it has been
through all of them.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import struct
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw

BASE = apsw.vfs_names()[0]
NAMES = {name: getattr(errno, name) for name in ("EIO", "ENOSPC", "EACCES", "EINTR", "EROFS", "EMFILE")}


class Disk:
    """Counts the calls below `folders`; the `number`th fails with `code`, and with `forever` all that follow."""

    def __init__(self, folders: list[str], number: int, code: int, forever: bool, tally: str) -> None:
        self.folders = tuple(folders)
        self.number, self.code, self.forever = number, code, forever
        self.calls = 0
        self.lock = threading.Lock()
        self.tally = os.open(tally, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)

    def fails(self, path: object) -> bool:
        """Counts one call; whether it is to fail."""
        if not str(path).startswith(self.folders):
            return False
        with self.lock:
            self.calls += 1
            os.pwrite(self.tally, struct.pack("q", self.calls), 0)
            return self.calls == self.number or (self.forever and 0 < self.number < self.calls)

    def reach(self, path: object) -> None:
        if self.fails(path):
            raise OSError(self.code, os.strerror(self.code), str(path))

    def reach_open_file(self, handle: int) -> None:
        """As the system does: what fails on an open file names no file."""
        if self.fails(_path_of(handle)):
            raise OSError(self.code, os.strerror(self.code))

    def reach_sqlite(self, path: object, opening: bool = False) -> None:
        if self.code != errno.EINTR and self.fails(path):  # SQLite itself repeats a call that was interrupted
            if self.code in (errno.EACCES, errno.EROFS, errno.EMFILE) and opening:
                raise apsw.CantOpenError(os.strerror(self.code))
            raise (apsw.FullError if self.code == errno.ENOSPC else apsw.IOError)(os.strerror(self.code))


def arm(folders: list[str], number: int, code: int, forever: bool, tally: str) -> None:
    """From now on this process has such a disk; `number` 0 only counts."""
    disk = Disk(folders, number, code, forever, tally)
    for name in ("open", "replace", "rename", "unlink", "mkdir", "rmdir", "link"):
        setattr(os, name, _by_path(disk, getattr(os, name)))
    for name in ("write", "fsync"):
        setattr(os, name, _by_handle(disk, getattr(os, name)))
    real_open = io.open

    def opened(file: Any, mode: str = "r", buffering: int = -1, encoding: Any = None, errors: Any = None,
               newline: Any = None, closefd: bool = True, opener: Any = None) -> Any:  # fmt: skip
        if isinstance(file, int) or not str(file).startswith(disk.folders):
            return real_open(file, mode, buffering, encoding, errors, newline, closefd, opener)
        disk.reach(file)
        if not set(mode) & set("wax+"):
            return real_open(file, mode, buffering, encoding, errors, newline, closefd, opener)
        raw = _File(disk, str(file), mode.replace("b", "").replace("t", ""))
        whole = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        return whole if "b" in mode else io.TextIOWrapper(whole, encoding, errors, newline)

    io.open = builtins.open = opened  # type: ignore[assignment]
    globals()["_vfs"] = _Files(disk)
    sys.unraisablehook = _tell


def calls(tally: Path) -> int:
    """How many calls a run made."""
    data = tally.read_bytes()
    return int(struct.unpack("q", data)[0]) if data else 0


class _File(io.FileIO):
    def __init__(self, disk: Disk, path: str, mode: str) -> None:
        super().__init__(path, mode)
        self.disk = disk

    def write(self, data: Any) -> int | None:
        self.disk.reach_open_file(self.fileno())
        return super().write(data)


def _by_path(disk: Disk, real: Callable[..., Any]) -> Callable[..., Any]:
    def called(path: Any, *rest: Any, **named: Any) -> Any:
        disk.reach(path)
        return real(path, *rest, **named)

    return called


def _by_handle(disk: Disk, real: Callable[..., Any]) -> Callable[..., Any]:
    def called(handle: Any, *rest: Any) -> Any:
        disk.reach_open_file(handle if isinstance(handle, int) else handle.fileno())
        return real(handle, *rest)

    return called


def _path_of(handle: int) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{handle}")
    except OSError:
        return ""


def _tell(unraisable: Any) -> None:
    """A fault in what SQLite does of its own accord is told to SQLite, and to nobody else."""
    if not isinstance(unraisable.exc_value, apsw.Error):
        sys.__unraisablehook__(unraisable)


class _Files(apsw.VFS):  # type: ignore[misc]
    """SQLite's way to the disk, in front of the usual one."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        super().__init__("faulty", BASE, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.disk.reach_sqlite(path, opening=True)
        return _SqliteFile(self.disk, name, flags, path)

    def xDelete(self, name: str, sync: bool) -> None:
        self.disk.reach_sqlite(name)
        super().xDelete(name, sync)


class _SqliteFile(apsw.VFSFile):  # type: ignore[misc]
    def __init__(self, disk: Disk, name: Any, flags: list[int], path: str) -> None:
        self.disk, self.path = disk, path
        super().__init__(BASE, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.reach_sqlite(self.path)
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        self.disk.reach_sqlite(self.path)
        super().xSync(flags)

    def xTruncate(self, size: int) -> None:
        self.disk.reach_sqlite(self.path)
        super().xTruncate(size)

    def xRead(self, amount: int, offset: int) -> bytes:
        self.disk.reach_sqlite(self.path)
        return bytes(super().xRead(amount, offset))
