"""ChatGPT exports: a zip, an unpacked folder, bare JSON files, or as a last resort the `chat.html` of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from adapters._reading.folders import files_by_folder
from adapters._reading.json_array import Broken, elements
from adapters._reading.zips import Fault, Member, Unreadable, is_zip, opened, plain
from adapters.chatgpt.conversation import (
    SOURCE,
    VERSION,
    Surroundings,
    is_conversation,
    native_id,
    read_conversation,
    revision,
)  # fmt: skip
from adapters.chatgpt.export import PAGE_ENDINGS, PAGE_MARKER, open_export, part_of
from adapters.chatgpt.instructions import Instructions
from compiler.records import Env, Known, Problem, Record, Seen, Skipped, Unchanged, Unit, nothing_known

_SNIFFED = 300
"""How many JSON files of a zip are looked into before it is taken for something else."""


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
            if part_of(plain(root, root.parent)) in ("conversations", "page"):
                yield Unit(root.name, root.parent, (root,))

    def _discover_folder(self, root: Path, folder: Path, files: Sequence[Path]) -> Iterator[Unit]:
        parts = [(file, part_of(plain(file, folder))) for file in files]
        kinds = {part for _, part in parts}
        if "conversations" in kinds or "page" in kinds:
            without = "page" if "conversations" in kinds else None
            found = tuple(file for file, part in parts if part and part != without)
            yield Unit(folder.relative_to(root).as_posix(), root, found)
        for file in files:
            if is_zip(file) and _is_ours(file):
                yield Unit(file.relative_to(root).as_posix(), root, (file,))

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        with ExitStack() as stack:
            members: list[Member] = []
            for file in unit.files:
                if is_zip(file):
                    archive = stack.enter_context(opened(file))
                    members.extend(archive.members)
                    yield from map(_problem, archive.faults)
                else:
                    members.append(plain(file, file.parent))
            export = open_export(members)
            if unit.files and not is_zip(unit.files[0]):
                for folder, files in files_by_folder(unit.files[0].parent, 2):
                    export.assets.add_members(plain(file, folder) for file in files)
            yield from map(_problem, export.faults)
            unknown: Counter[str] = Counter()
            root = str(unit.root)
            note = lambda kind: unknown.update((kind,))  # noqa: E731
            around = Surroundings(root, export.assets, Instructions(root), note, export.shared)
            told = 0
            for member in export.conversations:
                for record in _read_member(member, around, known):
                    told += not isinstance(record, Problem)
                    yield record
            if not told:
                for member in export.pages[:1]:
                    yield from _read_member(member, around, known, PAGE_MARKER)
            yield from around.instructions.conversations()
            for kind, count in sorted(unknown.items()):
                yield Seen(SOURCE, kind, None, count)


def _is_ours(path: Path) -> bool:
    for nested in (False, True):
        with opened(path, nested) as archive:
            candidates = [member for member in archive.members if member.name.lower().endswith(".json")]
            candidates.sort(key=lambda member: ("conversation" not in member.name, member.name))
            pages = [member for member in archive.members if member.name.lower().endswith(PAGE_ENDINGS)]
            if any(part_of(member) in ("conversations", "page") for member in candidates[:_SNIFFED] + pages[:_SNIFFED]):
                return True
            if candidates:
                return False
    return False


def _read_member(member: Member, around: Surroundings, known: Known, after: bytes = b"") -> Iterator[Record]:
    """The conversations of one file, each on its own: one that cannot be read costs itself."""
    try:
        with member.open() as stream:
            for element in elements(stream, ("conversations",), after):
                where = f"{member.ref}#{element.index}"
                if isinstance(element, Broken):
                    yield Problem(SOURCE, where, element.what, element.detail)
                elif not is_conversation(element.value):
                    yield Problem(SOURCE, where, "not a conversation", "It has no message tree.")
                else:
                    yield _read_one(element.value, member.ref, where, around, known)
    except Unreadable as error:
        yield Problem(SOURCE, member.ref, "cut short", f"What came before is read; the rest cannot be ({error}).")


def _read_one(raw: dict[str, object], ref: str, where: str, around: Surroundings, known: Known) -> Record:
    conversation_id = f"{SOURCE}:{native_id(raw)}"
    if known(conversation_id) == revision(raw):
        return Unchanged(conversation_id)
    if not isinstance(raw.get("mapping"), dict):
        return Problem(SOURCE, where, "damaged conversation", f"{conversation_id} has no message tree.")
    try:
        conversation = read_conversation(raw, ref, around)
    except (TypeError, ValueError, KeyError, AttributeError, RecursionError) as error:
        return Problem(SOURCE, where, "damaged conversation", f"{conversation_id}: {type(error).__name__}")
    if not conversation.messages:
        return Skipped(SOURCE, where, "empty")
    return conversation


def _problem(fault: Fault) -> Problem:
    return Problem(SOURCE, fault.where, fault.what, fault.detail)
