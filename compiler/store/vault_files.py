"""The manifest: which files of the vault are ours, what they show, and the bytes we last wrote."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from compiler.store.connection import Store


@dataclass(frozen=True, slots=True)
class VaultFile:
    """`path` below the vault; `id` of what the file shows; `kind` of note; `hash` of the bytes last written."""

    path: str
    id: str
    kind: str
    hash: str


def all_files(store: Store) -> list[VaultFile]:
    """Every file of ours, sorted by path."""
    return [VaultFile(*row) for row in store.execute("SELECT path, id, kind, hash FROM vault_files ORDER BY path")]


def written_bytes(store: Store, path: str) -> bytes | None:
    """What we last wrote there: the base of a comparison."""
    row = store.execute("SELECT bytes FROM vault_files WHERE path = ?", (path,)).fetchone()
    return zlib.decompress(row[0]) if row else None


def record(store: Store, file: VaultFile, data: bytes) -> None:
    store.execute(
        "INSERT OR REPLACE INTO vault_files VALUES (?, ?, ?, ?, ?)",
        (file.path, file.id, file.kind, file.hash, zlib.compress(data, 1)),
    )


def drop(store: Store, path: str) -> None:
    store.execute("DELETE FROM vault_files WHERE path = ?", (path,))
