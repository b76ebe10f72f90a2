"""Canvas documents: created and edited by calls of the `canmore` tool, replayed along the path the person saw."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from adapters._reading import fields
from adapters._reading.documents import Documents
from adapters.chatgpt.pattern import substitute

_LOOKAHEAD = 3
"""How many nodes after a call the tool's reply may stand."""


def final_texts(nodes: Mapping[str, Any], path: Sequence[str]) -> dict[str, str]:
    """Node key → the documents whose last state that node's call made, as Markdown."""
    documents = Documents()
    latest = ""
    for place, key in enumerate(path):
        message = fields.mapping(fields.mapping(nodes[key]).get("message"))
        recipient = message.get("recipient")
        if not isinstance(recipient, str) or not recipient.startswith("canmore."):
            continue
        given = _given(message)
        document = _named_by_reply(nodes, path[place + 1 : place + 1 + _LOOKAHEAD])
        if recipient == "canmore.create_textdoc" and given:
            latest = document or f"created by {key}"
            kind = fields.text(given.get("type")).removeprefix("code/")
            documents.create(latest, fields.text(given.get("name")), kind, fields.text(given.get("content")), key)
        elif recipient == "canmore.update_textdoc":
            latest = document or latest
            for update in map(fields.mapping, fields.items(given.get("updates"))):
                _edit(documents, latest, update, key)
    return documents.texts()


def _edit(documents: Documents, document: str, update: Mapping[str, Any], key: str) -> None:
    pattern, put = fields.text(update.get("pattern")), fields.text(update.get("replacement"))
    every = update.get("multiple") is True
    documents.edit(document, lambda text: substitute(text, pattern, put, every), f"{pattern} → {put}", key)


def _given(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """The call's input; an interrupted one is no JSON and changes nothing."""
    content = fields.mapping(message.get("content"))
    text = content.get("text") or "".join(part for part in fields.items(content.get("parts")) if isinstance(part, str))
    try:
        return fields.mapping(json.loads(fields.text(text), strict=False))
    except (ValueError, RecursionError):
        return {}


def _named_by_reply(nodes: Mapping[str, Any], following: Sequence[str]) -> str:
    for key in following:
        message = fields.mapping(fields.mapping(nodes[key]).get("message"))
        canvas = fields.mapping(fields.mapping(message.get("metadata")).get("canvas"))
        if canvas:
            return fields.text(canvas.get("textdoc_id"))
        if fields.text(message.get("recipient")).startswith("canmore."):
            return ""
    return ""
