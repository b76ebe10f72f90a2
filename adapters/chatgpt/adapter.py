"""ChatGPT exports: a zip, an unpacked folder, bare JSON files, or as a last resort the `chat.html` of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from adapters._reading.exports import Found, Sightings, any_member, each, nothing_found, open_files, problem
from adapters._reading.folders import files_by_folder
from adapters._reading.zips import Member, is_zip, plain
from adapters.chatgpt.conversation import (
    SOURCE,
    VERSION,
    Surroundings,
    is_conversation,
    native_id,
    note_instructions,
    read_conversation,
    revision,
)  # fmt: skip
from adapters.chatgpt.export import PAGE_ENDINGS, PAGE_MARKER, Export, open_export, part_of
from adapters.chatgpt.instructions import Instructions
from compiler.records import Env, Known, Problem, Record, Skipped, Unchanged, Unit, nothing_known

_CARRIERS = ("conversations", "page")


class ChatGPT:
    name = SOURCE
    version = VERSION

    def locate(self, env: Env) -> Sequence[Path]:
        """Nowhere: an export lies where the person put it, and is imported by name."""
        return ()

    def claims(self, path: Path) -> bool:
        return any(isinstance(found, Unit) for found in self.discover(path))

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        """One unit an export: a zip, or a folder with everything of it directly inside."""
        if root.is_dir():
            walk = files_by_folder(root)
            units = [unit for folder, files in walk for unit in self._discover_folder(root, folder, files)]
            yield from sorted(units, key=lambda unit: unit.key)
        elif is_zip(root):
            if _is_ours(root):
                yield Unit(root.name, root.parent, (root,))
        else:
            if part_of(plain(root, root.parent)) in _CARRIERS:
                yield Unit(root.name, root.parent, (root,))

    def _discover_folder(self, root: Path, folder: Path, files: Sequence[Path]) -> Iterator[Unit]:
        parts = [(file, part_of(plain(file, folder))) for file in files]
        kinds = {part for _, part in parts}
        if "conversations" in kinds or "page" in kinds:
            found = tuple(file for file, part in parts if part)
            yield Unit(folder.relative_to(root).as_posix(), root, found)
        for file in files:
            if is_zip(file) and _is_ours(file):
                yield Unit(file.relative_to(root).as_posix(), root, (file,))

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        root, unknown = str(unit.root), Sightings(SOURCE)
        with open_files(unit.files) as (members, faults):
            export = open_export(members, _beside(unit))
            instructions = Instructions(root)
            around = Surroundings(root, export.assets, instructions, unknown.note, export.documents, export.shared)
            if not export.conversations and not export.pages:
                yield nothing_found(SOURCE, unit)
            yield from _read_export(export, around, known)
            yield from instructions.conversations()
            yield from (problem(SOURCE, fault) for fault in [*faults, *export.faults])
        yield from unknown.records()


def _is_ours(path: Path) -> bool:
    return any_member(path, (".json", *PAGE_ENDINGS), lambda member: part_of(member) in _CARRIERS)


def _beside(unit: Unit) -> Iterator[Member]:
    """The pictures and documents in an unpacked export."""
    if unit.files and not is_zip(unit.files[0]):
        for folder, files in files_by_folder(unit.files[0].parent, 2):
            yield from (plain(file, folder) for file in files)


def _read_export(export: Export, around: Surroundings, known: Known) -> Iterator[Record]:
    """The page repeats every conversation: it is read only where the JSON gave none."""
    told = False
    for member in export.conversations:
        for record in _read_member(member, around, known):
            told = told or not isinstance(record, Problem)
            yield record
    if not told:
        for page in export.pages[:1]:
            yield from _read_member(page, around, known, PAGE_MARKER)


def _read_member(member: Member, around: Surroundings, known: Known, after: bytes = b"") -> Iterator[Record]:
    """The conversations of one file, each on its own: one that cannot be read costs itself."""
    for found in each(SOURCE, member, ("conversations",), after):
        yield found if isinstance(found, Problem) else _read_one(found, member.ref, around, known)


def _read_one(found: Found, ref: str, around: Surroundings, known: Known) -> Record:
    raw = found.value
    if not is_conversation(raw):
        return Problem(SOURCE, found.where, "not a conversation", "It has no message tree.")
    conversation_id = f"{SOURCE}:{native_id(raw)}"
    if not isinstance(raw["mapping"], dict):
        return Problem(SOURCE, found.where, "damaged conversation", f"{conversation_id} has no message tree.")
    try:
        if known(conversation_id) == revision(raw):
            note_instructions(raw, ref, around)
            return Unchanged(conversation_id)
        conversation = read_conversation(raw, ref, around)
    except (TypeError, ValueError, KeyError, AttributeError, RecursionError) as error:
        return Problem(SOURCE, found.where, "damaged conversation", f"{conversation_id}: {type(error).__name__}")
    return conversation if conversation.messages else Skipped(SOURCE, found.where, "empty")
