"""One record of a Gemini CLI session as messages: who said it, in which words, with which tools."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from adapters._reading.fields import instant, items, mapping, text
from compiler.records import Message, Origin, Role, ToolCall

NOTICES = ("info", "warning", "error")
SUMMARY = "<state_snapshot>"
"""Opens what compression puts in the place of the turns it drops."""

_REFERENCED = re.compile(r"\n?--- Content from referenced files ---.*?(?:--- End of content ---|\Z)", re.S)
_HOOK = re.compile(r"\n*<hook_context>.*?</hook_context>", re.S)
_CONTEXT = ("<session_context>", "<hook_context>", "Here is the user's editor context")
_NUDGES = ("[System: ", "System: Potential loop detected", "This is the Gemini CLI. We are setting up the context")
_CONTINUE = "Please continue."
_ACKNOWLEDGED = "Got it. Thanks for the additional context!"


def messages_of(
    record: Mapping[str, Any], conversation: str, place: str, branch: str | None, agent: bool
) -> Iterator[Message | str]:
    """Messages, or the reason for which a record has none."""
    kind, when = record.get("type"), instant(record.get("timestamp"))
    identity = f"{conversation}#{text(record.get('id'))}"
    if kind == "user":
        yield from _prompt(record, identity, place, when, branch, agent)
    elif kind == "gemini":
        yield from _reply(record, identity, place, when, branch)
    elif kind in NOTICES and (said := written(record.get("content"))):
        yield Message(identity, "system", said, (), when, place, "harness", branch)


def written(content: Any) -> str:
    """The text of a string, a part or a list of parts; thoughts and calls aside, files by their type."""
    parts = content if isinstance(content, list) else [content]
    return "".join(_shown(part) for part in parts)


def command(prompt: str) -> bool:
    """The product's own rule (`isSlashCommand`): a comment is no command. `?` opens its help."""
    return (prompt.startswith("/") and not prompt.startswith(("//", "/*"))) or prompt.startswith("?")


def typed(content: Any) -> str:
    """A prompt without the contents of files it refers to and without what hooks add."""
    return _HOOK.sub("", _REFERENCED.sub("", written(content))).strip()


def _prompt(
    record: Mapping[str, Any], identity: str, place: str, when: str | None, branch: str | None, agent: bool
) -> Iterator[Message | str]:
    content = record.get("content")
    raw = written(content).strip()
    words = typed(record.get("displayContent") or content)
    results = [mapping(mapping(part).get("functionResponse")) for part in items(content)]
    role: Role = "user"
    origin: Origin = "person"
    if raw.startswith(SUMMARY) or raw.startswith(_NUDGES) or raw == _CONTINUE:
        role, origin, words = "system", "harness", raw
    elif agent:
        role, origin = "system", "agent"
    if raw.startswith(_CONTEXT) or not words:
        if not any(results):
            yield "context" if raw else "empty"
    elif command(words):
        yield "command"
    else:
        yield Message(identity, role, words, (), when, place, origin, branch)


def _reply(
    record: Mapping[str, Any], identity: str, place: str, when: str | None, branch: str | None
) -> Iterator[Message | str]:
    said = written(record.get("content"))
    tools = [mapping(tool) for tool in items(record.get("toolCalls"))]
    if not tools:
        tools = [
            mapping(part["functionCall"]) for part in items(record.get("content")) if "functionCall" in mapping(part)
        ]
    calls = tuple(
        ToolCall(text(tool.get("name")) or "tool", _json(tool.get("args")), text(tool.get("id")) or None)
        for tool in tools
    )
    if said.strip() == _ACKNOWLEDGED and not calls:
        yield "context"
        return
    if not said.strip() and not calls:
        yield "thinking" if record.get("thoughts") or record.get("content") else "empty"
        return
    yield Message(identity, "assistant", said, calls, when, place, "model", branch)
    for number, tool in enumerate(tools, 1):
        shown = result_of(tool)
        if shown is None:
            continue
        moment = instant(tool.get("timestamp")) or when
        own = f"{identity}/{text(tool.get('id')) or number}"
        if answers := _answers(tool):
            yield Message(own, "user", answers, (), moment, place, "person", branch)
        else:
            yield Message(own, "tool", shown, (), moment, place, "harness", branch)


def result_of(tool: Mapping[str, Any]) -> str | None:
    """A tool's result as text, None for one that is still open."""
    status = text(tool.get("status")).lower()
    result = tool.get("result")
    parts = result if isinstance(result, list) else [result]
    shown = "\n".join(filter(None, (_response(part) for part in parts)))
    shown = shown or text(tool.get("resultDisplay"))
    if status in ("error", "cancelled", "canceled"):
        return f"[{status}] {shown}".rstrip()
    return shown or ("[no result]" if status == "success" else None)


def _answers(tool: Mapping[str, Any]) -> str:
    """What the person answered to the questions of `ask_user`, one line each."""
    if tool.get("name") != "ask_user":
        return ""
    result = tool.get("result")
    for part in result if isinstance(result, list) else [result]:
        try:
            answers = mapping(json.loads(_response(part))).get("answers")
        except (ValueError, RecursionError):
            continue
        return "\n".join(filter(None, map(text, mapping(answers).values())))
    return ""


def _response(part: Any) -> str:
    if isinstance(part, str):
        return text(part)
    part = mapping(part)
    response = mapping(mapping(part.get("functionResponse")).get("response"))
    for key in ("output", "error", "content"):
        if key in response:
            value = response[key]
            return text(value) if isinstance(value, str) else _json(value)
    return _json(response) if response else _shown(part)


def _shown(part: Any) -> str:
    if isinstance(part, str):
        return text(part)
    part = mapping(part)
    if part.get("thought"):
        return ""
    for key in ("inlineData", "fileData"):
        if key in part:
            return f"[{text(mapping(part[key]).get('mimeType')) or 'file'}]"
    return text(part.get("text"))


def _json(value: Any) -> str:
    if value in (None, "", {}, []):
        return ""
    try:
        return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()
    except (TypeError, ValueError):
        return text(repr(value))
