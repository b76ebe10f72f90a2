"""Opening the store: WAL, foreign keys, sqlite-vec loaded and extension loading switched off again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import apsw

from compiler.errors import Locked, StoreError
from compiler.store import migrations, trouble

BUSY_MS = 10_000
CACHE_KIB = 32_768
PAGE = 16_384
"""Bytes of a page of a new store: most messages lie on one whole, and are saved 8 % sooner than on SQLite's 4,096."""


class Store:
    """An open store. `vectors` says whether sqlite-vec could be loaded; without it vector search is a no-op."""

    def __init__(self, connection: apsw.Connection, path: Path, vectors: bool) -> None:
        self.connection = connection
        self.path = path
        self.vectors = vectors

    def execute(self, sql: str, bindings: object = ()) -> apsw.Cursor:
        return self.connection.execute(sql, bindings)  # type: ignore[arg-type]

    def rows(self, sql: str, bindings: object = ()) -> list[Any]:
        """Every row of an answer, as tuples."""
        return self.execute(sql, bindings).fetchall()

    def one(self, sql: str, bindings: object = ()) -> Any:
        """The first column of the first row of an answer, None if it has no row."""
        row = self.execute(sql, bindings).fetchone()
        return row[0] if row else None

    def executemany(self, sql: str, rows: object) -> None:
        self.connection.executemany(sql, rows)  # type: ignore[arg-type]

    @contextmanager
    def transaction(self, *, durable: bool = False) -> Iterator[None]:
        """All or nothing, nestable. The outermost takes the write lock at once, so it fails before work, not after.
        `durable`: with all before it on the disk when it ends, whatever becomes of the power; otherwise a power cut may
        take the last transactions, never a part of one."""
        if self.connection.in_transaction:
            with self.connection:
                yield
            return
        if durable:
            self.connection.execute("PRAGMA synchronous = FULL")
        try:
            self.connection.execute("BEGIN IMMEDIATE")
        except apsw.BusyError as error:
            raise Locked("Another Musubi is writing to this store; wait for it to finish.") from error
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise
        finally:
            if durable:
                self.connection.execute("PRAGMA synchronous = NORMAL")

    @contextmanager
    def snapshot(self) -> Iterator[int]:
        """All that is read inside is of one moment, whatever others write meanwhile. Yields that moment's number, which
        is another once another connection has written. Within another snapshot or a transaction it is of theirs."""
        if self.connection.in_transaction:
            yield int(self.one("PRAGMA data_version"))
            return
        self.connection.execute("BEGIN")
        try:
            yield int(self.one("PRAGMA data_version"))
        finally:
            if self.connection.in_transaction:
                self.connection.execute("COMMIT")

    def checkpoint(self) -> bool:
        """Move the write-ahead log into the database and empty it; False where a reader stands in the way."""
        try:
            self.connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            return False
        return True

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        """Closes; what the disk refused meanwhile leaves as a StoreError that says so in a sentence."""
        try:
            self.close()
        except apsw.Error as failed:
            error = error or failed
        told = trouble.explain(error, self.path) if isinstance(error, apsw.Error) else None
        if told:
            raise told from error


def open_store(path: Path, *, write: bool = True, migrate: bool = True) -> Store:
    """Open (and, when writing, create and migrate) the store. StoreError says what is wrong and what to do."""
    if write:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise StoreError(f"There is no store at {path}; run `musubi compile` first.")
    connection = None
    try:
        connection = _connect(path, write)
        vectors = _load_vectors(connection)
        if write and migrate:
            migrations.migrate(connection, path)
        elif not write:
            connection.execute("PRAGMA query_only = ON")
            migrations.require_current(connection, path)
    except BaseException as error:
        if connection:
            _abandon(connection)
        told = trouble.explain(error, path) if isinstance(error, apsw.Error) else None
        if told:
            raise told from error
        raise
    return Store(connection, path, vectors)


def _connect(path: Path, write: bool) -> apsw.Connection:
    connection = _open_file(path, write)
    try:
        connection.set_busy_timeout(BUSY_MS)
        try:
            connection.execute(f"PRAGMA page_size = {PAGE}; PRAGMA journal_mode = WAL")
        except apsw.ReadOnlyError:
            if write:
                raise
        connection.execute(
            f"PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -{CACHE_KIB};"
            "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON"
        )
    except BaseException:
        _abandon(connection)
        raise
    return connection


def _abandon(connection: apsw.Connection) -> None:
    """Close what has failed already: that this fails too is no news."""
    try:
        connection.close()
    except apsw.Error:
        pass


def _open_file(path: Path, write: bool) -> apsw.Connection:
    """In a folder that cannot be written SQLite can make no log, so a store without one is read as it lies there."""
    if write:
        return apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
    if not os.access(path.parent, os.W_OK) and not path.with_name(path.name + "-wal").exists():
        name = f"file:{quote(str(path))}?immutable=1"
        return apsw.Connection(name, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    return apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)


def _load_vectors(connection: apsw.Connection) -> bool:
    import sqlite_vec

    try:
        connection.enable_load_extension(True)
        connection.load_extension(sqlite_vec.loadable_path())
    except (apsw.Error, OSError):
        return False
    finally:
        connection.enable_load_extension(False)
    return True
