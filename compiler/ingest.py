"""Paths → the adapter that claims each → records, redacted, into the store. Unchanged files are not read again."""

from __future__ import annotations

import gc
import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import apsw

from compiler.events import Advanced, Finished, Reporter, Started
from compiler.records import Adapter, Conversation, Problem, Record, Sealed, Seen, Skipped, Unchanged, Unit
from compiler.store import conversations, resealing, sources
from compiler.store.connection import Store
from compiler.store.sources import FileStamp, SourceCounts
from compiler.text.redact import RULES_VERSION, redact, safe_name, seal

Sealing = Callable[[Conversation], tuple[Sealed, Mapping[str, int]]]
HASHED_BYTES = 64 * 2**20
"""Files up to this size are told apart by content when only their time or inode changed; larger ones are read again."""
COMMIT_BYTES = 8 * 2**20
COMMIT_CONVERSATIONS = 200
PASSING = frozenset({
    "unreadable", "unreadable file", "unreadable folder", "unreadable database", "locked database", "busy database",
    "deferred database", "nothing to read",
})  # fmt: skip
"""Problems of the moment (a failing disk, a file in use) rather than of what lies there: the next run tries again."""
SHOWN_PROBLEMS = 20
"""Of one kind and unit; the rest are counted on the last."""


@dataclass(frozen=True, slots=True)
class Root:
    """A place to read with one adapter."""

    adapter: Adapter
    path: Path


def unit_key(unit: Unit) -> str:
    """What the store calls a unit."""
    return safe_name(f"{unit.root}|{unit.key}")


