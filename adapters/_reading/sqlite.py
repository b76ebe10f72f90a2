"""Read-only opening of other programs' SQLite databases, which may be running, huge, locked or broken.

Never a write lock, never a file left beside the user's, nothing held longer than one query. A database with a
write-ahead log is read in place when its `-shm` exists, else from a private copy; one without is opened immutable, with
its size and mtime compared after every query. What cannot be read raises `Unreadable`, which becomes a `Problem`.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from compiler.records import Problem

COPY_LIMIT = 500 * 1024 * 1024
"""Bytes of database and log up to which a private copy is made; what is larger waits until the log is gone."""

MAGIC = b"SQLite format 3\x00"
ATTEMPTS = 3
BROKEN = "broken database"
BUSY_MS = 2000

Row = tuple[Any, ...]
Fingerprint = tuple[tuple[int, int] | None, ...]


class Unreadable(Exception):
    """Why a database gave no rows: `what` is a constant kind, `detail` a sentence for the person."""

    def __init__(self, path: Path, what: str, detail: str) -> None:
        super().__init__(f"{path}: {what}: {detail}")
        self.path, self.what, self.detail = path, what, detail

    def problem(self, source: str, key: str = "") -> Problem:
        """Its Problem, at a row's `key` where only that row is concerned."""
        return Problem(source, f"{self.path}!{key}" if key else str(self.path), self.what, self.detail)

    @property
    def broken(self) -> bool:
        """Whether the file itself is damaged, so that other rows of it may well be whole."""
        return self.what == BROKEN


class Changed(Exception):
    """The file changed under a reader that takes no lock."""


@dataclass(slots=True)
class Database:
    """An open foreign database. Text that may be invalid UTF-8 must be selected as `cast(… as blob)`."""

    path: Path
    connection: apsw.Connection
    lockless: Fingerprint | None = None
    """What the files looked like when they were opened without locks; None where SQLite's own locks or a private copy
    make every query consistent."""

    def all(self, sql: str, *values: Any) -> list[Row]:
        """All rows at once, so that no statement, and no read lock, outlives the call. Raises `Unreadable`."""
        for _ in range(ATTEMPTS):
            try:
                return self._query(sql, values)
            except Changed:
                self.connection.close()
                self.connection, self.lockless = _immutable(self.path), _fingerprint(self.path)
        raise Unreadable(self.path, "busy database", "it kept changing while it was read")

    def one(self, sql: str, *values: Any) -> Row | None:
        rows = self.all(sql, *values)
        return rows[0] if rows else None

    def columns(self, table: str) -> tuple[str, ...]:
        """The columns of a table or view, () where there is no such table."""
        return tuple(row[0] for row in self.all("select name from pragma_table_info(?)", table))

    def _query(self, sql: str, values: Row) -> list[Row]:
        try:
            rows = list(self.connection.execute(sql, values))
        except (apsw.Error, UnicodeDecodeError) as error:
            # A torn read of a changing file looks like corruption: whether the file changed decides which it is.
            if self._changed():
                raise Changed from None
            raise _explained(self.path, error) from None
        if self._changed():
            raise Changed
        return rows

    def _changed(self) -> bool:
        return self.lockless is not None and self.lockless != _fingerprint(self.path)


@contextmanager
def opened(path: Path) -> Iterator[Database]:
    """The database at `path`, closed (and its private copy deleted) at the end of the block. Raises `Unreadable`."""
    path, real = path.absolute(), path.resolve()  # SQLite keeps the log beside the file that a link leads to
    log, index, journal = (Path(f"{real}{suffix}") for suffix in ("-wal", "-shm", "-journal"))
    try:
        if _head(path) not in (MAGIC, b""):
            raise Unreadable(path, BROKEN, "the file does not begin as an SQLite database")
        # A journal with a zeroed head is one that was closed and kept.
        companion = next((file for file in (log, journal) if file.exists() and _head(file).strip(b"\0")), None)
    except OSError as error:
        raise _explained(path, error) from None
    if log.exists() and index.exists() and (connection := _in_place(path)):
        with _closing(Database(path, connection)) as database:
            yield database
    elif companion:
        with _copied(real, companion) as copy, _closing(Database(path, _connect(copy, path))) as database:
            yield database
    else:
        before = _fingerprint(path)
        with _closing(Database(path, _immutable(path), before)) as database:
            yield database


