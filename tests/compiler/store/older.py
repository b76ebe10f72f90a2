"""Stores as an earlier Musubi left them: made by its steps alone, with the archive of a store of today in them."""

from __future__ import annotations

from pathlib import Path

import apsw

from compiler.store.migrations import STEPS

ARCHIVE = (
    "conversations", "messages", "source_files", "contributions", "problems", "skipped", "seen", "imports", "forgotten",
    "redactions", "overrides", "token_usage", "vault_names", "vault_past",
)  # fmt: skip
"""What was told and decided; the rest is made of it."""


def age(newest: Path, older: Path, steps: int) -> None:
    """Write the store `older` in the shape it had after so many steps, with whatever of the archive had a place by
    then."""
    older.parent.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(older))
    for step in STEPS[:steps]:
        connection.execute(step.read_text("utf-8"))
    connection.execute("ATTACH ? AS newest", (str(newest),))
    with connection:
        for table in ARCHIVE:
            names = [row[1] for row in connection.execute(f"PRAGMA main.table_info({table})")]
            if names:
                columns = ", ".join(names)
                connection.execute(f"INSERT INTO main.{table}({columns}) SELECT {columns} FROM newest.{table}")
    connection.execute(f"PRAGMA user_version = {steps}")
    connection.close()


def shape(store: Path) -> dict[str, str]:
    """Name → SQL of every table, index, trigger and view."""
    connection = apsw.Connection(str(store))
    out = dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall())
    connection.close()
    return out


def archive(store: Path) -> dict[str, list[dict[str, object]]]:
    """Table → its rows, as far as the store has them."""
    connection = apsw.Connection(str(store))
    out = {}
    for table in ARCHIVE:
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if names:
            rows = connection.execute(f"SELECT * FROM {table}").fetchall()
            out[table] = sorted((dict(zip(names, row, strict=True)) for row in rows), key=repr)
    connection.close()
    return out
