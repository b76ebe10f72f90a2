"""Messages of OpenCode 2: one row of `session_message` a turn, with its type in a column and its content within."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adapters._reading.embedded import encoded, questions
from adapters._reading.fields import items, mapping, text
from adapters.opencode.records import Reading, answers, moment
from compiler.records import Message, Origin, Role, ToolCall

SILENT = {
    "system", "agent-switched", "model-switched", "location-switched", "permission-changed", "compaction-status",
    "skill",
}  # fmt: skip
"""Rows that hold nobody's words: context for the model, switches, progress."""


def read_turns(reading: Reading, rows: Iterable[tuple[str, str, Mapping[str, Any]]]) -> None:
    """Takes rows in order: id, type, content."""
    for identity, kind, data in rows:
        reading.begin(identity)
        at = moment(mapping(data.get("time")).get("created"))

        def said(
            role: Role, words: str, origin: Origin, suffix: str = "", identity: str = identity, at: Any = at
        ) -> None:
            native, place = reading.native(identity + suffix), f"message/{identity}"
            reading.say(Message(native, role, words.strip(), (), at, place, origin))

        if kind == "user":
            files = [f"[{text(mapping(file).get('name')) or 'file'}]" for file in items(data.get("files"))]
            said("user", text(data.get("text")) or " ".join(files), "person")
        elif kind == "synthetic":
            said("system", text(data.get("text")), "harness")
        elif kind == "compaction":
            said("system", text(data.get("summary")), "harness")
        elif kind == "shell":
            said("user", f"!{text(data.get('command'))}" if data.get("command") else "", "person")
            native = reading.native(f"{identity}.output")
            reading.say(Message(native, "tool", text(data.get("output")).strip(), (), at, f"message/{identity}"))
        elif kind == "assistant":
            _read_assistant(reading, identity, data, at)
        elif kind not in SILENT:
            reading.unknown[f"row {kind}"] += 1


def _read_assistant(reading: Reading, identity: str, data: Mapping[str, Any], at: str | None) -> None:
    words: list[str] = []
    calls: list[ToolCall] = []
    results: list[Message] = []
    for position, part in enumerate(map(mapping, items(data.get("content")))):
        kind = text(part.get("type"))
        if kind == "text":
            words += [] if part.get("ignored") else [text(part.get("text")).strip()]
        elif kind == "tool":
            state, name = mapping(part.get("state")), text(part.get("name"))
            asked = state.get("input")
            calls.append(ToolCall(name, encoded(asked) if asked is not None else "", text(part.get("id")) or None))
            words += [questions(asked)] if name == "question" else []
            chosen = answers(mapping(state.get("structured")).get("answers")) if name == "question" else ""
            native = reading.native(f"{identity}.{text(part.get('id')) or position}")
            ended = moment(mapping(part.get("time")).get("completed")) or at
            result = Message(native, "tool", _output(state), (), ended, f"message/{identity}")
            person = Message(native, "user", chosen, (), ended, f"message/{identity}", "person")
            results.append(person if chosen else result)
        elif kind not in ("reasoning", "file"):
            reading.unknown[f"content {kind}"] += 1
    reading.model = text(mapping(data.get("model")).get("id")) or reading.model
    said = "\n\n".join(part for part in words if part)
    reading.say(Message(reading.native(identity), "assistant", said, tuple(calls), at, f"message/{identity}", "model"))
    for message in results:
        reading.say(message)


def _output(state: Mapping[str, Any]) -> str:
    contents = [text(mapping(content).get("text")) for content in items(state.get("content"))]
    said = "\n".join(content for content in contents if content) or text(state.get("output"))
    error = state.get("error")
    return (said or text(error) or text(mapping(error).get("message"))).strip()
