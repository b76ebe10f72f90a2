"""A message's content blocks, sorted: what is said, what is thought, which tools ran and what they answered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adapters._reading import fields
from adapters._reading.markdown import fenced, web_link
from compiler.records import ToolCall

_PLACEHOLDER = re.compile(
    r"```\n?(?:This block is not supported on your current device yet\.|"
    r"Viewing artifacts created via the Analysis Tool web feature preview isn.t yet supported on mobile\.)\n?```\n?"
)
_ARTIFACT = re.compile(r"<antArtifact\b([^>]*)>(.*?)(?:</antArtifact>|\Z)", re.DOTALL)
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_THOUGHT_TAG = re.compile(r"<antThinking>.*?</antThinking>\s*", re.DOTALL)
_DEAD = re.compile(r"\[([^\]\n]*)\]\(computer://[^)\s]*\)")
IGNORED = frozenset({"token_budget", "flag", "injected_prompt_block", "redacted_thinking"})

Note = Callable[[str], None]


@dataclass(slots=True)
class Said:
    """A message taken apart. `results` are (tool call id, text), `writes` the inputs of document tools by name."""

    texts: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    results: list[tuple[str | None, str]] = field(default_factory=list)
    writes: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)


def take_apart(message: Mapping[str, Any], unknown: Note) -> Said:
    """Blocks first; the flat `text` only where no block speaks, as it holds placeholders for what it cannot show."""
    said = Said()
    content = message.get("content")
    for block in map(fields.mapping, fields.items(content)):
        _sort(block, said, unknown)
    if not any(text.strip() for text in said.texts):
        flat = fields.text(content) or fields.text(message.get("text"))
        said.texts = [_PLACEHOLDER.sub("", flat)] if flat.strip() else []
    said.texts = [_artifacts_shown(text) for text in said.texts if text.strip()]
    return said


def _sort(block: Mapping[str, Any], said: Said, unknown: Note) -> None:
    match fields.text(block.get("type")):
        case "text":
            said.texts.append(_cited(block))
        case "thinking":
            said.thoughts.append(_thought(block))
        case "tool_use" | "server_tool_use":
            name, given = fields.text(block.get("name")), block.get("input")
            call_id = fields.text(block.get("id")) or None
            said.calls.append(ToolCall(name, _as_json(given), call_id))
            said.writes.append((name, fields.mapping(given)))
        case "tool_result" | "web_search_tool_result":
            text = _result(block.get("content"))
            if text:
                said.results.append((fields.text(block.get("tool_use_id")) or None, text))
        case "voice_note":
            said.texts.append("\n".join(filter(None, (fields.text(block.get(key)) for key in ("title", "text")))))
        case "image" | "document":
            said.texts.append(f"[{block['type']} not in export]")
        case kind if kind not in IGNORED:
            kind = kind or "without type"
            unknown(f"block {kind}")
            said.texts.append(fields.text(block.get("text")) or f"[unsupported content: {kind}]")


def _thought(block: Mapping[str, Any]) -> str:
    summaries = (fields.text(fields.mapping(item).get("summary")) for item in fields.items(block.get("summaries")))
    return fields.text(block.get("thinking")) or "\n".join(filter(None, summaries))


def _cited(block: Mapping[str, Any]) -> str:
    """A text block, a link after each cited span; positions are code points."""
    text = fields.text(block.get("text"))
    marks: set[tuple[int, str]] = set()
    for citation in map(fields.mapping, fields.items(block.get("citations"))):
        details = fields.mapping(citation.get("details"))
        link = web_link(fields.text(details.get("url")), fields.text(details.get("title")))
        end = fields.number(citation.get("end_index"))
        if link and end is not None and 0 <= end <= len(text):
            marks.add((int(end), link))
    for end, link in sorted(marks, reverse=True):
        text = f"{text[:end]} ({link}){text[end:]}"
    return _DEAD.sub(lambda found: f"{found[1]} (not in the export)", text) if "computer://" in text else text


def _result(content: Any) -> str:
    if isinstance(content, str):
        return fields.text(content)
    texts: list[str] = []
    for part in fields.items(content):
        if isinstance(part, str):
            texts.append(fields.text(part))
            continue
        part = fields.mapping(part)
        link = web_link(fields.text(part.get("url")), fields.text(part.get("title")))
        texts.append("\n".join(filter(None, (link, fields.text(part.get("text")) or fields.text(part.get("name"))))))
    return "\n".join(filter(None, texts))


def _as_json(value: Any) -> str:
    if isinstance(value, str):
        return fields.text(value)
    return fields.text(json.dumps(value, ensure_ascii=False)) if value is not None else ""


def _artifacts_shown(text: str) -> str:
    """The artifacts of 2024, tags within the text, as title and body."""
    if "<ant" not in text:
        return text

    def shown(found: re.Match[str]) -> str:
        attributes = dict(_ATTRIBUTE.findall(found[1]))
        body = found[2].strip("\n")
        if attributes.get("type") != "text/markdown":
            body = fenced(body, attributes.get("language", ""))
        return f"**{attributes.get('title', 'Artifact')}**\n\n{body}"

    return _ARTIFACT.sub(shown, _THOUGHT_TAG.sub("", text))
