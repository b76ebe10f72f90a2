"""What the files of an export are called: messages point at ids, the export holds `.dat` files and name maps."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from adapters._reading import fields
from adapters._reading.zips import Member

_FILE = re.compile(r"(file-[A-Za-z0-9]+|file_[0-9a-f]{16,})(?:[-.](.+))?$")
_POINTER = re.compile(r"^(?:[a-z-]+://)?([^?#]*)")


@dataclass(slots=True)
class Assets:
    """`names` by file id as far as known; `present` the ids whose bytes are in the export."""

    names: dict[str, str] = field(default_factory=dict)
    present: set[str] = field(default_factory=set)

    def add_members(self, members: Iterable[Member]) -> None:
        for member in members:
            base = member.name.rsplit("/", 1)[-1]
            found = _FILE.match(base)
            if found:
                self.present.add(found[1])
                if found[2] and found[2] != "dat":
                    self.names.setdefault(found[1], found[2] if "-" in base[len(found[1]) :][:1] else base)
            else:
                self.present.add(base.rsplit(".", 1)[0])

    def add_names(self, table: Any) -> None:
        """`conversation_asset_file_names.json`: file in the export → name the person knew."""
        for key, value in fields.mapping(table).items():
            found = _FILE.match(key)
            name = fields.text(value).rsplit("/", 1)[-1]
            if found and name:
                self.names[found[1]] = name

    def add_library(self, rows: Any) -> None:
        """`library_files.json`: what was generated or uploaded, by `file_id`."""
        for row in map(fields.mapping, fields.items(rows)):
            file_id, name = fields.text(row.get("file_id")), fields.text(row.get("file_name"))
            if file_id and name:
                self.names.setdefault(file_id, name)

    def label(self, pointer: Any, kind: str, known_as: str = "") -> str:
        """`[image: name]`, or `[image not in export: name]`, for an `asset_pointer`."""
        stem = _POINTER.match(fields.text(pointer))
        file_id = stem[1] if stem else ""
        name = known_as or self.names.get(file_id) or ""
        place = kind if file_id in self.present else f"{kind} not in export"
        return f"[{place}: {' '.join(name.split())}]" if name else f"[{place}]"
