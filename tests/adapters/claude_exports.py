"""Builds small exports of claude.ai in the shapes that are met, and reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adapters.claude import ADAPTER
from compiler.records import Conversation, Record, Unit
from tests.adapters.chatgpt_exports import write

ROOT = "00000000-0000-4000-8000-000000000000"
NOON = "2026-03-02T12:00:00.000000Z"


def turn(key: str, sender: str, text: str = "", *blocks: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A message; without blocks its text is the one block."""
    return {
        "uuid": key,
        "text": text,
        "content": list(blocks) or ([words(text)] if text else []),
        "sender": sender,
        "created_at": NOON,
        "attachments": [],
        "files": [],
        **fields,
    }


def words(text: str, **fields: Any) -> dict[str, Any]:
    return {"type": "text", "text": text, "citations": [], **fields}


def tool(name: str, key: str | None = None, **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "name": name, "input": given, **({"id": key} if key else {})}


def chat(*turns: dict[str, Any], linked: bool = True, **fields: Any) -> dict[str, Any]:
    """A conversation, each message the child of the one before unless it names another parent."""
    parent = ROOT
    for one in turns:
        if linked:
            one.setdefault("parent_message_uuid", parent)
        parent = one["uuid"]
    return {
        "uuid": "c1",
        "name": "Choosing a router",
        "summary": "",
        "created_at": NOON,
        "updated_at": "2026-03-02T12:30:00.000000Z",
        "account": {"uuid": "acc"},
        "chat_messages": list(turns),
        **fields,
    }


def records(root: Path) -> list[Record]:
    """Everything that reading a root gives, the findings of `discover` too."""
    out: list[Any] = []
    for found in ADAPTER.discover(root):
        out.extend(ADAPTER.read(found) if isinstance(found, Unit) else [found])
    return out


def conversations(root: Path) -> list[Conversation]:
    return [record for record in records(root) if isinstance(record, Conversation)]


def read_one(folder: Path, conversation: dict[str, Any]) -> Conversation:
    """A single conversation, by way of an unpacked export."""
    (found,) = conversations(write(folder, {"conversations.json": [conversation]}))
    return found
