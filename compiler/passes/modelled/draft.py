"""A model's note as it was written: the shape it is asked for, and how its answer is read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from compiler.hashing import content_hash
from compiler.llm.parsing import find_object
from compiler.llm.prompts import fingerprint
from compiler.records import Entity, EntityType, ItemKind

VERSION = 1
PROMPT = "note"
FIELDS: dict[str, tuple[ItemKind, int]] = {
    "decisions": ("decision", 4),
    "open_loops": ("loop", 3),
    "key_points": ("key_point", 5),
    "facts": ("fact", 2),
}
"""Field of the answer → what it holds, and at most how many."""
_TYPES: tuple[str, ...] = tuple(t for t in get_args(EntityType) if t != "note")
_ENTITIES, _TOPICS = 8, 3
_SPEAKER = re.compile(r"\A(?:(?:User|Assistant|Tool):\s*)+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line a model proposes, with the words it says it rests on."""

    kind: ItemKind
    text: str
    quote: str = ""
    reason: str = ""
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    title: str
    summary: str
    entries: tuple[Entry, ...]
    entities: tuple[Entity, ...] = ()
    topics: tuple[str, ...] = ()


def _object(**properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _text(longest: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": longest}


def _list(items: Mapping[str, Any], most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "maxItems": most}


def _schema() -> dict[str, Any]:
    line = {"quote": _text(200), "text": _text(240)}
    decision = {**line, "reason": _text(160), "instead_of": _text(120)}
    lists = {
        name: _list(_object(**(decision if kind == "decision" else line)), most)
        for name, (kind, most) in FIELDS.items()
    }
    entity = _object(name=_text(60), type={"type": "string", "enum": list(_TYPES)})
    return _object(
        title=_text(80),
        summary=_text(400),
        **lists,
        entities=_list(entity, _ENTITIES),
        topics=_list(_text(40), _TOPICS),
    )


SCHEMA = _schema()


def made_with() -> str:
    """Changes when the prompt, the shape or this reading of it changes."""
    return content_hash([VERSION, fingerprint(PROMPT), SCHEMA])


def read(answer: str) -> Draft | None:
    """The draft in an answer; None where there is none. What is missing or of another type is left out."""
    value = find_object(answer)
    if value is None or not (value.keys() & {"title", "summary", *FIELDS}):
        return None
    entries = [
        entry
        for name, (kind, most) in FIELDS.items()
        for entry in [_entry(kind, row) for row in _rows(value.get(name))][:most]
        if entry.text
    ]
    entities = [_entity(row) for row in _rows(value.get("entities"))][:_ENTITIES]
    topics = [_line(row) for row in _rows(value.get("topics"))][:_TOPICS]
    return Draft(
        _line(value.get("title")),
        _line(value.get("summary")),
        tuple(entries),
        tuple(e for e in entities if e.name),
        tuple(t for t in topics if t),
    )


def _rows(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [] if value in (None, "") else [value]


def _line(value: Any) -> str:
    """A text on one line, without the speaker that the transcript puts before it; what is no text is empty, and so are
    the ways of saying nothing."""
    text = _SPEAKER.sub("", " ".join(value.split())) if isinstance(value, str) else ""
    text = text.encode("utf-8", "replace").decode()
    return "" if text.lower().strip(".") in ("", "none", "n/a", "null", "not mentioned", "not stated", "…") else text


def _entry(kind: ItemKind, row: Any) -> Entry:
    if not isinstance(row, dict):
        return Entry(kind, _line(row))
    text = _line(row.get("text") or row.get("content") or row.get(kind))
    return Entry(kind, text, _line(row.get("quote")), _line(row.get("reason")), _line(row.get("instead_of")))


def _entity(row: Any) -> Entity:
    if not isinstance(row, dict):
        return Entity(_line(row))
    type_ = row.get("type")
    return Entity(_line(row.get("name")), type_ if type_ in _TYPES else "other")
