"""Opening the store: WAL, foreign keys, sqlite-vec loaded and extension loading switched off again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from compiler.errors import Damaged, Locked, StoreError
from compiler.store import migrations

BUSY_MS = 10_000
CACHE_KIB = 32_768


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
    def transaction(self) -> Iterator[None]:
        """All or nothing, nestable. The outermost takes the write lock at once, so it fails before work, not after."""
        if self.connection.in_transaction:
            with self.connection:
                yield
            return
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

    def checkpoint(self) -> None:
        """Move the write-ahead log into the database and empty it, if no reader stands in the way."""
        try:
            self.connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            pass

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(path: Path, *, write: bool = True) -> Store:
    """Open (and, when writing, create and migrate) the store. StoreError says what is wrong and what to do."""
    if write:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise StoreError(f"There is no store at {path}; run `musubi compile` first.")
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE if write else apsw.SQLITE_OPEN_READWRITE
    try:
        connection = _connect(path, flags)
    except apsw.CantOpenError as error:
        raise StoreError(f"The store {path} cannot be opened: {error}.") from error
    except apsw.ReadOnlyError as error:
        raise StoreError(f"The store {path} cannot be written: its folder is read-only.") from error
    except (apsw.NotADBError, apsw.CorruptError) as error:
        raise Damaged(
            f"The store {path} is damaged ({error}); run `musubi restore`, or move it away and compile again."
        ) from error
    try:
        vectors = _load_vectors(connection)
        if write:
            migrations.migrate(connection, path)
        else:
            connection.execute("PRAGMA query_only = ON")
            migrations.require_current(connection, path)
    except (apsw.NotADBError, apsw.CorruptError) as error:
        connection.close()
        raise Damaged(
            f"The store {path} is damaged ({error}); run `musubi restore`, or move it away and compile again."
        ) from error
    except BaseException:
        connection.close()
        raise
    return Store(connection, path, vectors)


def _connect(path: Path, flags: int) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_timeout(BUSY_MS)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except apsw.ReadOnlyError:
        if flags & apsw.SQLITE_OPEN_CREATE:
            raise
    connection.execute(
        f"PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -{CACHE_KIB};"
        "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON"
    )
    return connection


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
