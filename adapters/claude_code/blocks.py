"""Content blocks as text: pictures and documents become placeholders, huge outputs keep head and tail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import orjson

from adapters._reading.fields import items, mapping, text
from compiler.records import ToolCall

LONGEST_OUTPUT = 32_000
"""Characters of a tool's output that are kept, three quarters of them from its start."""
LONGEST_INPUT = 16_000
"""Characters of a tool's input; beyond, long strings in it keep head and tail, so that it stays JSON."""


def flatten(content: Any) -> str:
    """The text of a message's or result's content, which is a string or a list of blocks."""
    if isinstance(content, str):
        return text(content)
    return "\n".join(part for part in map(block_text, items(content)) if part)


def block_text(block: Any) -> str:
    if isinstance(block, str):
        return text(block)
    block = mapping(block)
    kind = block.get("type")
    if kind == "text":
        return text(block.get("text"))
    if kind in ("image", "document"):
        return _placeholder(str(kind), mapping(block.get("source")))
    return ""


def has_picture(content: Any) -> bool:
    return any(mapping(block).get("type") in ("image", "document") for block in items(content))


def _placeholder(kind: str, source: Any) -> str:
    media, data = text(source.get("media_type")), source.get("data")
    size = f"{max(1, len(data) * 3 // 4096)} KB" if isinstance(data, str) and source.get("type") == "base64" else ""
    facts = ", ".join(filter(None, (media, size)))
    return f"[{kind}: {facts}]" if facts else f"[{kind}]"


def tool_call(block: Any) -> ToolCall:
    return ToolCall(text(block.get("name")), tool_input(block.get("input")), text(block.get("id")) or None)


def tool_input(value: Any) -> str:
    """A tool's input as JSON text, valid also where it had to be shortened."""
    shown = _dump(value) if value is not None else ""
    return _dump(_shorten_all(value)) if len(shown) > LONGEST_INPUT else shown


def _dump(value: Any) -> str:
    try:
        return text(orjson.dumps(value).decode())
    except orjson.JSONEncodeError:
        return text(json.dumps(value, ensure_ascii=False))


def _shorten_all(value: Any) -> Any:
    if isinstance(value, str):
        return shorten(value, LONGEST_INPUT // 4)
    if isinstance(value, dict):
        return {key: _shorten_all(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_shorten_all(item) for item in value]
    return value


def shorten(value: str, longest: int = LONGEST_OUTPUT) -> str:
    """Head and tail of a text beyond `longest` characters, with the number left out between them."""
    if len(value) <= longest:
        return value
    head = longest * 3 // 4
    tail = longest - head
    return f"{value[:head]}\n[… {len(value) - longest} characters left out …]\n{value[-tail:]}"


def results(content: Any) -> Iterator[Any]:
    for block in items(content):
        if mapping(block).get("type") == "tool_result":
            yield block
