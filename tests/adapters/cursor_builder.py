"""Builds made-up Cursor installations: databases with the keys and shapes that the real ones have."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import apsw

from adapters.cursor import ADAPTER
from compiler.records import Conversation, Known, Record, Skipped, Unit, nothing_known

MAY_1 = 1777629600000
"""2026-05-01T10:00:00Z in milliseconds."""


def user(identity: str, text: str, **fields: Any) -> dict[str, Any]:
    return {"_v": 3, "type": 1, "bubbleId": identity, "text": text, **fields}


def reply(identity: str, text: str, **fields: Any) -> dict[str, Any]:
    return {"_v": 3, "type": 2, "bubbleId": identity, "text": text, **fields}


def tool(identity: str, name: str, arguments: Any, **fields: Any) -> dict[str, Any]:
    call = {"name": name, "toolCallId": f"call-{identity}", "rawArgs": json.dumps(arguments), **fields}
    return reply(identity, "", capabilityType=15, toolFormerData=call)


def headers(*identities: str) -> list[dict[str, Any]]:
    return [{"bubbleId": identity} for identity in identities]


class Installation:
    """A `User` folder with a global database and windows."""

    def __init__(self, user_folder: Path) -> None:
        self.folder = user_folder
        self.database = user_folder / "globalStorage" / "state.vscdb"

    def put(self, key: str | None, value: Any, *, table: str = "cursorDiskKV", database: Path | None = None) -> None:
        path = database or self.database
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = apsw.Connection(str(path))
        for name in ("ItemTable", "cursorDiskKV"):
            connection.execute(f"create table if not exists {name} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
        stored = json.dumps(value) if isinstance(value, dict | list) else value
        connection.execute(f"insert into {table} values (?, ?)", (key, stored))
        connection.close()

    def composer(self, identity: str, *bubbles: Mapping[str, Any], **fields: Any) -> None:
        """A composer of 2025 and later, its bubbles in rows. Without other headers they stand in the order given."""
        order = fields.pop("headers", None) or [{"bubbleId": b["bubbleId"], "type": b["type"]} for b in bubbles]
        row = {"_v": 10, "composerId": identity, "createdAt": MAY_1, "fullConversationHeadersOnly": order, **fields}
        self.put(f"composerData:{identity}", row)
        for bubble in reversed(bubbles):
            self.put(f"bubbleId:{identity}:{bubble['bubbleId']}", bubble)

    def window(self, name: str, workspace: Mapping[str, Any] | None = None, **items: Any) -> Path:
        """A workspace folder with its database; item keys are written with `__` for `.`."""
        database = self.folder / "workspaceStorage" / name / "state.vscdb"
        self.put("window.zoomLevel", "0", table="ItemTable", database=database)
        for key, value in items.items():
            self.put(key.replace("__", "."), value, table="ItemTable", database=database)
        if workspace is not None:
            database.with_name("workspace.json").write_text(json.dumps(workspace))
        return database

    def headers_table(self, *heads: Mapping[str, Any]) -> None:
        connection = apsw.Connection(str(self.database))
        connection.execute(
            "create table composerHeaders(composerId, workspaceId, lastUpdatedAt, isSubagent, value JSON)"
        )
        for head in heads:
            row = (head["composerId"], head.get("workspaceId"), head.get("lastUpdatedAt"), 0, json.dumps(head))
            connection.execute("insert into composerHeaders values (?, ?, ?, ?, ?)", row)
        connection.close()


def message(number: int, content: bytes) -> bytes:
    """A length-delimited protobuf field below 16, of content below 16 KB."""
    size = bytes([len(content)]) if len(content) < 128 else bytes([len(content) & 127 | 128, len(content) >> 7])
    return bytes([number << 3 | 2]) + size + content


def make_store(
    folder: Path, *records: Mapping[str, Any], plain: bool = False, lost: int | None = None, **head: Any
) -> Path:
    """A command-line agent's store whose root lists `records` in order; the one numbered `lost` has no blob."""
    folder.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(folder / "store.db"))
    connection.execute("create table blobs (id TEXT PRIMARY KEY, data BLOB)")
    connection.execute("create table meta (key TEXT PRIMARY KEY, value TEXT)")
    root = b""
    for number, record in enumerate(records):
        data = json.dumps(record).encode()
        root += message(1, hashlib.sha256(data).digest())
        if number != lost:
            connection.execute("insert or ignore into blobs values (?, ?)", (hashlib.sha256(data).hexdigest(), data))
    identity = hashlib.sha256(root).hexdigest()
    connection.execute("insert into blobs values (?, ?)", (identity, root))
    stated = json.dumps({"agentId": folder.name, "latestRootBlobId": identity, "createdAt": MAY_1, **head})
    connection.execute("insert into meta values ('0', ?)", (stated if plain else stated.encode().hex(),))
    connection.close()
    return folder / "store.db"


def read(root: Path, known: Known = nothing_known) -> list[Record]:
    units = [unit for unit in ADAPTER.discover(root) if isinstance(unit, Unit)]
    return [record for unit in units for record in ADAPTER.read(unit, known)]


def conversations(root: Path) -> dict[str, Conversation]:
    return {record.id: record for record in read(root) if isinstance(record, Conversation)}


def only(root: Path) -> Conversation:
    [conversation] = conversations(root).values()
    return conversation


def spoken(conversation: Conversation) -> list[str]:
    """Each message as `role: text`, a tool call as `role: text -> name(input)`."""
    return [
        f"{message.role}: {message.text}" + "".join(f"-> {call.name}({call.input})" for call in message.tool_calls)
        for message in conversation.messages
    ]


def skipped(records: list[Record]) -> dict[str, int]:
    return {record.reason: record.count for record in records if isinstance(record, Skipped)}
