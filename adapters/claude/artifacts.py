"""Artifacts and files that Claude wrote with a tool, replayed in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adapters._reading import fields
from adapters._reading.documents import Documents, replaced

_LANGUAGES = {
    "text/markdown": "markdown",
    "text/html": "html",
    "image/svg+xml": "svg",
    "application/vnd.ant.react": "jsx",
    "application/vnd.ant.mermaid": "mermaid",
    "application/vnd.ant.code": "text",
}


def replay(documents: Documents, tool: str, given: Mapping[str, Any], message: str) -> None:
    """One call of a document tool; calls of other tools change nothing."""
    if tool == "artifacts":
        _artifact(documents, given, message)
    elif tool == "create_file":
        path = fields.text(given.get("path"))
        documents.create(path, _name(path), _ending(path), fields.text(given.get("file_text")), message)
    elif tool == "str_replace":
        old, new = fields.text(given.get("old_str")), fields.text(given.get("new_str"))
        documents.edit(fields.text(given.get("path")), replaced(old, new), f"{old} → {new}", message)


def _artifact(documents: Documents, given: Mapping[str, Any], message: str) -> None:
    key, command = fields.text(given.get("id")), given.get("command")
    if command == "update":
        old, new = fields.text(given.get("old_str")), fields.text(given.get("new_str"))
        documents.edit(key, replaced(old, new), f"{old} → {new}", message)
    elif fields.text(given.get("content")):
        kind = fields.text(given.get("type"))
        language = fields.text(given.get("language")) or _LANGUAGES.get(kind, "")
        documents.create(key, fields.text(given.get("title")), language, fields.text(given.get("content")), message)


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _ending(path: str) -> str:
    name = _name(path)
    return name.rsplit(".", 1)[1] if "." in name else ""
