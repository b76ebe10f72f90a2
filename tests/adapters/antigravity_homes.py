"""Writes small Antigravity folders: protobuf from plain dicts, databases, logs and indexes; and reads them back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import apsw

from adapters.antigravity import ADAPTER
from compiler.records import Conversation, Problem, Record, Skipped

SHOP = "1f6f3a52-90aa-4c1e-9d0e-2f5b8f0c1a01"
OTHER = "1f6f3a52-90aa-4c1e-9d0e-2f5b8f0c1a02"
NINE = 1_772_442_000  # 2026-03-02T09:00:00Z

PB = Mapping[int, Any]
"""A message as {field number: value}: an int is a varint, a str or bytes a string, a dict a message, a list repeats."""


def pb(fields: PB) -> bytes:
    """The bytes of a protobuf message."""
    return b"".join(
        _field(number, value)
        for number, values in fields.items()
        for value in (values if isinstance(values, list) else [values])
    )


def _field(number: int, value: Any) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    body = value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else pb(value)
    return _varint(number << 3 | 2) + _varint(len(body)) + body


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = b""
    while value >= 0x80:
        out, value = out + bytes([value & 0x7F | 0x80]), value >> 7
    return out + bytes([value])


def user(words: str, second: int = 0, source: int = 4) -> PB:
    """A user step: the text is in 19.2 and, again, in 19.3.1; `source` 4 is explicit input."""
    return {1: 14, 4: 3, 5: {1: {1: NINE + second}, 3: source}, 19: {2: words, 3: {1: words}, 12: {1: "/skills/x"}}}


def planner(words: str, second: int = 1, calls: Sequence[PB] = ()) -> PB:
    """A reply with its thinking, its copy in 20.8 and the tool calls it announces."""
    reply: PB = {
        1: words,
        3: "**Thinking**",
        6: "bot-1",
        7: list(calls),
        8: words,
        14: {2: {1: b"\x08\x96\x01\x10\x02"}},
    }
    return {1: 15, 4: 3, 5: {1: {1: NINE + second, 2: 500_000_000}, 3: 2}, 20: reply}


def call(identity: str, name: str, **arguments: Any) -> PB:
    return {1: identity, 2: name, 3: json.dumps(arguments)}


def tool(kind: int, called: PB, payload: PB, second: int = 2) -> PB:
    return {1: kind, 4: 3, 5: {1: {1: NINE + second}, 3: 2, 4: called}, **payload}


def database(
    home: Path, steps: Sequence[PB | bytes | tuple[int, PB]], name: str = SHOP, about: PB | None = None
) -> Path:
    """A conversation database; a step may bring its own index, or be raw bytes."""
    path = home / "conversations" / f"{name}.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    with apsw.Connection(str(path)) as connection:
        connection.execute(
            "create table trajectory_meta (trajectory_id text primary key, cascade_id text);"
            "create table steps (idx integer primary key, step_type integer, status integer, step_payload blob);"
            "create table gen_metadata (idx integer primary key, data blob);"
            "create table trajectory_metadata_blob (id text primary key, data blob)"
        )
        for position, entry in enumerate(steps):
            index, step = entry if isinstance(entry, tuple) else (position, entry)
            payload = step if isinstance(step, bytes) else pb(step)
            kind = None if isinstance(step, bytes) else step[1]
            connection.execute("insert into steps values (?, ?, 3, ?)", (index, kind, payload))
        if about is not None:
            connection.execute("insert into trajectory_metadata_blob values ('main', ?)", (pb(about),))
        connection.execute("insert into gen_metadata values (0, ?)", (pb({1: {21: "Gemini 3.1 Pro (High)"}}),))
    connection.close()
    return path


def logged(index: int, kind: str, content: str = "", source: str = "MODEL", **more: Any) -> dict[str, Any]:
    at = f"2026-03-02T09:00:{index:02}Z"
    return {
        "step_index": index, "source": source, "type": kind, "status": "DONE", "created_at": at, "content": content,
        **more,
    }  # fmt: skip


def typed(index: int, words: str) -> dict[str, Any]:
    """A user line as the logs have it: the request, and metadata after it."""
    content = f"<USER_REQUEST>\n{words}\n</USER_REQUEST>\n<ADDITIONAL_METADATA>\nlocal time\n</ADDITIONAL_METADATA>"
    return logged(index, "USER_INPUT", content, "USER_EXPLICIT")


def log(
    home: Path, lines: Sequence[Mapping[str, Any]], name: str = "transcript.jsonl", conversation: str = SHOP
) -> Path:
    path = home / "brain" / conversation / ".system_generated" / "logs" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def artefact(home: Path, name: str, body: str, conversation: str = SHOP, **about: Any) -> Path:
    path = home / "brain" / conversation / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(body)
    if about:
        path.with_name(name + ".metadata.json").write_text(json.dumps(about))
    return path


def sealed(home: Path, folder: str = "conversations", conversation: str = SHOP) -> Path:
    """An encrypted conversation: bytes that are no protobuf."""
    path = home / folder / f"{conversation}.pb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\xff\xfe" + bytes(range(255, 0, -1)))
    return path


def read(root: Path) -> list[Record]:
    found: list[Record] = []
    for unit in ADAPTER.discover(root):
        found.extend(ADAPTER.read(unit) if not isinstance(unit, Problem | Skipped) else [unit])
    return found


def only(root: Path) -> Conversation:
    [found] = [record for record in read(root) if isinstance(record, Conversation)]
    return found


def said(conversation: Conversation) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in conversation.messages]
