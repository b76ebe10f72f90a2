"""One note: properties, the text, what it links to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unicodedata import normalize

import yaml

from adapters._reading.fields import clean
from adapters.obsidian.dates import dates
from adapters.obsidian.links import links
from compiler import yaml12
from compiler.records import Conversation, Message, Problem, Record, Skipped

OTHER_TOOLS = ("nexus", "conversation_id", "copilot_conversation_id")
"""Properties by which other tools mark the chats that they export into a vault: read from the source instead."""
DRAWINGS = ("excalidraw-plugin", "kanban-plugin")
LONG_LINE = 20_000


def read_note(root: Path, path: Path, daily: re.Pattern[str] | None) -> Iterator[Record]:
    """A note of the vault at `root` as a conversation of one message by the person, or what stands in its place."""
    where = path.relative_to(root)
    try:
        data, stat = path.read_bytes(), path.stat()
    except OSError as error:
        yield Problem("obsidian", str(path), "unreadable", str(error.strerror))
        return
    text, wrong = _decode(data)
    if wrong:
        yield Problem("obsidian", str(path), "not UTF-8", f"read as {wrong}")
    properties, body, broken = _split(text)
    if broken:
        yield Problem("obsidian", f"{path}:1", "broken properties", broken)
    reason = _not_a_note(properties, body)
    if reason:
        yield Skipped("obsidian", where.as_posix(), reason)
        return
    created, updated = dates(properties, where, daily, stat.st_mtime)
    name = normalize("NFC", where.as_posix())
    conversation = f"obsidian:{normalize('NFC', root.name)}/{name}"
    title = properties.get("title")
    yield Conversation(
        id=conversation,
        source="obsidian",
        title=title.strip() if isinstance(title, str) and title.strip() else normalize("NFC", where.stem),
        project=normalize("NFC", root.name),
        created_at=created,
        updated_at=updated,
        source_ref=str(path),
        messages=(Message(f"{conversation}#note", "user", body.strip("\n"), (), created, name, "person"),),
        kind="note",
        attrs=_attrs(root, properties, body),
    )


def _not_a_note(properties: Mapping[str, Any], body: str) -> str | None:
    if "musubi_id" in properties:
        return "written by Musubi"
    if any(key in properties for key in OTHER_TOOLS):
        return "another tool's chat export"
    if any(key in properties for key in DRAWINGS):
        return "drawing or board"
    return None if body.strip() else "empty"


def _attrs(root: Path, properties: Mapping[str, Any], body: str) -> dict[str, str]:
    attrs = {"root": str(root)}
    for name, values in (
        ("aliases", _texts(properties, "aliases", "alias")),
        ("tags", [tag.lstrip("#") for tag in _texts(properties, "tags", "tag", words=True)]),
        ("links", links(body, properties)),
    ):
        if values:
            attrs[name] = json.dumps(values, ensure_ascii=False)
    return attrs


def _texts(properties: Mapping[str, Any], *keys: str, words: bool = False) -> list[str]:
    """A list property in any of the shapes people write: a list, `a, b`, for tags also `a b`."""
    out: dict[str, None] = {}
    for key in keys:
        value = properties.get(key)
        if isinstance(value, str):
            value = value.replace(",", " ").split() if words else value.split(",")
        for part in value if isinstance(value, list) else []:
            if isinstance(part, str | int | float) and not isinstance(part, bool) and str(part).strip():
                out[clean(str(part).strip())] = None
    return list(out)


def _split(text: str) -> tuple[dict[str, Any], str, str]:
    """(properties, body, what is wrong with the properties)."""
    block, body = yaml12.split(text)
    try:
        value = yaml12.load(block or "")
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f" in line {mark.line + 2}" if mark else ""
        return {}, body, f"{getattr(error, 'problem', None) or type(error).__name__}{line}"[:120]
    if value is None:
        return {}, body, ""
    if not isinstance(value, dict):
        return {}, body, "not a mapping"
    return {str(key): item for key, item in value.items()}, body, ""


def _decode(data: bytes) -> tuple[str, str]:
    """(text with LF line ends, the encoding where it is not UTF-8). Nothing is lost: a wrong guess still shows it."""
    encoding = ""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text, encoding = data.decode("utf-16", "replace"), "UTF-16"
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text, encoding = data.decode("cp1252", "replace"), "Windows-1252"
    text = clean(text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(text) > LONG_LINE:
        text = "\n".join(_shorten(line) for line in text.split("\n"))
    return text, encoding


def _shorten(line: str) -> str:
    """Embedded data (a picture as base64) is not the person's words."""
    if len(line) <= LONG_LINE or " " in line[100:1000]:
        return line
    return f"{line[:80]}… ({len(line)} characters of embedded data)"