def ingest(
    store: Store,
    roots: Sequence[Root],
    reporter: Reporter,
    *,
    whole: bool = True,
    adapters: Iterable[Adapter] = (),
    sealing: Sealing = seal,
) -> dict[str, SourceCounts]:
    """Read what changed below the roots into the store; returns what it now holds of each source.

    `whole` says that the roots are everything there is, so that what no file holds any more is marked as gone.
    `sealing` redacts a conversation.
    """
    by_source: dict[str, list[Root]] = {a.name: [] for a in adapters}
    for root in roots:
        by_source.setdefault(root.adapter.name, []).append(root)
    forgotten = sources.forgotten(store)
    with _collecting_seldom():
        for name, places in by_source.items():
            if places or whole:
                _ingest_source(store, name, places, reporter, whole, forgotten, sealing)
    return {name: sources.counts(store, name) for name in by_source}


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Records are trees, freed by their last reference: looking for cycles among them after every 700 finds nothing and
    takes 3 % of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(50_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _ingest_source(
    store: Store,
    source: str,
    roots: Sequence[Root],
    reporter: Reporter,
    whole: bool,
    forgotten: frozenset[str],
    sealing: Sealing,
) -> None:
    known = sources.stamps(store, source)
    present: set[str] = set()
    stale: list[tuple[Adapter, str, Unit, list[FileStamp]]] = []
    found: list[Problem | Skipped] = []
    for root in roots:
        for unit in _discover(root):
            if not isinstance(unit, Unit):
                found.append(unit)
                continue
            key = unit_key(unit)
            if key in present:
                continue
            present.add(key)
            stamps, fresh = _compare(unit, known.get(key), root.adapter.version)
            if not fresh:
                stale.append((root.adapter, key, unit, stamps))
            elif stamps:
                sources.save_stamps(store, source, key, root.adapter.version, stamps)
    with store.transaction():
        sources.begin_unit(store, source, "discovery")
        for value in found:
            _report_value(store, "discovery", value)
        if known or present:
            gone = [unit for unit, (_, files) in known.items() if unit not in present and not _exist(files)]
            sources.mark_gone(store, source, gone if whole else [], sorted(present))
    if not stale:
        return
    reporter.report(Started(f"read {source}", len(stale)))
    batch = _Batch(store, sealing)
    for adapter, key, unit, stamps in stale:
        _read_unit(store, batch, adapter, key, unit, stamps, forgotten)
        reporter.report(Advanced(f"read {source}"))
    batch.commit()
    with store.transaction():
        conversations.join_copies(store, source)
    reporter.report(Finished(f"read {source}"))


class _Batch:
    """A transaction that stays open over many small units and never grows large."""

    def __init__(self, store: Store, sealing: Sealing) -> None:
        self.store = store
        self.sealing = sealing
        self.size = 0
        self.count = 0

    def begin(self) -> None:
        if not self.store.connection.in_transaction:
            self.store.execute("BEGIN IMMEDIATE")

    def add(self, conversation: Conversation) -> None:
        self.count += 1
        self.size += sum(len(m.text) for m in conversation.messages)
        if self.size >= COMMIT_BYTES or self.count >= COMMIT_CONVERSATIONS:
            self.commit()
            self.begin()

    def commit(self) -> None:
        self.size = self.count = 0
        if self.store.connection.in_transaction:
            self.store.execute("COMMIT")

    def abandon(self) -> None:
        if self.store.connection.in_transaction:
            self.store.execute("ROLLBACK")


def _read_unit(
    store: Store,
    batch: _Batch,
    adapter: Adapter,
    key: str,
    unit: Unit,
    stamps: Sequence[FileStamp],
    forgotten: frozenset[str],
) -> None:
    tally = _Tally(adapter.name)
    batch.begin()
    try:
        sources.begin_unit(store, adapter.name, key)
        for record in _records(store, adapter, unit):
            if isinstance(record, Conversation):
                if sources.hash_id(safe_name(record.id)) in forgotten:
                    tally.add(Skipped(adapter.name, unit.key, "forgotten"))
                elif not record.messages:
                    tally.add(Skipped(adapter.name, unit.key, "empty"))
                else:
                    _save(store, adapter.name, key, *batch.sealing(record))
                    batch.add(record)
            elif isinstance(record, Unchanged):
                sources.contribute(store, safe_name(record.conversation_id), adapter.name, key)
            else:
                tally.add(record)
        for value, count in tally.values():
            _report_value(store, key, value, count)
        if PASSING & tally.problems.keys():
            stamps = [replace(stamp, mtime_ns=-1, hash=None) for stamp in stamps]
        sources.save_stamps(store, adapter.name, key, adapter.version, stamps)
    except BaseException:
        batch.abandon()
        raise


def _save(store: Store, source: str, key: str, sealed: Sealed, redactions: Mapping[str, int]) -> None:
    is_new = conversations.header(store, sealed.id) is None
    conversations.save(store, sealed, key)
    sources.contribute(store, sealed.id, source, key)
    sources.save_redactions(store, sealed.id, redactions, RULES_VERSION)
    if is_new:  # of an older one there may be messages that this telling lacks
        resealing.mark(store, sealed.id, RULES_VERSION)


def _records(store: Store, adapter: Adapter, unit: Unit) -> Iterator[Record]:
    """An adapter's stream; what it raises against its contract becomes a Problem, and what came before stays."""

    ours: list[apsw.Error] = []

    def known(conversation_id: str) -> str | None:
        try:
            return conversations.revision(store, safe_name(conversation_id))
        except apsw.Error as error:
            ours.append(error)
            raise

    try:
        yield from adapter.read(unit, known)
    except MemoryError:
        raise
    except Exception as error:
        if ours:  # it was our store that failed, not the source
            raise ours[0] from error
        yield Problem(adapter.name, unit.key, "unreadable", f"{type(error).__name__}: {error}"[:200])


def _discover(root: Root) -> Iterator[Unit | Problem | Skipped]:
    try:
        yield from root.adapter.discover(root.path)
    except Exception as error:  # noqa: BLE001 - one bad root must not end the run
        yield Problem(root.adapter.name, str(root.path), "unreadable", f"{type(error).__name__}: {error}"[:200])


class _Tally:
    """Problems, skips and sightings of one unit, added up by kind, so that a million torn lines are one row."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.problems: dict[str, list[Problem]] = {}
        self.more: Counter[str] = Counter()
        self.skipped: dict[str, Skipped] = {}
        self.seen: Counter[tuple[str, str | None]] = Counter()

    def add(self, value: Problem | Skipped | Seen) -> None:
        if isinstance(value, Problem):
            rows = self.problems.setdefault(value.what, [])
            if len(rows) < SHOWN_PROBLEMS:
                rows.append(value)
            else:
                self.more[value.what] += 1
        elif isinstance(value, Skipped):
            first = self.skipped.setdefault(value.reason, replace(value, count=0))
            self.skipped[value.reason] = replace(first, count=first.count + value.count)
        else:
            self.seen[(value.type, value.version)] += value.count

    def values(self) -> Iterator[tuple[Problem | Skipped | Seen, int]]:
        for what, rows in self.problems.items():
            yield from ((row, 1) for row in rows[:-1])
            yield rows[-1], 1 + self.more[what]
        for skipped in self.skipped.values():
            yield skipped, 1
        for (type_, version), count in self.seen.items():
            yield Seen(self.source, type_, version, count), 1


def _report_value(store: Store, unit: str, value: Problem | Skipped | Seen, count: int = 1) -> None:
    if isinstance(value, Problem):
        safe = replace(value, where=redact(value.where).text, detail=redact(value.detail).text)
        sources.add_problem(store, unit, safe, count)
    elif isinstance(value, Skipped):
        sources.add_skipped(store, unit, replace(value, where=redact(value.where).text))
    else:
        sources.add_seen(store, unit, replace(value, type=redact(value.type).text))


def _compare(
    unit: Unit, known: tuple[int, Mapping[str, FileStamp]] | None, version: int
) -> tuple[list[FileStamp], bool]:
    """(stamps to save, whether the unit is as it was read). Empty stamps with True: nothing to save either."""
    old = known[1] if known else {}
    same_version = known is not None and known[0] == version
    stamps, fresh, moved = [], same_version and len(old) == len(unit.files), False
    for path in unit.files:
        name = safe_name(str(path))
        before = old.get(name)
        try:
            stat = path.stat()
        except OSError:
            fresh = False
            continue
        if before and (before.size, before.mtime_ns, before.inode) == (stat.st_size, stat.st_mtime_ns, stat.st_ino):
            stamps.append(before)
            continue
        digest = _digest(path) if stat.st_size <= HASHED_BYTES else None
        same = before is not None and digest is not None and before.hash == digest
        fresh, moved = fresh and same, True
        stamps.append(FileStamp(name, stat.st_size, stat.st_mtime_ns, stat.st_ino, digest))
    return (stamps if moved or not fresh else []), fresh


def _digest(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _exist(files: Mapping[str, FileStamp]) -> bool:
    return any("[redacted:" in path or os.path.exists(path) for path in files)  # noqa: PTH110 - a plain text path


def claimants(adapters: Iterable[Adapter], path: Path) -> list[Adapter]:
    """The adapters that recognise a path handed over without a name."""
    return [adapter for adapter in adapters if _claims(adapter, path)]


def _claims(adapter: Adapter, path: Path) -> bool:
    try:
        return adapter.claims(path)
    except Exception:  # noqa: BLE001 - an adapter that stumbles does not recognise it
        return False


def usual_roots(adapters: Iterable[Adapter], places: Mapping[str, Sequence[Path]]) -> list[Root]:
    """The existing roots of each adapter, a root inside another of the same adapter left out."""
    out = []
    for adapter in adapters:
        chosen: list[Path] = []
        for path in chain(places.get(adapter.name, ())):
            real = Path(os.path.realpath(path))
            if path.exists() and not any(real == c or real.is_relative_to(c) for c in chosen):
                chosen.append(real)
                out.append(Root(adapter, path))
    return out
