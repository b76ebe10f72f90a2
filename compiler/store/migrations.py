"""The store's shape, as numbered files of SQL in `steps/`, each run once in a transaction that also records it.

Readable by any `sqlite3` from 3.42: built-in tokenizers only. A store from a newer Musubi is refused, not guessed at.
"""

from __future__ import annotations

from pathlib import Path

import apsw

from compiler.errors import StoreError

STEPS = tuple(sorted(Path(__file__).with_name("steps").glob("*.sql")))
"""In the order of their numbers. A step that a released Musubi has run is never edited: the next change is the next
file, tried from every earlier shape by tests/compiler/store/test_migrations.py."""


def version(connection: apsw.Connection) -> int:
    return int(connection.pragma("user_version"))


def migrate(connection: apsw.Connection, path: Path) -> None:
    """Bring the store to the newest shape. Takes a backup first when there is something to lose."""
    current = version(connection)
    _refuse_newer(current, path)
    if current == len(STEPS):
        return
    if current:
        from compiler.store.backup import back_up

        back_up(connection, path, reason=f"before-v{len(STEPS)}")
    for number, step in enumerate(STEPS[current:], start=current + 1):
        sql = step.read_text("utf-8")
        connection.execute("BEGIN IMMEDIATE")
        try:
            if version(connection) < number:
                connection.execute(sql)
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # an error of the disk has rolled back already
                connection.execute("ROLLBACK")
            raise


def require_current(connection: apsw.Connection, path: Path) -> None:
    current = version(connection)
    _refuse_newer(current, path)
    if current < len(STEPS):
        raise StoreError(f"The store {path} is from an older Musubi; run `musubi compile` once to bring it up to date.")


def _refuse_newer(current: int, path: Path) -> None:
    if current > len(STEPS):
        raise StoreError(
            f"The store {path} was written by a newer Musubi (version {current}, this one knows {len(STEPS)}); "
            "update Musubi."
        )
