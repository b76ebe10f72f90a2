"""Zip archives of unknown origin, read without extracting: a name that climbs out is refused, a symlink never followed,
expansion capped, every member streamed. A zip within a zip is opened too; a zip cut short gives what it still holds.

    with opened(path) as archive:
        for fault in archive.faults: …        # what was refused or is missing, as values
        for member in archive.members: …      # sorted by name
            with member.open() as stream: stream.read(65536)     # raises Unreadable, nothing else
"""

from __future__ import annotations

import errno
import lzma
import re
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from io import RawIOBase
from itertools import islice
from pathlib import Path
from typing import IO, Self

from adapters._reading.torn_zip import found_members, open_member

MAX_RATIO = 300
"""Deflate cannot pass 1,032:1; JSON of an export stays under 60:1. Applies above `FREE_SIZE` bytes."""
FREE_SIZE = 64 << 20
MAX_TOTAL = 64 << 30
MAX_MEMBERS = 200_000
MAX_NESTING = 3
_SPOOLED = 32 << 20
_TOO_DEEP = "zips nested too deeply"

_READ_ERRORS = (
    OSError, EOFError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, RuntimeError, ValueError,
)  # fmt: skip
_NOISE = re.compile(r"(^|/)(__MACOSX/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)", re.IGNORECASE)


class Unreadable(Exception):
    """A member or file that cannot be read to its end: damaged, encrypted, cut short, or gone."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an archive; `where`, `what` and `detail` as in a `Problem`."""

    where: str
    what: str
    detail: str


def unreadable_file(where: str, error: OSError) -> Fault:
    """The system's refusal, as a fault that ingest takes for a passing one."""
    return Fault(where, "unreadable file", error.strerror or str(error))


