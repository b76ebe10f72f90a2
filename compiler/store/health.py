"""Is the store sound: its pages, its indexes against its tables, its rows against their hashes."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import apsw

from compiler.hashing import bytes_hash
from compiler.store import chunks, conversations, ledger, notes, passages, vault_files, vectors
from compiler.store.connection import Store

MOST = 20


def findings(store: Store) -> Iterator[str]:
    """A sentence for each thing that is wrong; nothing for a sound store. Reads everything, writes nothing."""
    try:
        for (message,) in store.execute(f"PRAGMA integrity_check({MOST})"):
            if message != "ok":
                yield f"database: {message}"
        for table, row, parent, _ in store.execute("PRAGMA foreign_key_check"):
            yield f"database: {table} row {row} refers to a missing row of {parent}"
        if store.one("SELECT count(*) FROM sqlite_schema WHERE name = 'conversations'") != 1:
            yield "database: it is empty"
            return
        yield from _indexes(store)
        yield from _hashes(store)
        yield from _derived(store)
    except (apsw.Error, zlib.error, ValueError, TypeError) as error:  # values that no code of ours ever wrote
        yield f"database: {error}"


def full_text_tables(store: Store) -> list[str]:
    sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%USING fts5(%' ORDER BY name"
    return [name for (name,) in store.execute(sql)]


def _indexes(store: Store) -> Iterator[str]:
    """FTS5's own check, run in a transaction that is thrown away since it is worded as a write."""
    store.execute("PRAGMA query_only = OFF")
    for name in full_text_tables(store):
        store.execute("SAVEPOINT health")
        try:
            store.execute(f"INSERT INTO {name}({name}, rank) VALUES ('integrity-check', 1)")
        except apsw.ReadOnlyError:
            return
        except apsw.Error as error:
            yield f"index {name} does not agree with its table: {error}"
        finally:
            store.execute("ROLLBACK TO health; RELEASE health")


def _hashes(store: Store) -> Iterator[str]:
    """A flipped bit in a message changes its conversation's hash."""
    for conversation_id, stored in store.rows("SELECT id, content_hash FROM conversations ORDER BY id"):
        try:
            conversation = conversations.load(store, conversation_id)
            sound = conversation is not None and conversations.conversation_hash(conversation) == stored
        except (ValueError, TypeError, apsw.Error) as error:
            yield f"{conversation_id}: cannot be read ({type(error).__name__})"
            continue
        if not sound:
            yield f"{conversation_id}: its messages are not those that were stored"


def _derived(store: Store) -> Iterator[str]:
    """What the passes made against the hashes that the ledger keeps of it."""
    for cid, hashed in ledger.output_hashes(store, "distil").items():
        note = notes.load(store, cid)
        if note is not None and notes.note_hash(note) != hashed:
            yield f"{cid}: its note is not the one that was made"
    for cid, hashed in ledger.output_hashes(store, "chunk").items():
        if chunks.hash_of(chunks.of(store, cid)) != hashed:
            yield f"{cid}: its passages are not those that were made"
    for cid, hashed in ledger.output_hashes(store, "index").items():
        if passages.hash_of(passages.of(store, cid)) != hashed:
            yield f"{cid}: the passages of its note are not those that were made"
    for file in vault_files.all_files(store):
        written = vault_files.written_bytes(store, file.path)
        if written is not None and bytes_hash(written) != file.hash:
            yield f"manifest: {file.path} is not remembered as it was written"
    for sql, what in (
        (
            "SELECT e.item_id FROM evidence e LEFT JOIN messages m ON m.id = e.message_id WHERE m.id IS NULL LIMIT 1",
            "an item rests on a message that is not there",
        ),
        (
            "SELECT kind FROM overrides WHERE kind GLOB '*[^a-z_]*' LIMIT 1",
            "an override is of no known kind",
        ),
        (
            "SELECT path FROM imports WHERE path NOT GLOB '[/~\\]*' AND path NOT GLOB '[A-Za-z]:*' LIMIT 1",
            "what was imported is no path",
        ),
        (
            "SELECT row FROM embedded WHERE row NOT IN (SELECT row FROM chunks) LIMIT 1",
            "a vector belongs to no passage",
        ),
    ):
        for (row,) in store.execute(sql):
            yield f"derived: {what} ({row})"
    if crooked := passages.crooked(store):
        yield f"index: the vectors of {crooked} passages are not of unit length"
    if store.vectors and vectors.exists(store):
        lost = "SELECT count(*) FROM embedded WHERE row NOT IN (SELECT rowid FROM chunk_vectors)"
        if count := store.one(lost):
            yield f"index chunk_vectors lacks the vectors of {count} passages"
