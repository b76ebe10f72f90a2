"""Whether a database file that is not open is whole."""

from __future__ import annotations

from pathlib import Path

import apsw


def is_sound(path: Path) -> bool:
    """Whether a database file is a store and whole, by SQLite's own check."""
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            if not connection.pragma("user_version"):
                return False
            return [row[0] for row in connection.execute("PRAGMA integrity_check(1)")] == ["ok"]
        finally:
            connection.close()
    except apsw.Error:
        return False