def database_files(path: Path) -> tuple[Path, ...]:
    """The files whose change makes what was read from a database stale: itself and, where there is one, its log."""
    log = Path(f"{path.resolve()}-wal")
    return (path, log) if log.exists() else (path,)


def looks_like_database(path: Path) -> bool:
    try:
        return _head(path) == MAGIC
    except OSError:
        return False


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(len(MAGIC))


@contextmanager
def _closing(database: Database) -> Iterator[Database]:
    try:
        yield database
    finally:
        database.connection.close()


def _in_place(path: Path) -> apsw.Connection | None:
    """A reader beside the running program, or None where the folder or its file system forbids shared memory.

    With `readonly_shm` not even the index of the log is written, which a reader otherwise rebuilds after a crash.
    """
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    for options in ("mode=ro&readonly_shm=1", "mode=ro"):
        try:
            connection = apsw.Connection(f"{path.as_uri()}?{options}", flags)
            connection.set_busy_timeout(BUSY_MS)
            list(connection.execute("select 1 from sqlite_master limit 1"))
            return connection
        except (apsw.CantOpenError, apsw.IOError, apsw.ReadOnlyError, apsw.PermissionsError):
            continue
        except apsw.Error as error:
            raise _explained(path, error) from None
    return None


def _immutable(path: Path) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    try:
        return apsw.Connection(f"{path.as_uri()}?immutable=1", flags)
    except apsw.Error as error:
        raise _explained(path, error) from None


def _connect(copy: Path, original: Path) -> apsw.Connection:
    """Opens a private copy for writing: SQLite needs it to replay the log or roll the journal back."""
    try:
        return apsw.Connection(str(copy), apsw.SQLITE_OPEN_READWRITE)
    except apsw.Error as error:
        raise _explained(original, error) from None


@contextmanager
def _copied(path: Path, companion: Path) -> Iterator[Path]:
    """A copy of a database and its log (or hot journal) in a folder only this user can read."""
    size = sum(part[0] for part in _fingerprint(path, companion) if part)
    if size > COPY_LIMIT:
        detail = f"{size >> 20} MB with an open log is too large to copy; read again once its program is closed"
        raise Unreadable(path, "deferred database", detail)
    with tempfile.TemporaryDirectory(prefix="musubi-") as folder:
        copy = Path(folder) / path.name
        try:
            for _ in range(ATTEMPTS):
                before = _fingerprint(path, companion)
                shutil.copyfile(path, copy)
                shutil.copyfile(companion, Path(folder) / companion.name)
                if before == _fingerprint(path, companion):
                    break
            else:
                raise Unreadable(path, "busy database", "it kept changing while it was copied")
        except OSError as error:
            raise _explained(path, error) from None
        yield copy


def _fingerprint(*files: Path) -> Fingerprint:
    """(size in bytes, mtime in ns) of each file, None where it is gone."""

    def of(file: Path) -> tuple[int, int] | None:
        try:
            status = file.stat()
        except OSError:
            return None
        return status.st_size, status.st_mtime_ns

    return tuple(of(file) for file in files)


def _explained(path: Path, error: Exception) -> Unreadable:
    if isinstance(error, apsw.CorruptError | apsw.NotADBError):
        return Unreadable(path, BROKEN, str(error))
    if isinstance(error, apsw.BusyError | apsw.LockedError | apsw.ReadOnlyError):
        return Unreadable(path, "locked database", "another program holds it; the next run tries again")
    return Unreadable(path, "unreadable database", str(error))
