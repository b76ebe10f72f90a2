"""What every export reader does: open its files (zips and plain ones alike), walk the elements of a JSON member."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from adapters._reading.json_array import Broken, elements
from adapters._reading.zips import (
    Fault,
    Member,
    Unreadable,
    begins_as_zip,
    opened,
    plain,
    refusal_by_system,
    unreadable_file,
)
from compiler.records import Problem, Seen, Unit

SNIFFED = 300


@dataclass(frozen=True, slots=True)
class Found:
    """An element of a JSON member; `where` its address (`…/a.zip!b.json#17`)."""

    value: Any
    where: str


class Sightings:
    """Counts the types that a reader does not know."""

    def __init__(self, source: str) -> None:
        self._source, self._counts = source, Counter[str]()

    def note(self, kind: str) -> None:
        self._counts[kind] += 1

    def records(self) -> Iterator[Seen]:
        """One value a type, sorted."""
        for kind, count in sorted(self._counts.items()):
            yield Seen(self._source, kind, None, count)


@contextmanager
def open_files(files: Sequence[Path]) -> Iterator[tuple[list[Member], list[Fault]]]:
    """The members of all files of a unit, in order, and what is wrong with its archives, to which is added, as they are
    read, what the system refuses; valid within the block."""
    with ExitStack() as stack:
        members: list[Member] = []
        faults: list[Fault] = []
        for file in files:
            try:
                zipped = begins_as_zip(file)
            except OSError as error:
                faults.append(unreadable_file(str(file.absolute()), error))
                continue
            if zipped:
                archive = stack.enter_context(opened(file))
                members.extend(archive.members)
                faults.extend(archive.faults)
            else:
                members.append(plain(file, file.parent))
        yield [_watched(member, faults) for member in members], faults


def _watched(member: Member, faults: list[Fault]) -> Member:
    def refused(error: OSError) -> None:
        fault = unreadable_file(member.ref, error)
        if fault not in faults:
            faults.append(fault)

    return replace(member, refused=refused)


def any_member(
    path: Path, endings: tuple[str, ...], test: Callable[[Member], object], hint: str = "conversation"
) -> bool:
    """Whether a zip holds a member that passes the test, among the first 300 with such an ending, foremost those with
    the hint in their name; the zips inside are only opened when it has none of its own."""
    for nested in (False, True):
        with opened(path, nested) as archive:
            likely = [member for member in archive.members if member.name.lower().endswith(endings)]
            likely.sort(key=lambda member: (hint not in member.name.lower(), member.name))
            if likely:
                return any(test(member) for member in likely[:SNIFFED])
    return False


def each(source: str, member: Member, keys: tuple[str, ...] = (), after: bytes = b"") -> Iterator[Found | Problem]:
    """The elements of a member one by one (see `json_array.elements`); what cannot be read becomes a Problem."""
    try:
        with member.open() as stream:
            for element in elements(stream, keys, after):
                where = f"{member.ref}#{element.index}"
                if isinstance(element, Broken):
                    yield Problem(source, where, element.what, element.detail)
                else:
                    yield Found(element.value, where)
    except Unreadable as error:
        yield broken_off(source, member, error)


def broken_off(source: str, member: Member, error: Unreadable) -> Problem:
    """For a member that could not be read to its end."""
    what = "unreadable file" if refusal_by_system(error) else "cut short"
    return Problem(source, member.ref, what, f"What came before is read; the rest cannot be ({error}).")


def problem(source: str, fault: Fault) -> Problem:
    return Problem(source, fault.where, fault.what, fault.detail)


def nothing_found(source: str, unit: Unit) -> Problem:
    """For an export that held something when it was found and gives nothing now."""
    return Problem(source, str(unit.files[0]), "nothing to read", "The file is gone, or changed since it was found.")
