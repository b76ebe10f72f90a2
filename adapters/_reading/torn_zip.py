"""A zip whose end is missing (a broken download): its directory is gone, its members still stand one after another.

Layout by APPNOTE.TXT 4.3: a local header before each member; sizes there, or after the data when bit 3 of the flags is
set, in which case the end is found by inflating.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_HEADER = struct.Struct("<4s5H3I2H")
_SIGNATURE = b"PK\x03\x04"
_STORED, _DEFLATED = 0, 8
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class TornMember:
    """A member found by its local header; `compressed` and `size` in bytes as far as they are there. `whole` tells
    whether its data ends before the file does."""

    name: str
    start: int
    compressed: int
    size: int
    deflated: bool
    whole: bool


def found_members(path: Path) -> Iterator[TornMember]:
    """The members from the front on, up to the first that cannot be delimited or is cut."""
    with path.open("rb") as file:
        length = file.seek(0, io.SEEK_END)
        at = 0
        while (member := _member_at(file, at, length)) is not None:
            yield member
            if not member.whole:
                return
            at = _next_header(file, member.start + member.compressed)


def open_member(path: Path, member: TornMember) -> io.RawIOBase:
    """The member's bytes; reading beyond a cut raises EOFError."""
    return _Inflating(path, member)


def _member_at(file: IO[bytes], at: int, length: int) -> TornMember | None:
    file.seek(at)
    header = file.read(_HEADER.size)
    if len(header) < _HEADER.size or not header.startswith(_SIGNATURE):
        return None
    _, _, flags, method, _, _, _, compressed, size, name_length, extra_length = _HEADER.unpack(header)
    raw_name, extra = file.read(name_length), file.read(extra_length)
    name = raw_name.decode("utf-8" if flags & 0x800 else "cp437", "replace")
    start = at + _HEADER.size + name_length + extra_length
    if (
        not raw_name
        or len(raw_name) + len(extra) < name_length + extra_length
        or flags & 1
        or method not in (_STORED, _DEFLATED)
    ):
        return None
    if flags & 8 and not compressed:
        if method == _STORED:
            return None
        compressed, size, whole = _measured(file, start)
    else:
        compressed, size = _large(extra, compressed, size)
        whole = start + compressed <= length
    return TornMember(name, start, compressed, size, method == _DEFLATED, whole)


def _large(extra: bytes, compressed: int, size: int) -> tuple[int, int]:
    """Sizes beyond 4 GB stand in the zip64 field."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == 1 and length >= 16 and 0xFFFFFFFF in (compressed, size):
            size, compressed = struct.unpack_from("<QQ", extra, at + 4)
        at += 4 + length
    return compressed, size


def _measured(file: IO[bytes], start: int) -> tuple[int, int, bool]:
    """How long a deflated member is, compressed and not, and whether its end was reached."""
    file.seek(start)
    inflater = zlib.decompressobj(-15)
    taken = size = 0
    while not inflater.eof and (block := file.read(_BLOCK)):
        taken += len(block)
        try:
            pending = block
            while pending and not inflater.eof:
                size += len(inflater.decompress(pending, _BLOCK))
                pending = inflater.unconsumed_tail
        except zlib.error:
            return taken, size, False
    return taken - len(inflater.unused_data), size, inflater.eof


def _next_header(file: IO[bytes], at: int) -> int:
    """Past the data descriptor, if there is one."""
    file.seek(at)
    following = file.read(28)
    offset = following.find(_SIGNATURE)
    return at + max(offset, 0)


class _Inflating(io.RawIOBase):
    def __init__(self, path: Path, member: TornMember) -> None:
        self._file = path.open("rb")
        self._file.seek(member.start)
        self._left, self._whole = member.compressed, member.whole
        self._inflater = zlib.decompressobj(-15) if member.deflated else None
        self._pending = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while True:
            if not self._pending:
                self._pending = self._file.read(min(_BLOCK, self._left))
                self._left -= len(self._pending)
                if not self._pending:
                    if self._whole:
                        return 0
                    raise EOFError("the archive ends here")
            if self._inflater is None:
                data, self._pending = self._pending[: len(buffer)], self._pending[len(buffer) :]
            else:
                data = self._inflater.decompress(self._pending, len(buffer))
                self._pending = self._inflater.unconsumed_tail
                if self._inflater.eof and not data:
                    return 0
            if data:
                buffer[: len(data)] = data
                return len(data)

    def close(self) -> None:
        self._file.close()
        super().close()
