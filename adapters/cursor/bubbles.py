"""One bubble of the composer (a row of 2025 and later, an element of an inline list before) as messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from adapters._reading.fields import instant, items, mapping, text
from adapters.cursor.rows import lenient
from adapters.cursor.tally import Tally
from compiler.records import Message, Origin, Role, ToolCall

USER, ASSISTANT = 1, 2
KNOWN_VERSIONS = (None, 1, 2, 3)

_PLAN_HANDOFF = ("Implement the plan as specified", "To-do's from the plan have already been created")
"""What the Build button of a plan sends in the person's name."""


@dataclass(frozen=True, slots=True)
class Speakers:
    """Who stands behind the user bubbles: in a sub-agent's conversation it is the parent agent."""

    subagent: bool = False

    def of_prompt(self, prompt: str) -> tuple[Role, Origin]:
        if self.subagent:
            return "system", "agent"
        if all(phrase in prompt for phrase in _PLAN_HANDOFF):
            return "system", "harness"
        return "user", "person"


def messages_of(
    bubble: Mapping[str, Any], identity: str, place: str, tally: Tally, speakers: Speakers, created_at: str | None
) -> Iterator[Message]:
    """A prompt, or a reply with its tool call and the call's result. Nothing for thinking and for empty bubbles.

    `identity` is the message id; a tool result's adds `/result`.
    """
    kind, version = bubble.get("type"), bubble.get("_v")
    if version not in KNOWN_VERSIONS:
        tally.see("bubble version", version)
    if kind == USER:
        if prompt := prompt_of(bubble):
            role, origin = speakers.of_prompt(prompt)
            yield Message(identity, role, prompt, (), created_at, place, origin)
        else:
            tally.skip("empty bubble")
        return
    if kind != ASSISTANT:
        tally.see(f"bubble type {kind}", version)
    reply = text(bubble.get("text")) or _code(bubble)
    tool = mapping(bubble.get("toolFormerData"))
    call = _call(tool)
    if not reply.strip() and not call:
        thought = bubble.get("thinking") or bubble.get("allThinkingBlocks") or bubble.get("capabilityType") == 30
        tally.skip("thinking" if thought else "empty bubble")
        return
    yield Message(identity, "assistant", reply, (call,) if call else (), created_at, place, "model")
    if call and (answers := answers_of(tool)):
        yield Message(f"{identity}/result", "user", answers, (), created_at, place, "person")
    elif call:
        yield Message(f"{identity}/result", "tool", result_of(tool), (), created_at, place, "harness")


def prompt_of(bubble: Mapping[str, Any]) -> str:
    """What was typed. Plain text holds the mentions too; the editor's own form counts only where that is empty."""
    typed = text(bubble.get("text"))
    if typed.strip():
        return typed
    return _flattened(bubble.get("richText") or bubble.get("initText"))


def time_of(bubble: Mapping[str, Any], header: Mapping[str, Any]) -> str | None:
    """ISO 8601 UTC from the bubble, its header, or the moment the request was sent (the other times of `timingInfo`
    count from the start of the program)."""
    sent = mapping(bubble.get("timingInfo")).get("clientRpcSendTime")
    return instant(bubble.get("createdAt")) or instant(header.get("createdAt")) or instant(sent)


def result_of(tool: Mapping[str, Any]) -> str:
    """A tool result as text: its output where it is JSON that has one, an error, or a bracketed word for its lack."""
    status = text(tool.get("status"))
    shown = _output(tool.get("result"))
    if status == "cancelled" or text(tool.get("userDecision")) == "rejected":
        return f"[{status or 'rejected'}] {shown}".rstrip()
    if error := _output(tool.get("error")):
        return f"[error] {error}"
    return shown or "[no result]"


def answers_of(tool: Mapping[str, Any]) -> str:
    """The person's answers to the questions of `ask_question`: a line each, the chosen labels and their own words."""
    if text(tool.get("name")) != "ask_question":
        return ""
    asked = [mapping(question) for question in items(_parsed(tool, "params").get("questions"))]
    options = (mapping(option) for question in asked for option in items(question.get("options")))
    labels = {text(option.get("id")): text(option.get("label")) for option in options}
    lines = []
    for answer in map(mapping, items(_parsed(tool, "result").get("answers"))):
        chosen = [labels.get(text(option)) or text(option) for option in items(answer.get("selectedOptionIds"))]
        lines.append(", ".join(filter(None, [*chosen, text(answer.get("freeformText")).strip()])))
    return "\n".join(filter(None, lines))


def _parsed(tool: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = tool.get(key) or (tool.get("rawArgs") if key == "params" else None)
    return mapping(lenient(value.encode("utf-8", "replace")) if isinstance(value, str) else value)


def _call(tool: Mapping[str, Any]) -> ToolCall | None:
    name = text(tool.get("name"))
    if not name and tool.get("tool") is None:
        return None
    given = next((tool[key] for key in ("rawArgs", "params") if tool.get(key)), "")
    return ToolCall(name or f"tool {tool.get('tool')}", written(given), text(tool.get("toolCallId")) or None)


def _output(value: Any) -> str:
    if isinstance(value, str):
        inner = lenient(value.encode("utf-8", "replace")) if value[:1] in ("{", "[") else None
        if not isinstance(inner, dict):
            return text(value)
        value = inner
    if isinstance(value, dict):
        for key in ("output", "contents", "content", "clientVisibleErrorMessage", "message"):
            if shown := text(value.get(key)):
                return shown
    return written(value)


def written(value: Any) -> str:
    """A value as the source has it, or as JSON."""
    if isinstance(value, str):
        return text(value)
    if value in (None, {}, []):
        return ""
    try:
        return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()
    except (TypeError, ValueError):
        return text(repr(value))


def _code(bubble: Mapping[str, Any]) -> str:
    """The code of an early reply that has nothing else."""
    blocks = [mapping(block) for block in items(bubble.get("codeBlocks"))]
    fenced = (
        f"```{text(block.get('languageId'))}\n{text(block.get('content'))}\n```"
        for block in blocks
        if block.get("content")
    )
    return "\n\n".join(fenced)


def _flattened(rich: Any) -> str:
    """The text of a Lexical document (JSON, often inside a string), a mention as `@name`."""
    document = lenient(rich.encode("utf-8", "replace")) if isinstance(rich, str) else rich
    parts: list[str] = []
    waiting: list[Any] = [mapping(document).get("root")]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        node = mapping(node)
        name = text(node.get("mentionName"))
        if node.get("type") == "linebreak":
            parts.append("\n")
        elif name or node.get("type") == "mention":
            parts.append(f"@{name.lstrip('@')}" if name else text(node.get("text")))
        else:
            parts.append(text(node.get("text")))
            if node.get("type") == "paragraph":
                waiting.append("\n")
            waiting.extend(reversed(items(node.get("children"))))
    return "".join(parts).strip()
