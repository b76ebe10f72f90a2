"""Notes and their items, entities and topics: written whole, read whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict

from compiler.hashing import content_hash
from compiler.records import Entity, Item, Note
from compiler.store.connection import Store


def save(store: Store, note: Note, conversation_hash: str, *, awaiting: bool = False) -> str:
    """Replace a conversation's note; returns the hash of what was written."""
    cid = note.conversation_id
    store.execute("DELETE FROM notes WHERE conversation_id = ?", (cid,))
    store.execute(
        "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?)",
        (cid, note.title, note.summary, note.maker, int(awaiting), conversation_hash),
    )
    store.executemany(
        "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (i.id, cid, i.kind, n, i.text, i.reason, i.instead_of, i.quote, int(i.done), i.score)
            for n, i in enumerate(note.items)
        ],
    )
    store.executemany(
        "INSERT INTO evidence VALUES (?, ?, ?)",
        [(i.id, n, message) for i in note.items for n, message in enumerate(i.evidence)],
    )
    store.executemany(
        "INSERT INTO note_entities VALUES (?, ?, ?, ?)", [(cid, n, e.name, e.type) for n, e in enumerate(note.entities)]
    )
    store.executemany("INSERT INTO note_topics VALUES (?, ?, ?)", [(cid, n, t) for n, t in enumerate(note.topics)])
    return note_hash(note)


def note_hash(note: Note) -> str:
    """Over everything but the scores' last digits."""
    value = asdict(note)
    for item in value["items"]:
        item["score"] = round(item["score"], 4)
    return content_hash(value)


def delete(store: Store, conversation_id: str) -> None:
    store.execute("DELETE FROM notes WHERE conversation_id = ?", (conversation_id,))


def load(store: Store, conversation_id: str) -> Note | None:
    return next(load_many(store, [conversation_id]), None)


def load_all(store: Store) -> Iterator[Note]:
    """Every note, ordered by conversation id, in memory-bounded batches."""
    ids = [row[0] for row in store.execute("SELECT conversation_id FROM notes ORDER BY conversation_id")]
    return load_many(store, ids)


def load_many(store: Store, conversation_ids: Sequence[str]) -> Iterator[Note]:
    """Notes of the given conversations, in that order; those without a note are left out."""
    for start in range(0, len(conversation_ids), 500):
        yield from _batch(store, conversation_ids[start : start + 500])


def is_dear(store: Store, conversation_id: str) -> bool:
    """Whether a model made this note, or it already awaits one."""
    row = store.execute(
        "SELECT maker <> 'rules' OR awaiting FROM notes WHERE conversation_id = ?", (conversation_id,)
    ).fetchone()
    return bool(row and row[0])


def item_kinds(store: Store) -> Mapping[str, str]:
    """Item id → kind, of every note."""
    return dict(store.execute("SELECT id, kind FROM items"))


def makers(store: Store) -> Mapping[str, tuple[str, bool, str]]:
    """Conversation id → (maker, awaiting the model, content hash the note was made of)."""
    rows = store.execute("SELECT conversation_id, maker, awaiting, content_hash FROM notes")
    return {cid: (maker, bool(awaiting), made_of) for cid, maker, awaiting, made_of in rows}


def _batch(store: Store, ids: Sequence[str]) -> Iterable[Note]:
    marks = ",".join("?" * len(ids))
    heads = {
        row[0]: row
        for row in store.execute(
            f"SELECT conversation_id, title, summary, maker FROM notes WHERE conversation_id IN ({marks})", tuple(ids)
        )
    }
    evidence: dict[str, list[str]] = defaultdict(list)
    for item_id, message_id in store.execute(
        f"SELECT e.item_id, e.message_id FROM evidence e JOIN items i ON i.id = e.item_id "
        f"WHERE i.conversation_id IN ({marks}) ORDER BY e.item_id, e.seq",
        tuple(ids),
    ):
        evidence[item_id].append(message_id)
    items: dict[str, list[Item]] = defaultdict(list)
    for row in store.execute(
        "SELECT conversation_id, id, kind, text, quote, reason, instead_of, done, score FROM items "
        f"WHERE conversation_id IN ({marks}) ORDER BY conversation_id, seq",
        tuple(ids),
    ):
        cid, item_id, kind, text, quote, reason, instead_of, done, score = row
        items[cid].append(
            Item(item_id, kind, text, tuple(evidence[item_id]), quote, reason, instead_of, bool(done), score)
        )
    entities: dict[str, list[Entity]] = defaultdict(list)
    for cid, name, type_ in store.execute(
        f"SELECT conversation_id, name, type FROM note_entities WHERE conversation_id IN ({marks}) "
        "ORDER BY conversation_id, seq",
        tuple(ids),
    ):
        entities[cid].append(Entity(name, type_))
    topics: dict[str, list[str]] = defaultdict(list)
    for cid, name in store.execute(
        f"SELECT conversation_id, name FROM note_topics WHERE conversation_id IN ({marks}) "
        "ORDER BY conversation_id, seq",
        tuple(ids),
    ):
        topics[cid].append(name)
    for cid in ids:
        if cid in heads:
            _, title, summary, maker = heads[cid]
            yield Note(cid, title, summary, tuple(items[cid]), tuple(entities[cid]), tuple(topics[cid]), maker)
