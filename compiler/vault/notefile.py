"""A note as it lies on disk, taken apart: properties, the compiler's part, the person's part under `## Notes`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler import yaml12
from compiler.vault import yaml

NOTES = "## Notes"
KEY = re.compile(
    r"""^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#"'\[\]{},&*!|>%@`-][^:]*|-[^\s:][^:]*))[ \t]*:(?=\s|$)"""
)
FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class NoteFile:
    """`front` the YAML between the `---` (None: no block), `properties` it as data (None: not readable), `body` the
    generated part, `notes` the text under `## Notes` without blank lines around it."""

    front: str | None
    properties: Mapping[str, Any] | None
    body: str
    notes: str


def parse(data: bytes) -> NoteFile:
    """BOM, CRLF and broken UTF-8 are taken in stride."""
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    front, rest = yaml12.split(text)
    body, notes = split_notes(rest)
    return NoteFile(front, yaml.load(front) if front is not None else {}, body, notes)


def split_notes(text: str) -> tuple[str, str]:
    """(what stands before the heading `## Notes`, the text below it)."""
    fence = ""
    offset = 0
    for row in text.split("\n"):
        opened = FENCE.match(row)
        if opened and not fence:
            fence = opened[1]
        elif opened and opened[1].startswith(fence) and not row.strip(" `~"):
            fence = ""
        elif not fence and row.rstrip() == NOTES:
            return text[:offset].strip("\n"), text[offset + len(row) :].strip("\n").rstrip()
        offset += len(row) + 1
    return text.strip("\n"), ""


def split_block(front: str) -> dict[str, str]:
    """The lines of each top-level property, verbatim, comments with what follows them: name → lines."""
    out: dict[str, str] = {}
    name, waiting = "", ""
    for row in front.splitlines(keepends=True):
        found = KEY.match(row)
        if found:
            name = next(group for group in found.groups() if group is not None).strip()
            out[name] = waiting + row
            waiting = ""
        elif row.startswith("#") or not row.strip():
            waiting += row
        elif name:
            out[name] += waiting + row
            waiting = ""
    return out
