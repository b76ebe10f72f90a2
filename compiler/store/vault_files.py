"""The manifest: which files of the vault are ours, what they show, and the bytes we last wrote."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from compiler.store.connection import Store

REMOVING = -2
COLUMNS = "path, id, kind, hash, seen, size, mtime_ns"


@dataclass(frozen=True, slots=True)
class VaultFile:
    """`path` below the vault; `id` of what the file shows; `kind` of note; `hash` of the bytes last written ("" not
    known); `seen` the hash of what lay there when last looked at, with `size` and `mtime_ns` of that moment."""

    path: str
    id: str
    kind: str
    hash: str
    seen: str = ""
    size: int = -1
    mtime_ns: int = -1


def all_files(store: Store) -> list[VaultFile]:
    """Every file of ours, sorted by path."""
    return [VaultFile(*row) for row in store.execute(f"SELECT {COLUMNS} FROM vault_files ORDER BY path")]


def written_bytes(store: Store, path: str) -> bytes | None:
    """What we last wrote there: the base of a comparison; None where it is not known."""
    row = store.execute("SELECT bytes FROM vault_files WHERE path = ?", (path,)).fetchone()
    return (zlib.decompress(row[0]) or None) if row else None


def record(store: Store, file: VaultFile, data: bytes) -> None:
    """Remember what was written; `data` may be empty where only the hash is known."""
    store.execute("INSERT OR REPLACE INTO vault_past VALUES (?, 1)", (file.hash,))
    store.execute(
        f"INSERT OR REPLACE INTO vault_files({COLUMNS}, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (file.path, file.id, file.kind, file.hash, file.seen, file.size, file.mtime_ns, zlib.compress(data, 1)),
    )


def look(store: Store, path: str, seen: str, size: int, mtime_ns: int) -> None:
    """Remember what lies there now."""
    store.execute(
        "UPDATE vault_files SET seen = ?, size = ?, mtime_ns = ? WHERE path = ?", (seen, size, mtime_ns, path)
    )


def move(store: Store, old: str, new: str) -> None:
    """The person moved or renamed a file of ours: it keeps its new place."""
    store.execute("DELETE FROM vault_files WHERE path = ?", (new,))
    store.execute("UPDATE vault_files SET path = ? WHERE path = ?", (new, old))


def begin_removal(store: Store, paths: Iterable[str]) -> None:
    """Say that we are about to delete these files: found missing, they are no deletion of the person's."""
    store.executemany("UPDATE vault_files SET size = ? WHERE path = ?", [(REMOVING, path) for path in paths])


def drop(store: Store, path: str) -> None:
    store.execute("DELETE FROM vault_files WHERE path = ?", (path,))


def names(store: Store) -> Mapping[str, str]:
    """Id → path once given, of what is shown now or ever was."""
    return dict(store.execute("SELECT id, path FROM vault_names"))


def name(store: Store, page_id: str, path: str) -> None:
    store.execute("INSERT OR REPLACE INTO vault_names VALUES (?, ?)", (page_id, path))


def drop_name(store: Store, page_id: str) -> None:
    store.execute("DELETE FROM vault_names WHERE id = ?", (page_id,))


def drop_names(store: Store, conversation_id: str) -> None:
    """Of a conversation's page and of those of its items."""
    items = "SELECT id FROM items WHERE conversation_id = ?1"
    store.execute(f"DELETE FROM vault_names WHERE id = ?1 OR id IN ({items})", (conversation_id,))


def remember(store: Store, hashes: Iterable[str]) -> None:
    """Hashes that are about to be written: a kill between writing and recording is then no edit of the person's."""
    store.executemany("INSERT OR IGNORE INTO vault_past VALUES (?, 0)", [(h,) for h in hashes])


def is_past(store: Store, digest: str) -> bool:
    """Whether we ever wrote bytes with this hash, or were about to."""
    return store.execute("SELECT 1 FROM vault_past WHERE hash = ?", (digest,)).fetchone() is not None


def is_recorded_past(store: Store, digest: str) -> bool:
    """Whether bytes with this hash were once a file of the manifest."""
    return store.execute("SELECT 1 FROM vault_past WHERE hash = ? AND recorded", (digest,)).fetchone() is not None


def state(store: Store) -> str:
    """A hash of all that the vault is made of: what the passes made, the conversations, the person's decisions."""
    digest = sha256()
    for sql in (
        "SELECT pass, key, output_hash FROM ledger WHERE pass <> 'vault' ORDER BY pass, key",
        "SELECT id, content_hash, coalesce(title, ''), coalesce(parent, ''), gone FROM conversations ORDER BY id",
        "SELECT conversation_id, maker, awaiting, content_hash FROM notes ORDER BY conversation_id",
        "SELECT kind, target, value FROM overrides ORDER BY kind, target",
        "SELECT id, path FROM vault_names ORDER BY id",
        "SELECT path, hash FROM vault_files ORDER BY path",
    ):
        for row in store.execute(sql):
            digest.update(repr(row).encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()
