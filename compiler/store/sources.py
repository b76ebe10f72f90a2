"""What was read from where: files and stamps, which unit told which conversation, what went wrong or was left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

import orjson

from compiler.records import Problem, Seen, Skipped
from compiler.store import meta
from compiler.store.connection import Store
from compiler.store.conversations import TOLD

READ = "read."


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


def add_problem(store: Store, unit: str, problem: Problem, count: int = 1) -> None:
    store.execute(
        "INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?)",
        (problem.source, unit, problem.where, problem.what, problem.detail, count),
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


@dataclass(frozen=True, slots=True)
class SourceCounts:
    """What the store holds of a source: files read, conversations and messages shown, problems, skipped by reason."""

    files: int
    conversations: int
    messages: int
    problems: int
    skipped: Mapping[str, int]


def counts(store: Store, source: str) -> SourceCounts:
    def one(sql: str) -> int:
        return next((int(row[0] or 0) for row in store.execute(sql, (source,))), 0)

    return SourceCounts(
        files=one("SELECT count(DISTINCT path) FROM source_files WHERE source = ?"),
        conversations=one(
            f"SELECT count(*) FROM conversations WHERE source = ? AND kind IN ('main', 'note') AND {TOLD}"
        ),
        messages=one(
            "SELECT count(*) FROM messages m JOIN conversations c ON c.id = m.conversation_id "
            "WHERE c.source = ? AND c.kind IN ('main', 'note') AND m.copy_of IS NULL AND m.branch IS NULL"
        ),
        problems=one("SELECT sum(count) FROM problems WHERE source = ?"),
        skipped=dict(
            store.execute(
                "SELECT reason, sum(count) FROM skipped WHERE source = ? GROUP BY reason ORDER BY reason", (source,)
            )
        ),
    )


@dataclass(frozen=True, slots=True)
class UnitCounts:
    """What some units told: conversations and messages as now stored, skipped by reason, problems with their counts."""

    conversations: int
    messages: int
    skipped: Mapping[str, int]
    problems: Sequence[tuple[Problem, int]]


def unit_counts(store: Store, source: str, units: Iterable[str]) -> UnitCounts:
    """Counts over the units with these keys; a conversation that several of them tell counts once."""
    asked = (source, orjson.dumps(list(units)).decode())
    ours = "WHERE source = ?1 AND unit IN (SELECT value FROM json_each(?2))"
    told = (
        "SELECT id FROM conversations WHERE kind IN ('main', 'note') AND id IN "
        f"(SELECT conversation_id FROM contributions {ours})"
    )
    spoken = f"copy_of IS NULL AND branch IS NULL AND conversation_id IN ({told})"
    held, said = next(
        iter(store.execute(f"SELECT (SELECT count(*) FROM ({told})), count(*) FROM messages WHERE {spoken}", asked))
    )
    skipped = store.execute(f"SELECT reason, sum(count) FROM skipped {ours} GROUP BY reason ORDER BY reason", asked)
    rows = store.execute(
        f"SELECT source, place, what, detail, count FROM problems {ours} ORDER BY what, place, detail", asked
    )
    return UnitCounts(held, said, dict(skipped), [(Problem(*row[:4]), row[4]) for row in rows])


def problems(store: Store, source: str | None = None) -> list[tuple[Problem, int]]:
    """Problems of one source or all, with how many of a kind each stands for, in a fixed order."""
    rows = store.execute(
        "SELECT source, place, what, detail, count FROM problems WHERE ?1 IS NULL OR source = ?1 "
        "ORDER BY source, what, place, detail",
        (source,),
    )
    return [(Problem(*row[:4]), row[4]) for row in rows]


def seen(store: Store) -> list[Seen]:
    """Record types not understood, by source, type and version."""
    rows = store.execute(
        "SELECT source, type, nullif(version, ''), sum(count) FROM seen GROUP BY 1, 2, 3 ORDER BY 1, 4 DESC, 2, 3"
    )
    return [Seen(*row) for row in rows]


def source_names(store: Store) -> list[str]:
    """Every source that the store has read from."""
    return [
        row[0]
        for row in store.execute(
            "SELECT source FROM source_files UNION SELECT source FROM conversations ORDER BY source"
        )
    ]


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


def forget_hash(store: Store, id_hash: str) -> None:
    """Never read the conversation with this hashed id again."""
    store.execute("INSERT OR IGNORE INTO forgotten VALUES (?)", (id_hash,))


def save_redactions(store: Store, conversation_id: str, counts: Mapping[str, int], rules: int) -> None:
    store.execute("DELETE FROM redactions WHERE conversation_id = ?", (conversation_id,))
    store.executemany(
        "INSERT INTO redactions VALUES (?, ?, ?, ?)",
        [(conversation_id, kind, count, rules) for kind, count in sorted(counts.items())],
    )


def redaction_counts(store: Store) -> Mapping[str, int]:
    """How many secrets of each kind were kept out."""
    return dict(store.execute("SELECT kind, sum(count) FROM redactions GROUP BY kind ORDER BY kind"))


def mark_read(store: Store, source: str, day: str) -> None:
    """Remember the day (ISO) on which a source's usual places were last looked through."""
    meta.put(store, f"{READ}{source}", day)


def last_read(store: Store) -> Mapping[str, str]:
    """Source → the day it was last read."""
    sql = "SELECT substr(key, ?), value FROM meta WHERE key LIKE ? ORDER BY key"
    return dict(store.execute(sql, (len(READ) + 1, f"{READ}%")))
