"""Messages of OpenCode 1: a message with its parts, in the tables `message` and `part` or as JSON files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adapters._reading.embedded import encoded, questions
from adapters._reading.fields import mapping, text
from adapters.opencode.records import Reading, answers, moment
from compiler.records import Message, Origin, Role, ToolCall

SILENT = {"reasoning", "step-start", "step-finish", "snapshot", "patch", "retry", "agent", "compaction"}
"""Parts that hold nobody's words: thinking, accounting, file states."""

RAN_BY_PERSON = "The following tool was executed by the user"
"""What OpenCode writes, as a synthetic part, in place of a command that the person ran with `!`."""

Part = Mapping[str, Any]


def read_messages(reading: Reading, rows: Iterable[tuple[Mapping[str, Any], Sequence[Part]]]) -> None:
    """Takes messages in order, each with its parts in order; both carry their ids."""
    shell: Mapping[str, Any] | None = None
    for message, parts in rows:
        reading.begin(text(message.get("id")))
        if message.get("role") == "user":
            shell = message if _ran_by_person(parts) else None
            if shell is None:
                _read_user(reading, message, parts)
        elif message.get("role") == "assistant":
            if shell is not None:
                _read_shell(reading, shell, parts)
            else:
                _read_assistant(reading, message, parts)
            shell = None
        else:
            reading.unknown[f"role {text(message.get('role'))}"] += 1


def _read_user(reading: Reading, message: Mapping[str, Any], parts: Sequence[Part]) -> None:
    typed: list[str] = []
    injected: list[str] = []
    attached: list[str] = []
    for part in parts:
        kind = text(part.get("type"))
        if kind == "text":
            (injected if part.get("synthetic") or part.get("ignored") else typed).append(text(part.get("text")))
        elif kind == "file":
            attached.append(f"[{text(part.get('filename')) or text(part.get('mime')) or 'file'}]")
        elif kind == "subtask":
            command = text(part.get("command"))
            typed += [f"/{command}"] if command else []
            injected.append(text(part.get("prompt")))
        elif kind not in SILENT:
            reading.unknown[f"part {kind}"] += 1
    words = "\n".join(part for part in typed if part.strip()).strip()
    if words or attached:
        reading.say(_message(reading, message, "user", words or " ".join(attached), "person"))
    else:
        reading.say(_message(reading, message, "system", "\n".join(injected).strip(), "harness"))


def _read_assistant(reading: Reading, message: Mapping[str, Any], parts: Sequence[Part]) -> None:
    said: list[str] = []
    calls: list[ToolCall] = []
    results: list[Message] = []
    for part in parts:
        kind = text(part.get("type"))
        if kind == "text":
            said += [] if part.get("ignored") else [text(part.get("text")).strip()]
        elif kind == "tool":
            state = mapping(part.get("state"))
            name, asked = text(part.get("tool")), state.get("input")
            calls.append(ToolCall(name, encoded(asked) if asked is not None else "", text(part.get("callID")) or None))
            said += [questions(asked)] if name == "question" else []
            results += _result(reading, part, name)
        elif kind not in SILENT and kind != "file":
            reading.unknown[f"part {kind}"] += 1
    summary = bool(message.get("summary"))
    reading.model = reading.model if summary else text(message.get("modelID")) or reading.model
    role: Role = "system" if summary else "assistant"
    words = "\n\n".join(part for part in said if part)
    reading.say(_message(reading, message, role, words, "harness" if summary else "model", tuple(calls)))
    for result in results:
        reading.say(result)


def _result(reading: Reading, part: Part, name: str) -> list[Message]:
    """A tool's result; the person's own words where the tool asked them."""
    state = mapping(part.get("state"))
    times = mapping(state.get("time"))
    identity = text(part.get("id"))
    native, at = reading.native(identity), moment(times.get("end") or times.get("start"))
    chosen = answers(mapping(state.get("metadata")).get("answers")) if name == "question" else ""
    if chosen:
        return [Message(native, "user", chosen, (), at, f"part/{identity}", "person")]
    said = text(state.get("output")) or text(state.get("error"))
    return [Message(native, "tool", said.strip(), (), at, f"part/{identity}")]


def _ran_by_person(parts: Sequence[Part]) -> bool:
    return bool(parts) and all(
        part.get("synthetic") and text(part.get("text")).startswith(RAN_BY_PERSON) for part in parts
    )


def _read_shell(reading: Reading, shell: Mapping[str, Any], parts: Sequence[Part]) -> None:
    for part in parts:
        if part.get("type") == "tool":
            command = text(mapping(mapping(part.get("state")).get("input")).get("command")).strip()
            reading.say(_message(reading, shell, "user", f"!{command}" if command else "", "person"))
            for result in _result(reading, part, ""):
                reading.say(result)


def _message(
    reading: Reading,
    message: Mapping[str, Any],
    role: Role,
    words: str,
    origin: Origin,
    calls: tuple[ToolCall, ...] = (),
) -> Message:
    identity = text(message.get("id"))
    at = moment(mapping(message.get("time")).get("created") or message.get("time_created"))
    return Message(reading.native(identity), role, words, calls, at, f"message/{identity}", origin)
