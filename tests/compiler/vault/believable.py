"""A small believable store: an invented person's three conversations, distilled by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from compiler.config import Config, VaultConfig
from compiler.records import Conversation, Entity, Env, Item, Message, Note, Sealed
from compiler.store import conversations, ledger, notes
from compiler.store.connection import Store, open_store

HOME = Path("/home/noor")
INDEX_CHAT = "claude_code:0f3c"
BREAD_CHAT = "chatgpt:77aa"
MOVE_CHAT = "claude:9b1d"


def config(vault: Path, *, folder: str = "") -> Config:
    env = Env(HOME, "linux", {})
    return Config(vault, vault / ".musubi" / "musubi.db", env, pages=VaultConfig(folder=folder, timezone="Europe/Oslo"))


def open_filled(settings: Config) -> Store:
    """The store with all three conversations and their notes."""
    store = open_store(settings.store)
    for conversation, note in believable():
        put(store, conversation, note)
    return store


def put(store: Store, conversation: Conversation, note: Note | None) -> None:
    """Save as ingest and the distillation do: rows, then the ledger's word that they changed."""
    with store.transaction():
        conversations.save(store, cast(Sealed, conversation), "unit")
        if note:
            content = conversations.content_hashes(store)[conversation.id]
            made = notes.save(store, note, content)
            ledger.record(store, "distil", conversation.id, content, made)


def message(conversation_id: str, n: int, role: str, text: str, at: str | None, place: str = "") -> Message:
    return Message(f"{conversation_id}#m{n}", role, text, created_at=at, place=place or str(n))  # type: ignore[arg-type]


def item(conversation_id: str, n: int, kind: str, text: str, quote: str, message: int = 1, **more: object) -> Item:
    return Item(f"{kind}-{conversation_id}-{n}", kind, text, (f"{conversation_id}#m{message}",), quote, **more)  # type: ignore[arg-type]


def believable() -> list[tuple[Conversation, Note]]:
    return [_index(), _bread(), _move()]


def _index() -> tuple[Conversation, Note]:
    cid = INDEX_CHAT
    said = (
        "The notes live in /home/noor/code/tidepool/data. Which index should I use for 400 harbours?",
        "For 400 rows a plain B-tree is enough:\n\n```sql\nCREATE INDEX by_harbour ON tides(harbour, at);\n```\n\n"
        "A vector index would be slower to build and no faster to read.",
        "Then let's go with the B-tree instead of the vector index, because it is one line. "
        "I still need to ask Ana about the harbour codes.",
    )
    messages = tuple(
        message(cid, n, "assistant" if n == 2 else "user", text, f"2026-03-0{n}T20:1{n}:00Z", str(n * 4))
        for n, text in enumerate(said, 1)
    )
    conversation = Conversation(
        cid, "claude_code", "Choosing an index", "/home/noor/code/tidepool", "2026-03-01T20:11:00Z",
        "2026-03-03T20:13:00Z", "/home/noor/.claude/projects/-home-noor-code-tidepool/0f3c.jsonl", messages,
        attrs={"root": "/home/noor/.claude"},
    )  # fmt: skip
    items = (
        item(cid, 1, "decision", "Use a B-tree index on harbour and time", said[2][:63], 3,
             reason="it is one line", instead_of="a vector index"),
        item(cid, 2, "key_point", "A vector index would be slower to build and no faster to read",
             "A vector index would be slower to build and no faster to read.", 2),
        item(cid, 3, "loop", "Ask Ana about the harbour codes", "I still need to ask Ana about the harbour codes.", 3),
        item(cid, 4, "fact", "The notes live in /home/noor/code/tidepool/data",
             "The notes live in /home/noor/code/tidepool/data.", 1),
    )  # fmt: skip
    return conversation, Note(
        cid, "Choosing an index", "400 harbours need no vector index; a B-tree is enough.", items,
        (Entity("Ana", "person"), Entity("SQLite", "library")), ("storage",),
    )  # fmt: skip


def _bread() -> tuple[Conversation, Note]:
    cid = BREAD_CHAT
    said = (
        "My rye bread is too dense. I am allergic to walnuts.",
        "Add water: 80 % instead of 65 %, and wait eight hours.",
    )
    messages = (
        message(cid, 1, "user", said[0], "2026-03-05T08:00:00Z", "node-1"),
        message(cid, 2, "assistant", said[1], "2026-03-05T08:00:30Z", "node-2"),
    )
    conversation = Conversation(
        cid, "chatgpt", "Dense rye", None, "2026-03-05T08:00:00Z", "2026-03-05T08:00:30Z",
        "/home/noor/Downloads/export.zip!conversations.json", messages,
        attrs={"root": "/home/noor/Downloads/export.zip"},
    )  # fmt: skip
    items = (
        item(cid, 1, "key_point", "80 % hydration and eight hours for whole rye", said[1], 2),
        item(cid, 2, "fact", "Is allergic to walnuts", "I am allergic to walnuts.", 1),
    )
    return conversation, Note(cid, "Rye bread too dense", "The dough was too dry.", items, topics=("baking",))


def _move() -> tuple[Conversation, Note]:
    cid = MOVE_CHAT
    said = ("I am moving to Trondheim in August and must book a van.", "Book it now, August weekends sell out.")
    messages = (
        message(cid, 1, "user", said[0], "2026-03-09T18:00:00Z"),
        message(cid, 2, "assistant", said[1], "2026-03-09T18:00:20Z"),
    )
    conversation = Conversation(
        cid, "claude", "Moving", None, "2026-03-09T18:00:00Z", "2026-03-09T18:00:20Z",
        "/home/noor/Downloads/claude/conversations.json", messages, attrs={"root": "/home/noor/Downloads/claude"},
    )  # fmt: skip
    items = (
        item(cid, 1, "loop", "Book a van for August", "must book a van", 1),
        item(cid, 2, "fact", "Is moving to Trondheim in August", "I am moving to Trondheim in August", 1),
    )
    return conversation, Note(cid, "Moving to Trondheim", "A move in August; the van is not booked.", items)


def renamed(note: Note, title: str) -> Note:
    return replace(note, title=title)
