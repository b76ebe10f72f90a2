"""What was read from where: files and stamps, which unit told which conversation, what went wrong or was left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from compiler.records import Problem, Seen, Skipped
from compiler.store.connection import Store


@dataclass(frozen=True, slots=True)
class FileStamp:
    """A source file as last read. `hash` is None for files too large to hash in doubt."""

    path: str
    size: int
    mtime_ns: int
    inode: int
    hash: str | None


def stamps(store: Store, source: str) -> Mapping[str, tuple[int, dict[str, FileStamp]]]:
    """Unit key → (adapter version, path → stamp) of one source."""
    out: dict[str, tuple[int, dict[str, FileStamp]]] = {}
    for unit, version, *stamp in store.execute(
        "SELECT unit, adapter_version, path, size, mtime_ns, inode, hash FROM source_files WHERE source = ?", (source,)
    ):
        out.setdefault(unit, (version, {}))[1][stamp[0]] = FileStamp(*stamp)
    return out


def save_stamps(store: Store, source: str, unit: str, adapter_version: int, files: Iterable[FileStamp]) -> None:
    store.execute("DELETE FROM source_files WHERE source = ? AND unit = ?", (source, unit))
    store.executemany(
        "INSERT INTO source_files VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(source, unit, f.path, f.size, f.mtime_ns, f.inode, f.hash, adapter_version) for f in files],
    )


def begin_unit(store: Store, source: str, unit: str) -> None:
    """Forget what an earlier reading of this unit reported; its conversations stay."""
    for table in ("problems", "skipped", "seen"):
        store.execute(f"DELETE FROM {table} WHERE source = ? AND unit = ?", (source, unit))


def contribute(store: Store, conversation_id: str, source: str, unit: str) -> None:
    store.execute("INSERT OR IGNORE INTO contributions VALUES (?, ?, ?)", (conversation_id, source, unit))


def add_problem(store: Store, unit: str, problem: Problem) -> None:
    store.execute(
        "INSERT INTO problems VALUES (?, ?, ?, ?, ?)",
        (problem.source, unit, problem.where, problem.what, problem.detail),
    )


def add_skipped(store: Store, unit: str, skipped: Skipped) -> None:
    store.execute(
        "INSERT INTO skipped VALUES (?, ?, ?, ?, ?)",
        (skipped.source, unit, skipped.where, skipped.reason, skipped.count),
    )


def add_seen(store: Store, unit: str, seen: Seen) -> None:
    store.execute(
        "INSERT INTO seen VALUES (?, ?, ?, ?, ?)", (seen.source, unit, seen.type, seen.version or "", seen.count)
    )


def mark_gone(store: Store, source: str, missing_units: Iterable[str], present_units: Iterable[str]) -> int:
    """Mark conversations that no present unit tells any more as gone (their rows stay), and found ones as back."""
    store.executemany(
        "UPDATE conversations SET gone = 0 WHERE gone = 1 AND id IN "
        "(SELECT conversation_id FROM contributions WHERE source = ? AND unit = ?)",
        [(source, unit) for unit in present_units],
    )
    missing = list(missing_units)
    store.execute("CREATE TEMP TABLE IF NOT EXISTS missing(unit TEXT PRIMARY KEY)")
    store.execute("DELETE FROM missing")
    store.executemany("INSERT OR IGNORE INTO missing VALUES (?)", [(unit,) for unit in missing])
    store.execute(
        "UPDATE conversations SET gone = 1 WHERE source = ? AND gone = 0 AND id IN "
        "(SELECT conversation_id FROM contributions WHERE source = ? AND unit IN (SELECT unit FROM missing)) "
        "AND id NOT IN "
        "(SELECT conversation_id FROM contributions WHERE source = ? AND unit NOT IN (SELECT unit FROM missing))",
        (source, source, source),
    )
    return store.connection.changes()


def add_import(store: Store, path: str, source: str) -> None:
    store.execute("INSERT OR IGNORE INTO imports VALUES (?, ?)", (path, source))


def imports(store: Store) -> list[tuple[str, str]]:
    """(path, source) of everything the person handed over, sorted."""
    return list(store.execute("SELECT path, source FROM imports ORDER BY path, source"))


def hash_id(conversation_id: str) -> str:
    return sha256(("musubi-forgotten:" + conversation_id).encode("utf-8", "replace")).hexdigest()


def forgotten(store: Store) -> frozenset[str]:
    """Hashes of the ids that must not be read again."""
    return frozenset(row[0] for row in store.execute("SELECT id_hash FROM forgotten"))


def save_redactions(store: Store, conversation_id: str, counts: Mapping[str, int], rules: int) -> None:
    store.execute("DELETE FROM redactions WHERE conversation_id = ?", (conversation_id,))
    store.executemany(
        "INSERT INTO redactions VALUES (?, ?, ?, ?)",
        [(conversation_id, kind, count, rules) for kind, count in sorted(counts.items())],
    )
