"""Which files of an export hold what, told by how they begin, never by their names; and what the export lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import orjson

from adapters._reading import fields
from adapters._reading.zips import Fault, Member, Unreadable
from adapters.chatgpt.assets import Assets
from adapters.chatgpt.documents import Document, documents

Part = Literal["conversations", "page", "manifest", "names", "library", "shared"]
PAGE_ENDINGS = (".html", ".htm")
PAGE_MARKER = b"var jsonData ="
_TREE = re.compile(rb'(?<!\\)"mapping"\s*:\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{\s*"(?:id|message|parent|children)"\s*:')
_MAPPING, _LEAF = re.compile(rb'(?<!\\)"mapping"\s*:'), re.compile(rb'(?<!\\)"current_node"\s*:')
_MANIFEST = re.compile(rb'^\s*\{\s*"(?:export_files|logical_files)"\s*:')
_NAMES = re.compile(rb'^\s*\{\s*"file[-_][^"]*"\s*:\s*"')
_LIBRARY = re.compile(rb'(?<!\\)"(?:library_artifact_type|library_file_category)"\s*:')
_SHARED = re.compile(rb'(?<!\\)"is_anonymous"\s*:')
_LOOKS: tuple[tuple[Part, re.Pattern[bytes]], ...] = (
    ("manifest", _MANIFEST),
    ("names", _NAMES),
    ("library", _LIBRARY),
    ("shared", _SHARED),
)
_SHARD = re.compile(r"(?:^|.*/)(conversations-)(\d+)(\.json)$")
_TABLE_LIMIT = 256 << 20


def part_of(member: Member) -> Part | None:
    """What a file is to an export; None for everything else (settings, the person's data, comparisons of answers, which
    repeat whole chats beside the person's city)."""
    name = member.name.lower()
    if name.endswith(PAGE_ENDINGS):
        return "page" if PAGE_MARKER in member.head() else None
    if not name.endswith(".json"):
        return None
    head = member.head()
    if _TREE.search(head) or (_LEAF.search(head) and _MAPPING.search(head)):  # plain `mapping` is everybody's word
        return "conversations"
    return next((part for part, look in _LOOKS if look.search(head)), None)


@dataclass(slots=True)
class Export:
    """The parts of one export. `faults` says what is missing from it."""

    conversations: Sequence[Member]
    pages: Sequence[Member]
    assets: Assets
    documents: dict[str, list[Document]]
    shared: frozenset[str]
    faults: Sequence[Fault]


def open_export(members: Iterable[Member], beside: Iterable[Member] = ()) -> Export:
    """Sorts an export's files into parts; `beside` are files that carry no conversation, only what these point at."""
    conversations: list[Member] = []
    pages: list[Member] = []
    manifests: list[Member] = []
    assets, shared = Assets(), set[str]()
    written: dict[str, list[Document]] = {}
    everything = sorted(members, key=lambda member: member.name)
    around = [*everything, *beside]
    assets.add_members(around)
    for member in everything:
        match part_of(member):
            case "conversations":
                conversations.append(member)
            case "page":
                pages.append(member)
            case "manifest":
                manifests.append(member)
            case "names":
                assets.add_names(_table(member))
            case "library":
                rows = _table(member)
                assets.add_library(rows)
                written.update(documents(rows, around))
            case "shared":
                rows = map(fields.mapping, fields.items(_table(member)))
                shared.update(fields.text(row.get("conversation_id")) for row in rows)
    faults = [*_missing(manifests, everything), *_gaps(conversations)]
    return Export(conversations, pages, assets, written, frozenset(shared), faults)


def _table(member: Member) -> Any:
    """A small JSON file, whole; None where it cannot be read."""
    try:
        with member.open() as stream:
            return orjson.loads(stream.read_all(_TABLE_LIMIT))
    except (Unreadable, orjson.JSONDecodeError):
        return None


def _missing(manifests: Iterable[Member], members: Sequence[Member]) -> Iterator[Fault]:
    """What a manifest names as conversations and the export lacks, or has shorter than it should be."""
    sizes = {member.name: member.size for member in members}
    for manifest in manifests:
        folder = manifest.name.rpartition("/")[0]
        table = fields.mapping(_table(manifest))
        rows = map(fields.mapping, fields.items(table.get("export_files")))
        declared = {fields.text(row.get("path")): fields.number(row.get("size_bytes")) for row in rows}
        logical = fields.mapping(fields.mapping(table.get("logical_files")).get("conversations.json"))
        parts = [fields.text(part) for part in fields.items(logical.get("files"))]
        for part in parts:
            size = sizes.get(f"{folder}/{part}" if folder else part)
            due = declared.get(part)
            if size is None:
                detail = f"{part}, one of {len(parts)} parts, is not there: download or unpack the export again."
                yield Fault(manifest.ref, "missing part", detail)
            elif due is not None and size < due:
                detail = f"{part} has {size:,} of {int(due):,} bytes: download or unpack the export again."
                yield Fault(manifest.ref, "part cut short", detail)


def _gaps(conversations: Sequence[Member]) -> Iterator[Fault]:
    """A numbered part that its neighbours prove to exist; only for exports whose manifest is gone too."""
    numbered: dict[tuple[str, int], set[int]] = {}
    refs: dict[tuple[str, int], str] = {}
    for member in conversations:
        found = _SHARD.match(member.name)
        if found:
            group = (member.name[: found.start(1)], len(found[2]))
            numbered.setdefault(group, set()).add(int(found[2]))
            refs[group] = member.ref
    for (folder, width), numbers in sorted(numbered.items()):
        absent = sorted(set(range(max(numbers))) - numbers)
        if absent:
            names = ", ".join(f"conversations-{number:0{width}d}.json" for number in absent[:20])
            detail = f"{names} {'is' if len(absent) == 1 else 'are'} not in {folder or 'the export'}: unpack it again."
            yield Fault(refs[folder, width], "missing part", detail)
