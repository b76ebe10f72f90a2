"""JSON within text: a tool's arguments, a database column, and the questions that models ask through tools."""

from __future__ import annotations

import json
from typing import Any

import orjson

from adapters._reading.fields import clean, items, mapping, text


def decoded(value: Any) -> Any:
    """The value in a JSON text, None for what is none. A value that is no text passes through."""
    if not isinstance(value, str | bytes):
        return value
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        pass  # it may still be JSON with lone surrogates or huge numbers
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None


def encoded(value: Any) -> str:
    """A tool's input as JSON text, keys sorted; a text passes through. The result is always valid UTF-8."""
    return clean(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True))


def questions(asked: Any) -> str:
    """What a model asked with a tool, a line each: `{"questions": [{"question", "options": [{"label"}]}]}`."""
    lines = []
    for question in map(mapping, items(mapping(decoded(asked)).get("questions"))):
        labels = [text(mapping(option).get("label")) for option in items(question.get("options"))]
        lines.append(text(question.get("question")) + (f" ({' / '.join(labels)})" if labels else ""))
    return "\n".join(lines).strip()
