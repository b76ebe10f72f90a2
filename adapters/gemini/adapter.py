"""Takeout archives: a zip, several, one unpacked, or the bare file of the activity log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adapters._reading.exports import Found, any_member, broken_off, each, nothing_found, open_files, problem
from adapters._reading.folders import files_by_folder
from adapters._reading.zips import Member, Unreadable, is_zip, plain
from adapters.gemini.activity import Activity, from_json, is_gemini
from adapters.gemini.conversations import SOURCE, Around, conversations
from adapters.gemini.export import ENDINGS, Part, part_of
from adapters.gemini.page import cells, from_html
from adapters.gemini.workspace import read_workspace
from compiler.records import Conversation, Env, Known, Problem, Record, Skipped, Unit, nothing_known


class Gemini:
    name = SOURCE
    version = 1

    def locate(self, env: Env) -> Sequence[Path]:
        """Nowhere: an export lies where the person put it, and is imported by name."""
        return ()

    def claims(self, path: Path) -> bool:
        return any(isinstance(found, Unit) for found in self.discover(path))

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        """One unit an archive, or a folder with what lies directly inside it."""
        if root.is_dir():
            units = [unit for folder, files in files_by_folder(root, 5) for unit in _in_folder(root, folder, files)]
            yield from sorted(units, key=lambda unit: unit.key)
        elif is_zip(root):
            if _is_ours(root):
                yield Unit(root.name, root.parent, (root,))
        elif part_of(plain(root, root.parent)):
            yield Unit(root.name, root.parent, (root,))

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        with open_files(unit.files) as (members, faults):
            parts = [(member, part) for member in members if (part := part_of(member))]
            if not parts:
                yield nothing_found(SOURCE, unit)
            names = frozenset(member.name.rsplit("/", 1)[-1] for member in [*members, *_beside(unit)])
            refused = {fault.where for fault in faults}  # what it is could not be seen: the JSON beside a page, perhaps
            told = {_folder(member) for member, part in parts if part == "activity"}
            told |= {_folder(member) for member in members if member.ref in refused}
            for member, part in parts:
                if part == "page" and _folder(member) in told:
                    yield Skipped(SOURCE, member.ref, "told by the JSON beside it")
                else:
                    yield from _read_member(member, part, str(unit.root), names)
            yield from (problem(SOURCE, fault) for fault in faults)


def _read_member(
    member: Member, part: Part, root: str, names: frozenset[str]
) -> Iterator[Conversation | Problem | Skipped]:
    if part == "workspace":
        yield read_workspace(member, root)
        return
    log = _Log(member, part)
    yield from conversations(log.read, Around(member.ref, root, names))
    yield from (Skipped(SOURCE, member.ref, reason, count) for reason, count in sorted(log.skipped.items()))


@dataclass(slots=True)
class _Log:
    """The records of one file in either format; `skipped` counts what the last reading left out."""

    member: Member
    part: Part
    skipped: Counter[str] = field(default_factory=Counter)

    def read(self) -> Iterator[Activity | Problem]:
        self.skipped.clear()
        return self._pages() if self.part == "page" else self._records()

    def _records(self) -> Iterator[Activity | Problem]:
        for found in each(SOURCE, self.member):
            if isinstance(found, Problem):
                yield found
            elif not isinstance(found.value, dict) or not isinstance(found.value.get("title"), str):
                yield Problem(SOURCE, found.where, "not an activity", "It has no title.")
            elif not is_gemini(found.value):
                self.skipped["another product's activity"] += 1
            else:
                yield from_json(found.value, _number(found))

    def _pages(self) -> Iterator[Activity | Problem]:
        try:
            for number, cell in enumerate(cells(self.member)):
                where = f"{self.member.ref}#{number}"
                activity = from_html(cell, str(number))
                if activity is None:
                    self.skipped["another product's activity"] += 1
                    continue
                if activity.at is None:
                    yield Problem(SOURCE, where, "date not understood", "The conversation is kept without a date.")
                yield activity
        except Unreadable as error:
            yield broken_off(SOURCE, self.member, error)


def _number(found: Found) -> str:
    return found.where.rpartition("#")[2]


def _in_folder(root: Path, folder: Path, files: Sequence[Path]) -> Iterator[Unit]:
    ours = tuple(file for file in files if part_of(plain(file, folder)))
    if ours:
        yield Unit(folder.relative_to(root).as_posix(), root, ours)
    for file in files:
        if is_zip(file) and _is_ours(file):
            yield Unit(file.relative_to(root).as_posix(), root, (file,))


def _is_ours(path: Path) -> bool:
    return any_member(path, ENDINGS, part_of, hint="gemini")


def _beside(unit: Unit) -> Iterator[Member]:
    """The pictures beside an unpacked log."""
    if unit.files and not is_zip(unit.files[0]):
        for folder, files in files_by_folder(unit.files[0].parent, 0):
            yield from (plain(file, folder) for file in files)


def _folder(member: Member) -> str:
    """Where a member lies, within whichever archive."""
    return re.split(r"[/!](?=[^/!]*$)", member.ref)[0]