class Stream:
    """A readable whose only exception is `Unreadable`. `read` gives what can be had at once, b"" at the end, so that
    little is lost where a member breaks off."""

    def __init__(self, open_file: Callable[[], IO[bytes] | RawIOBase], refused: Callable[[OSError], None]) -> None:
        self._refused = refused
        try:
            self._file = open_file()
            self._read: Callable[[int], bytes] = getattr(self._file, "read1", self._file.read)
        except _READ_ERRORS as error:
            raise self._unreadable(error) from error

    def read(self, size: int = -1) -> bytes:
        try:
            return self._read(size)
        except _READ_ERRORS as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: Exception) -> Unreadable:
        if refusal := refusal_by_system(error):
            self._refused(refusal)
        return Unreadable(str(error) or type(error).__name__)

    def read_all(self, limit: int) -> bytes:
        """Up to `limit` bytes, short only at the end."""
        data = bytearray()
        while len(data) < limit and (block := self.read(limit - len(data))):
            data += block
        return bytes(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an export: `name` relative with `/`, `ref` its absolute address (`…/a.zip!b.json`), `size` bytes.
    `refused` is told when the system does not let it be read."""

    name: str
    ref: str
    size: int
    open_file: Callable[[], IO[bytes] | RawIOBase] = field(repr=False, compare=False)
    refused: Callable[[OSError], None] = field(default=lambda error: None, repr=False, compare=False)

    def open(self) -> Stream:
        """Raises Unreadable."""
        return Stream(self.open_file, self.refused)

    def head(self, size: int = 65536) -> bytes:
        """The first bytes; b"" where it cannot be read."""
        try:
            with self.open() as stream:
                return stream.read_all(size)
        except Unreadable:
            return b""


@dataclass(frozen=True, slots=True)
class Archive:
    path: Path
    members: tuple[Member, ...]
    faults: tuple[Fault, ...]


def plain(path: Path, root: Path) -> Member:
    """A file of a folder as a member of the folder's export."""
    name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
    try:
        size = path.stat().st_size
    except OSError:
        size = 0
    return Member(name, str(path.absolute()), size, lambda: path.open("rb"))


def is_zip(path: Path) -> bool:
    """False too where it cannot be read."""
    try:
        return begins_as_zip(path)
    except OSError:
        return False


def begins_as_zip(path: Path) -> bool:
    """By its first bytes, so that a zip cut short counts as one. Raises OSError."""
    with path.open("rb") as file:
        return file.read(4) in (b"PK\x03\x04", b"PK\x05\x06")


def refusal_by_system(error: BaseException | None) -> OSError | None:
    """What lies under an error where disk or system refused, which may pass; None where the file itself is at fault.
    `zipfile` seeks before the beginning of a file that is too short: EINVAL."""
    while error is not None:
        if isinstance(error, OSError) and error.errno not in (None, errno.EINVAL):
            return error
        error = error.__cause__ or error.__context__
    return None


def is_noise(name: str) -> bool:
    """What an operating system leaves in an archive beside the person's files."""
    return bool(_NOISE.search(name))


@contextmanager
def opened(path: Path, nested: bool = True) -> Iterator[Archive]:
    """The members of a zip file and, if `nested`, of the zips inside it; they can be opened until the block ends."""
    with ExitStack() as stack:
        members: dict[str, Member] = {}
        faults: list[Fault] = []
        _collect(path, str(path.absolute()), "", 1 if nested else MAX_NESTING, stack, members, faults)
        if not nested:
            faults = [fault for fault in faults if fault.detail != _TOO_DEEP]
        yield Archive(path, tuple(members[name] for name in sorted(members)), tuple(faults))


def _collect(
    file: Path | IO[bytes],
    ref: str,
    prefix: str,
    depth: int,
    stack: ExitStack,
    members: dict[str, Member],
    faults: list[Fault],
) -> None:
    try:
        archive = stack.enter_context(zipfile.ZipFile(file))
    except _READ_ERRORS as error:
        if passing := refusal_by_system(error):
            faults.append(unreadable_file(ref, passing))
        elif isinstance(file, Path):
            _salvage(file, ref, members, faults)
        else:
            faults.append(Fault(ref, "damaged archive", f"The zip inside is not readable ({error})."))
        return
    total = sum(member.size for member in members.values())
    infos = archive.infolist()[: MAX_MEMBERS - len(members)]
    if any(prefix + info.filename.replace("\\", "/") in members for info in infos):  # as in the zip beside this one
        prefix = f"{prefix}{_stem(ref)}/"
    for info in sorted(infos, key=lambda info: info.filename.lower().endswith(".zip")):
        name = prefix + info.filename.replace("\\", "/")
        if info.is_dir() or is_noise(name):
            continue
        where = f"{ref}!{info.filename}"
        refusal = _refusal(info.orig_filename, info.compress_size, info.file_size, info.external_attr)
        if not refusal and total + info.file_size > MAX_TOTAL:
            refusal = "the archive expands too far"
        if refusal:
            faults.append(Fault(where, "refused archive member", refusal))
            continue
        total += info.file_size
        member = Member(name, where, info.file_size, lambda info=info: archive.open(info))  # type: ignore[misc]
        if not name.lower().endswith(".zip"):
            members[name] = member
        elif depth < MAX_NESTING:
            inner = _spooled(member, stack, faults)
            if inner:
                folder = name.rpartition("/")[0]
                _collect(inner, where, f"{folder}/" if folder else "", depth + 1, stack, members, faults)
        else:
            faults.append(Fault(where, "refused archive member", _TOO_DEEP))


def _stem(ref: str) -> str:
    return re.split(r"[/!]", ref)[-1].removesuffix(".zip")


def _salvage(path: Path, ref: str, members: dict[str, Member], faults: list[Fault]) -> None:
    """What a zip without its end still holds, and one fault that says where it breaks off."""
    try:
        found = list(islice(found_members(path), MAX_MEMBERS))
    except OSError as error:
        faults.append(unreadable_file(ref, error))
        return
    for torn in found:
        name = torn.name.replace("\\", "/")
        refusal = _refusal(torn.name, torn.compressed, torn.size, 0)
        if refusal:
            faults.append(Fault(f"{ref}!{torn.name}", "refused archive member", refusal))
        elif not name.endswith("/") and not is_noise(name):
            members[name] = Member(name, f"{ref}!{name}", torn.size, lambda torn=torn: open_member(path, torn))  # type: ignore[misc]
    whole = sum(torn.whole for torn in found)
    last = f"{found[-1].name} breaks off, and " if found and not found[-1].whole else ""
    detail = f"{whole} of its files can be read; {last}what came after is missing: download it again."
    faults.append(Fault(ref, "archive cut short", detail) if found else Fault(ref, "damaged archive", "No file in it."))


def _refusal(name: str, compressed: int, size: int, attributes: int) -> str | None:
    """Why a member is not read. The declared size binds: zipfile stops there, and checks the CRC."""
    parts = name.replace("\\", "/").split("/")
    if parts[0] == "" or re.match(r"[A-Za-z]:", name) or ".." in parts or "\x00" in name:
        return "its name leads outside the archive"
    if stat.S_ISLNK(attributes >> 16):
        return "it is a symbolic link"
    if size > FREE_SIZE and size > MAX_RATIO * max(compressed, 1):
        return f"it expands {size // max(compressed, 1)} times"
    return None


def _spooled(member: Member, stack: ExitStack, faults: list[Fault]) -> IO[bytes] | None:
    """A nested zip, seekable: in memory, or beyond 32 MB in the system's temporary folder until the block ends."""
    copy = tempfile.SpooledTemporaryFile(max_size=_SPOOLED)  # noqa: SIM115 — the stack closes it
    stack.enter_context(copy)
    try:
        with member.open() as stream:
            shutil.copyfileobj(stream, copy, 1 << 20)
    except Unreadable as error:
        faults.append(Fault(member.ref, "damaged archive", f"The zip inside cannot be read ({error})."))
        return None
    copy.seek(0)
    return copy
