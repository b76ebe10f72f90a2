"""What the person made of a page: their notes, their properties, their wording. Kept as overrides of the page's id."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.store import overrides
from compiler.store.connection import Store

KINDS = ("notes", "properties", "edit")


@dataclass(frozen=True, slots=True)
class Hunk:
    """An edit of generated text: `old` lines became `new` ones, after the line `after`, under the heading `section`;
    `day` when it was found."""

    section: str
    after: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    day: str


@dataclass(frozen=True, slots=True)
class Person:
    """The person's part of one page. `properties` are theirs, verbatim: name → YAML lines; `changed` those of ours that
    they changed: name → (our lines, theirs)."""

    notes: str = ""
    properties: Mapping[str, str] = field(default_factory=dict)
    changed: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    hunks: tuple[Hunk, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.notes or self.properties or self.changed or self.hunks)


NOBODY = Person()


def load_all(store: Store) -> dict[str, Person]:
    """Page id → what the person made of it, of the pages they touched."""
    notes, properties, edits = (overrides.all_of(store, kind) for kind in KINDS)
    out = {}
    for page_id in sorted(notes.keys() | properties.keys() | edits.keys()):
        edit = json.loads(edits.get(page_id, "{}"))
        out[page_id] = Person(
            notes=notes.get(page_id, ""),
            properties=json.loads(properties.get(page_id, "{}")),
            changed={k: (v[0], v[1]) for k, v in edit.get("changed", {}).items()},
            hunks=tuple(Hunk(h[0], h[1], tuple(h[2]), tuple(h[3]), h[4]) for h in edit.get("hunks", ())),
        )
    return out


def save(store: Store, page_id: str, person: Person) -> None:
    """Replace what is remembered of a page; nothing is stored of nothing."""
    edit = {
        "changed": dict(person.changed),
        "hunks": [[h.section, h.after, list(h.old), list(h.new), h.day] for h in person.hunks],
    }
    values = (
        person.notes,
        _json(dict(person.properties)) if person.properties else "",
        _json(edit) if person.changed or person.hunks else "",
    )
    for kind, value in zip(KINDS, values, strict=True):
        if value:
            overrides.put(store, kind, page_id, value)
        else:
            overrides.drop(store, kind, page_id)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
