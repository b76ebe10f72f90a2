"""Which files of an export hold what, told by how they begin, never by their names; and what a manifest misses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import orjson

from adapters._reading import fields
from adapters._reading.zips import Fault, Member, Unreadable

Part = Literal["conversations", "projects", "memories", "design_chats", "manifest", "frames"]
SUBFOLDERS = frozenset({"projects", "memories", "design_chats", "conversations", "artifacts"})
_RECORD = re.compile(rb'^[\s\[]*\{\s*"uuid"\s*:')
_LOOKS: tuple[tuple[Part, tuple[re.Pattern[bytes], ...]], ...] = (
    ("conversations", (re.compile(rb'(?<!\\)"chat_messages"\s*:'),)),
    ("manifest", (re.compile(rb'"data_files"\s*:\s*\[\s*\{[^{}]*"(?:export_url|batch_index)"\s*:'),)),
    ("memories", (re.compile(rb'(?<!\\)"(?:conversations_memory|project_memories|memory_files)"\s*:'),)),
    ("projects", (re.compile(rb'(?<!\\)"is_starter_project"\s*:'),)),
    ("projects", (_RECORD, re.compile(rb'(?<!\\)"prompt_template"\s*:'))),
    (
        "design_chats",
        (_RECORD, re.compile(rb'(?<!\\)"project"\s*:'), re.compile(rb'"messages"\s*:\s*\[\s*\{\s*"uuid"\s*:')),
    ),
    ("frames", (re.compile(rb'(?<!\\)"owner_account"\s*:'),)),
)
"""A part and what all must stand in its first bytes."""
_COPY = re.compile(r" \(\d+\)(?=\.zip$)")
_BATCH = re.compile(r"(.+-batch-)(\d{4})(\.zip)$")


def part_of(member: Member) -> Part | None:
    """What a file is to an export; None for everything else (accounts and logins are the person's own affair)."""
    if not member.name.lower().endswith(".json"):
        return None
    head = member.head()
    return next((part for part, looks in _LOOKS if all(look.search(head) for look in looks)), None)


def read_manifest(member: Member) -> Mapping[str, Any]:
    try:
        with member.open() as stream:
            return fields.mapping(orjson.loads(stream.read_all(64 << 20)))
    except (Unreadable, orjson.JSONDecodeError):
        return {}


def named_files(manifest: Mapping[str, Any]) -> list[str]:
    """The zips that a manifest lists. Their addresses work once and are never asked."""
    rows = map(fields.mapping, fields.items(manifest.get("data_files")))
    return [name for row in rows if (name := fields.text(row.get("filename")).rsplit("/", 1)[-1])]


def belonging(names: Iterable[str], files: Sequence[Path]) -> dict[str, Path]:
    """Each named file as found, a browser's copy (`projects-000 (1).zip`) standing in where the name itself is not."""
    exact = {file.name: file for file in files}
    copies = {_COPY.sub("", file.name): file for file in reversed(files)}
    return {name: found for name in names if (found := exact.get(name) or copies.get(name))}


def missing(manifest: Member, files: Sequence[Path]) -> Iterator[Fault]:
    """One fault naming every zip that the manifest lists and the folder lacks."""
    names = named_files(read_manifest(manifest))
    found = belonging(names, files)
    absent = [name for name in names if name not in found]
    if absent:
        few = ", ".join(absent[:20]) + (f" and {len(absent) - 20} more" if len(absent) > 20 else "")
        detail = f"{len(absent)} of {len(names)} files are not beside the manifest, download them too: {few}."
        yield Fault(manifest.ref, "missing part", detail)


def missing_batches(files: Sequence[Path]) -> Iterator[Fault]:
    """A numbered batch that its neighbours prove to exist."""
    batches: dict[tuple[Path, str], dict[int, Path]] = {}
    for file in files:
        found = _BATCH.match(file.name)
        if found:
            batches.setdefault((file.parent, found[1]), {})[int(found[2])] = file
    for (folder, prefix), numbers in sorted(batches.items()):
        absent = [f"{prefix}{number:04d}.zip" for number in range(max(numbers)) if number not in numbers]
        if absent:
            yield Fault(str(folder), "missing part", f"{', '.join(absent[:20])}: not beside the other batches.")
