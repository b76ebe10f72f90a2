"""A message of the agent's own form (role and content blocks), as its store and its transcripts hold it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adapters._reading.fields import items, mapping, text
from adapters.cursor.bubbles import Speakers, written
from adapters.cursor.tally import Tally
from adapters.cursor.wording import stated_time, typed
from compiler.records import Message, ToolCall

_HIDDEN = ("reasoning", "redacted-reasoning", "thinking", "redacted_thinking")
_REDACTED = "[REDACTED]"


def messages_of(
    record: Mapping[str, Any], identity: str, place: str, tally: Tally, speakers: Speakers, when: str | None = None
) -> Iterator[Message]:
    """The prompt or reply in a record, then its tool results (ids `identity/result`, `/result-2` …)."""
    role = record.get("role")
    content = record.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else [mapping(b) for b in items(content)]
    if role not in ("user", "assistant", "tool"):
        tally.skip("system prompt") if role == "system" else tally.see(f"role {text(role) or role}")
        return
    prose, calls, results = [], list(_early_calls(record)), []
    for block in blocks:
        kind = block.get("type")
        if kind in ("tool-call", "tool_use"):
            calls.append(_call(block))
        elif kind in ("tool-result", "tool_result"):
            results.append(_result(block))
        elif kind in _HIDDEN:
            tally.skip("thinking")
        elif kind == "image":
            tally.skip("image")
        elif shown := text(block.get("text")):
            if kind != "text":
                tally.see(f"block {text(kind) or kind}")
            prose.append(shown)
        elif kind != "text":
            tally.see(f"block {text(kind) or kind}")
    said = "\n\n".join(part for part in prose if part.strip() != _REDACTED)
    if role == "tool" and said:
        results.append(said)
    elif role == "user":
        yield from _prompt(record, said, identity, place, tally, speakers, when)
    elif role == "assistant" and (said.strip() or calls):
        yield Message(identity, "assistant", said, tuple(calls), when, place, "model")
    elif role == "assistant" and not results:
        tally.skip("thinking" if prose or blocks else "empty message")
    for number, result in enumerate(results, 1):
        suffix = "/result" if number == 1 else f"/result-{number}"
        yield Message(identity + suffix, "tool", result, (), when, place, "harness")


def _prompt(
    record: Mapping[str, Any], said: str, identity: str, place: str, tally: Tally, speakers: Speakers, when: str | None
) -> Iterator[Message]:
    words = typed(said)
    if mapping(mapping(record.get("providerOptions")).get("cursor")).get("isSummary"):
        yield Message(identity, "system", said, (), when, place, "harness")
    elif words:
        role, origin = speakers.of_prompt(words)
        yield Message(identity, role, words, (), when or stated_time(said), place, origin)
    elif said:
        tally.skip("harness context")


def _call(block: Mapping[str, Any]) -> ToolCall:
    name = text(block.get("toolName")) or text(block.get("name")) or "tool"
    given = block.get("args") if "args" in block else block.get("input")
    return ToolCall(name, written(given), text(block.get("toolCallId")) or text(block.get("id")) or None)


def _early_calls(record: Mapping[str, Any]) -> Iterator[ToolCall]:
    """The variant in OpenAI's form, and the one of `.json` transcripts."""
    for call in map(mapping, items(record.get("tool_calls"))):
        function = mapping(call.get("function"))
        name = text(function.get("name")) or "tool"
        yield ToolCall(name, written(function.get("arguments")), text(call.get("id")) or None)
    for call in map(mapping, items(record.get("toolCalls"))):
        yield _call(call)


def _result(block: Mapping[str, Any]) -> str:
    result = block.get("result") if "result" in block else block.get("content")
    if isinstance(result, list):
        shown = "\n".join(text(mapping(part).get("text")) for part in result if mapping(part).get("text"))
        result = shown or result
    shown = written(result) or "[no result]"
    return f"[error] {shown}" if block.get("isError") or block.get("is_error") else shown
