"""Exports of claude.ai: one zip, several batches, a manifest with a zip for each category, or all of it unpacked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from adapters._reading.exports import Found, Sightings, any_member, each, nothing_found, open_files, problem
from adapters._reading.folders import files_by_folder
from adapters._reading.zips import Member, is_zip, plain
from adapters.claude.blocks import Note
from adapters.claude.conversation import SOURCE, VERSION, is_conversation, native_id, read_conversation, revision
from adapters.claude.export import (
    SUBFOLDERS,
    Part,
    belonging,
    missing,
    missing_batches,
    named_files,
    part_of,
    read_manifest,
)
from adapters.claude.sources import read_design_chat, read_memory, read_project
from compiler.records import (
    Conversation,
    Env,
    Known,
    Problem,
    Record,
    Skipped,
    Unchanged,
    Unit,
    nothing_known,
)


class Claude:
    name = SOURCE
    version = VERSION

    def locate(self, env: Env) -> Sequence[Path]:
        """Nowhere: an export lies where the person put it, and is imported by name."""
        return ()

    def claims(self, path: Path) -> bool:
        return any(isinstance(found, Unit) for found in self.discover(path))

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        """One unit an export: a zip, a manifest with the zips it names, or an unpacked folder."""
        if root.is_dir():
            yield from _discover_folder(root)
        elif is_zip(root):
            if _is_ours(root):
                yield Unit(root.name, root.parent, (root,))
        elif part := part_of(plain(root, root.parent)):
            files: tuple[Path, ...] = (root,)
            if part == "manifest":
                beside = next(files_by_folder(root.parent, 0), (root.parent, []))[1]
                files = (root, *belonging(named_files(read_manifest(plain(root, root.parent))), beside).values())
            yield Unit(root.name, root.parent, files)

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        unknown = Sightings(SOURCE)
        reader = _Reader(str(unit.root), known, unknown.note)
        with open_files(unit.files) as (members, faults):
            parts = [(member, part) for member in members if (part := part_of(member))]
            if not parts:
                yield nothing_found(SOURCE, unit)
            for member, part in parts:
                if part == "manifest":
                    yield from (problem(SOURCE, fault) for fault in missing(member, unit.files))
                elif part == "frames":
                    yield Skipped(SOURCE, member.ref, "published artifact")
                else:
                    yield from reader.read(member, part)
            yield from (problem(SOURCE, fault) for fault in faults)
        yield from unknown.records()


class _Reader:
    """Reads the elements of a unit's members by what the member is."""

    def __init__(self, root: str, known: Known, unknown: Note) -> None:
        self.root, self.known, self.unknown = root, known, unknown

    def read(self, member: Member, part: Part) -> Iterator[Record]:
        for found in each(SOURCE, member, ("conversations",) if part == "conversations" else ()):
            yield found if isinstance(found, Problem) else self._one(found, member.ref, part)

    def _one(self, found: Found, ref: str, part: Part) -> Record:
        raw = found.value
        if not isinstance(raw, dict) or (part == "conversations" and not is_conversation(raw)):
            return Problem(SOURCE, found.where, "not a conversation", "It has no messages.")
        try:
            if part == "conversations":
                conversation_id = f"{SOURCE}:{native_id(raw)}"
                if raw["chat_messages"] and self.known(conversation_id) == revision(raw):
                    return Unchanged(conversation_id)
            record = self._made(raw, ref, part)
        except (TypeError, ValueError, KeyError, AttributeError, RecursionError) as error:
            return Problem(SOURCE, found.where, f"damaged {part.removesuffix('s')}", type(error).__name__)
        if isinstance(record, Conversation) and not record.messages:
            return Skipped(SOURCE, found.where, "empty")
        return record

    def _made(self, raw: dict[str, object], ref: str, part: Part) -> Conversation | Skipped:
        if part == "conversations":
            return read_conversation(raw, ref, self.root, self.unknown)
        if part == "memories":
            return read_memory(raw, ref, self.root)
        if part == "design_chats":
            return read_design_chat(raw, ref, self.root, self.unknown)
        if raw.get("is_starter_project") is True:
            return Skipped(SOURCE, ref, "starter project")
        return read_project(raw, ref, self.root)


def _discover_folder(root: Path) -> Iterator[Unit | Problem]:
    units: dict[str, Unit] = {}
    unpacked: dict[Path, list[Path]] = {}
    zips: list[Path] = []
    for folder, files in files_by_folder(root):
        taken: set[Path] = set()
        for file in files:
            part = part_of(plain(file, folder))
            if part == "manifest":
                found = belonging(named_files(read_manifest(plain(file, folder))), files).values()
                taken.update(found)
                units[_key(file, root)] = Unit(_key(file, root), root, (file, *found))
            elif part:
                home = folder.parent if folder.name in SUBFOLDERS and folder != root else folder
                unpacked.setdefault(home, []).append(file)
        zips += [file for file in files if file not in taken and is_zip(file) and _is_ours(file)]
    for folder, files in unpacked.items():
        units[_key(folder, root)] = Unit(_key(folder, root), root, tuple(files))
    for file in zips:
        units[_key(file, root)] = Unit(_key(file, root), root, (file,))
    yield from (problem(SOURCE, fault) for fault in missing_batches(zips))
    yield from (units[key] for key in sorted(units))


def _key(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _is_ours(path: Path) -> bool:
    return any_member(path, (".json",), part_of)
