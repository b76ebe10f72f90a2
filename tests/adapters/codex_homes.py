"""Writes small Codex homes, record by record, and reads them back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from adapters.codex import ADAPTER
from compiler.records import Conversation, Problem, Record, Skipped

ANNA = "0199a213-81c0-7800-8aa1-bbab2a035a53"
FORK = "0199a214-1111-7000-8000-000000000001"


def line(kind: str, payload: dict[str, Any], at: str = "2026-03-02T09:00:01.000Z") -> dict[str, Any]:
    return {"timestamp": at, "type": kind, "payload": payload}


def meta(session: str = ANNA, **more: Any) -> dict[str, Any]:
    facts = {"id": session, "timestamp": "2026-03-02T09:00:00.000Z", "cwd": "/home/anna/shop", "cli_version": "0.130.0"}
    return line("session_meta", {**facts, "originator": "codex-tui", "source": "cli", **more})


def event(kind: str, **payload: Any) -> dict[str, Any]:
    return line("event_msg", {"type": kind, **payload})


def item(kind: str, **payload: Any) -> dict[str, Any]:
    return line("response_item", {"type": kind, **payload})


def sent(role: str, *parts: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return item("message", role=role, content=[{"type": kind, "text": part} for part in parts])


def prompt(words: str) -> list[dict[str, Any]]:
    """What Codex writes when the person sends a prompt."""
    return [sent("user", words), event("user_message", message=words, images=[])]


def reply(words: str) -> list[dict[str, Any]]:
    return [event("agent_message", message=words, phase="final_answer"), sent("assistant", words)]


def rollout(
    home: Path, records: list[dict[str, Any]], session: str = ANNA, folder: str = "sessions/2026/03/02"
) -> Path:
    path = home / folder / f"rollout-2026-03-02T10-00-00-{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def read(root: Path) -> list[Record]:
    found: list[Record] = []
    for unit in ADAPTER.discover(root):
        found.extend(ADAPTER.read(unit) if not isinstance(unit, Problem | Skipped) else [unit])
    return found


def conversations(root: Path) -> dict[str, Conversation]:
    return {record.id: record for record in read(root) if isinstance(record, Conversation)}


def session(home: Path, *records: dict[str, Any]) -> Conversation:
    rollout(home, [meta(), *records])
    [found] = [record for record in read(home) if isinstance(record, Conversation)]
    return found


def said(conversation: Conversation) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in conversation.messages]
