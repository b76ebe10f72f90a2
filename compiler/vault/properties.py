"""The property names of every note, in one list with their types, and the block at the top of a note.

Lower snake case, none of Obsidian's or its plugins' reserved names. A name has one type in the whole vault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from typing import Literal
from urllib.parse import quote, unquote

from compiler.vault import yaml
from compiler.vault.escape import Inert, property_text
from compiler.vault.links import Link, in_property

Kind = Literal["text", "list", "number", "checkbox", "date", "datetime"]

NAMES: dict[str, Kind] = {
    "kind": "text",
    "musubi_id": "text",
    "aliases": "list",
    "title": "text",
    "summary": "text",
    "source": "text",
    "project": "text",
    "started": "datetime",
    "ended": "datetime",
    "utc_offset": "text",
    "turns": "number",
    "decision_count": "number",
    "open_loops": "number",
    "topics": "list",
    "decided": "date",
    "status": "text",
    "conversation": "text",
    "evidence": "text",
    "superseded_by": "text",
    "replaces": "list",
    "topic": "text",
    "day": "date",
    "entity_type": "text",
    "conversations": "number",
    "first_seen": "date",
    "last_seen": "date",
    "made_by": "text",
    "source_gone": "checkbox",
    "hidden": "checkbox",
    "pinned": "checkbox",
    "merge_into": "text",
}

PERSONS = frozenset({"title", "topics", "hidden", "pinned", "merge_into"})
"""Names whose change by the person is a decision of theirs that lasts."""

ACTS = re.compile(r"%(?=[0-9A-F]{2})|(?<=\[)\[|(?<=\])\]|<(?=%)|[\x00-\x1f\x7f-\x9f]")
Given = str | int | float | bool | date | Link | None | tuple[str | Link, ...]


def block(pairs: Iterable[tuple[str, Given]]) -> Inert:
    """The lines between the `---` (no newline at the end), in the order given; None and empty lists are left out."""
    out: list[tuple[str, yaml.Value]] = []
    for name, value in pairs:
        if name not in NAMES:
            raise KeyError(f"`{name}` is not in the list of property names")
        if value is None or value == ():
            continue
        if name == "musubi_id":
            out.append((name, page_id(str(value))))
            continue
        out.append((name, tuple(map(_value, value)) if isinstance(value, tuple) else _value(value)))
    return Inert(yaml.dump(out).rstrip("\n"))


def page_id(text: str) -> str:
    """An id as a property: as it is, but for the few things that could act or break a line, which are percent-encoded
    so that it reads back exactly."""
    return ACTS.sub(lambda m: quote(m[0], safe=""), text)


def read_page_id(text: str) -> str:
    return unquote(text)


def _value(value: str | int | float | bool | date | datetime | Link) -> yaml.Scalar:
    if isinstance(value, Link):
        return in_property(value)
    return property_text(value) if isinstance(value, str) else value
