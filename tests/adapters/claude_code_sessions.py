"""Writes small Claude Code sessions, record by record, and shows what is read from them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

from adapters.claude_code import ADAPTER
from compiler.records import Conversation, Problem, Record, Seen, Skipped, Unit

ANNA = "5a1c0de0-0000-4000-8000-00000000000a"
LATER = "5a1c0de0-0000-4000-8000-00000000000b"
_NUMBERS = count(1)

Rec = dict[str, Any]


def uid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


def chained(kind: str, /, **fields: Any) -> Rec:
    """A record as the CLI writes it; its uuid and minute count up, so that records differ and follow each other."""
    number = next(_NUMBERS)
    envelope: Rec = {
        "parentUuid": None,
        "isSidechain": False,
        "userType": "external",
        "cwd": "/home/anna/shop",
        "sessionId": ANNA,
        "version": "2.1.37",
        "gitBranch": "main",
        "type": kind,
        "uuid": uid(number),
        "timestamp": f"2026-03-02T{9 + number // 3600 % 12:02d}:{number // 60 % 60:02d}:{number % 60:02d}.250Z",
    }
    return envelope | fields


def user(content: Any, **fields: Any) -> Rec:
    return chained("user", message={"role": "user", "content": content}, **fields)


def reply(*blocks: Any, api: str | None = "msg_1", **fields: Any) -> Rec:
    """One line of an assistant's message; a plain string is a text block."""
    content = [text(block) if isinstance(block, str) else block for block in blocks]
    message = {"id": api, "role": "assistant", "model": "claude-opus-4-6", "content": content}
    return chained("assistant", message=message, **fields)


def text(words: str) -> Rec:
    return {"type": "text", "text": words}


def thinking(words: str = "") -> Rec:
    return {"type": "thinking", "thinking": words, "signature": "c2ln"}


def call(name: str, tool_id: str = "toolu_1", **given: Any) -> Rec:
    return {"type": "tool_use", "id": tool_id, "name": name, "input": given}


def result(content: Any, tool_id: str = "toolu_1", **fields: Any) -> Rec:
    return {"type": "tool_result", "tool_use_id": tool_id, "content": content, **fields}


def queue(operation: str, content: Any = None, at: str = "2026-03-02T09:30:00.000Z") -> Rec:
    record = {"type": "queue-operation", "operation": operation, "timestamp": at, "sessionId": ANNA}
    return record if content is None else {**record, "content": content}


def queued_command(prompt: Any, **fields: Any) -> Rec:
    return chained(
        "attachment", attachment={"type": "queued_command", "prompt": prompt, "commandMode": "prompt", **fields}
    )


def lines(records: Sequence[Rec]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def write(home: Path, records: Sequence[Rec], name: str = ANNA, folder: str = "-home-anna-shop") -> Path:
    path = home / "projects" / folder / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lines(records))
    return path


def read(root: Path) -> list[Record]:
    found: list[Record] = []
    for unit in ADAPTER.discover(root):
        found.extend(ADAPTER.read(unit) if isinstance(unit, Unit) else [unit])
    return found


def conversations(root: Path) -> list[Conversation]:
    return [found for found in read(root) if isinstance(found, Conversation)]


def reasons(root: Path) -> list[str]:
    return [found.reason for found in read(root) if isinstance(found, Skipped)]


def problems(root: Path) -> list[str]:
    return [found.what for found in read(root) if isinstance(found, Problem)]


def seen(root: Path) -> dict[str, int]:
    return {found.type: found.count for found in read(root) if isinstance(found, Seen)}


def told(conversation: Conversation) -> list[str]:
    """Each message as one line: who speaks and what they say, tools by name in brackets."""
    shown = []
    for message in conversation.messages:
        who = message.role if message.origin in (None, "model") else f"{message.role}/{message.origin}"
        calls = "".join(f"[{tool.name}]" for tool in message.tool_calls)
        shown.append(f"{who}: {message.text}{' ' if message.text and calls else ''}{calls}")
    return shown


def tell(home: Path, *records: Rec) -> list[str]:
    """What is read from a session of these records, which stands alone in its home folder."""
    write(home, records)
    main, *_ = conversations(home)
    return told(main)
