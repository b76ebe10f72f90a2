"""Builds small ChatGPT exports in the shapes that are met, and reads them."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from adapters.chatgpt import ADAPTER
from compiler.records import Conversation, Message, Record, Unit

NOON = 1_772_450_000.0  # 2026-03-02T11:13:20Z


def said(role: str, *parts: Any, at: float | None = 0, **fields: Any) -> dict[str, Any]:
    """A classic message; `at` in seconds after NOON, `fields` replace what is given by default."""
    content = fields.pop("content", {"content_type": "text", "parts": list(parts)})
    return {
        "author": {"role": role, "name": fields.pop("name", None), "metadata": {}},
        "create_time": None if at is None else NOON + at,
        "content": content,
        "status": "finished_successfully",
        "weight": 1.0,
        "metadata": {},
        "recipient": "all",
        **fields,
    }


def chat(*turns: tuple[str, str | None, dict[str, Any] | None], leaf: Any = ..., **fields: Any) -> dict[str, Any]:
    """A classic conversation from (id, parent, message) triples; it ends at the last unless `leaf` says otherwise."""
    mapping: dict[str, Any] = {}
    for key, parent, message in turns:
        mapping[key] = {"id": key, "message": message and {"id": key, **message}, "parent": parent, "children": []}
        if parent in mapping:
            mapping[parent]["children"].append(key)
    return {
        "id": "c1",
        "conversation_id": fields.get("id", "c1"),
        "title": "Choosing a router",
        "create_time": NOON,
        "update_time": NOON + 600,
        "mapping": mapping,
        "current_node": turns[-1][0] if leaf is ... else leaf,
        **fields,
    }


def talk(*messages: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A conversation without forks, its messages named m1, m2, …"""
    turns = [(f"m{n}", f"m{n - 1}" if n > 1 else "root", message) for n, message in enumerate(messages, 1)]
    return chat(("root", None, None), *turns, **fields)


def slim(conversation: dict[str, Any]) -> dict[str, Any]:
    """The same conversation as the exports of 2026 write it: no children, nodes sorted by id, few message fields."""
    kept = ("id", "author", "content", "create_time", "metadata")
    mapping = {
        key: {
            "id": key,
            "message": node["message"] and {name: node["message"][name] for name in kept},
            "parent": node["parent"],
        }
        for key, node in sorted(conversation["mapping"].items())
    }
    return {**conversation, "mapping": mapping}


def write(folder: Path, files: dict[str, Any]) -> Path:
    """Writes files below a folder: bytes and text as they are, anything else as JSON."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encoded(content))
    return folder


def zipped(path: Path, files: dict[str, Any]) -> Path:
    path.write_bytes(zip_bytes(files))
    return path


def zip_bytes(files: dict[str, Any]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, encoded(content))
    return buffer.getvalue()


def encoded(content: Any) -> bytes:
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content)).encode()


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
    found = conversations(write(folder, {"conversations.json": [conversation]}))
    return next(one for one in found if one.kind == "main")


def message(folder: Path, one: dict[str, Any]) -> Message:
    """The only message of a conversation that holds this one alone."""
    (found,) = read_one(folder, talk(one)).messages
    return found


def lines(conversation: Conversation) -> list[str]:
    """`role: text`, a `(branch)` after the role for what lies off the shown path."""
    return [f"{m.role}{f' ({m.branch})' if m.branch else ''}: {m.text}" for m in conversation.messages]
