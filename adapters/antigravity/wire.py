"""Protobuf without a schema: fields by number, and the rules that tell a text from a message.

`UnknownFieldSet` does the walking. It has no limit of its own, so a blob is first cut to what the budget allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet

from adapters._reading.fields import instant

VARINT, LENGTH = 0, 2
FIELD_BUDGET = 1 << 20
"""Fields read of one blob, all levels together: about 100 MB of memory at the worst."""
DEPTH = 32
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_PRINTABLE_TAG = re.compile(rb'["*2:BJRZbjrz]')


@dataclass(slots=True)
class Wire:
    """A message: its fields in order as (number, value), value an int, or bytes that may be text or message."""

    fields: list[tuple[int, int | bytes]] = field(default_factory=list)
    partial: bool = False

    def values(self, number: int) -> list[int | bytes]:
        return [value for found, value in self.fields if found == number]

    def at(self, *path: int) -> int | bytes | None:
        """The value at a path of field numbers; the last one wins where a field is repeated. None where absent."""
        node = self
        for number in path[:-1]:
            node = node.message(number)
        found = node.values(path[-1])
        return found[-1] if found else None

    def message(self, *path: int) -> Wire:
        """The message at a path, empty where there is none."""
        value = self.at(*path)
        return (parse(value) or Wire()) if isinstance(value, bytes) else Wire()

    def messages(self, number: int) -> list[Wire]:
        return [parse(value) or Wire() for value in self.values(number) if isinstance(value, bytes)]

    def text(self, *path: int) -> str:
        """The text at a known path: NULs dropped, other bytes that are no text shown as `[binary N bytes]`."""
        value = self.at(*path)
        if not isinstance(value, bytes):
            return ""
        plain = as_text(value.replace(b"\0", b""))
        return plain if plain is not None else f"[binary {len(value)} bytes]"

    def number(self, *path: int) -> int | None:
        value = self.at(*path)
        if not isinstance(value, int):
            return None
        return value - (1 << 64) if value >= 1 << 63 else value

    def time(self, *path: int) -> str | None:
        """A Timestamp `{1: seconds, 2: nanoseconds}` as ISO 8601 UTC, to the millisecond."""
        seconds, nanos = self.number(*path, 1), self.number(*path, 2) or 0
        return instant(round(seconds + nanos / 1e9, 3)) if seconds and 0 <= nanos < 1_000_000_000 else None


def parse(blob: bytes, budget: int = FIELD_BUDGET) -> Wire | None:
    """The message in `blob`, or None. Beyond the budget of fields the decoded beginning is kept, as `partial`."""
    cut = _cut(blob, budget) if len(blob) > 2 * budget else len(blob)
    try:
        # The stubs do not know that the set is a sequence.
        found = cast(Iterable[Any], UnknownFieldSet(Empty.FromString(blob[:cut])))
    except (DecodeError, ValueError, RecursionError):
        return None
    fields = [(item.field_number, item.data) for item in found if isinstance(item.data, int | bytes)]
    if any(number == 0 for number, _ in fields):
        return None
    return Wire(fields, partial=cut < len(blob))


def as_text(value: bytes) -> str | None:
    """UTF-8 without control characters other than tab and line ends, or None."""
    try:
        decoded = value.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if _CONTROL.search(decoded) else decoded


def leaves(message: Wire) -> Iterator[str]:
    """Every text below a message whose meaning is unknown. What reads both as text and as message is a message where it
    begins with a line end (the tag of a first string field), and a text otherwise."""
    budget = FIELD_BUDGET
    pending: list[tuple[Wire, int]] = [(message, 0)]
    while pending:
        node, depth = pending.pop()
        below: list[tuple[Wire, int]] = []
        for _, value in node.fields:
            budget -= 1
            if budget < 0:
                return
            if not isinstance(value, bytes) or not value:
                continue
            plain = as_text(value)
            inner = parse(value, budget) if depth < DEPTH and (plain is None or value[0] == 0x0A) else None
            if inner is not None and inner.fields:
                below.append((inner, depth + 1))
            elif plain is not None and not _looks_like_field(value):
                yield plain
        pending.extend(reversed(below))


def _looks_like_field(value: bytes) -> bool:
    """A lone string field whose tag happens to be printable (`b$<uuid>`)."""
    return bool(_PRINTABLE_TAG.match(value)) and len(value) > 2 and value[1] == len(value) - 2


def _cut(blob: bytes, budget: int) -> int:
    """Where the last whole field within the budget ends."""
    position = count = 0
    while position < len(blob) and count < budget:
        tag, start = _varint(blob, position)
        kind = tag & 7
        if kind == VARINT:
            _, end = _varint(blob, start)
        elif kind == LENGTH:
            length, body = _varint(blob, start)
            end = body + length
        else:
            end = start + {1: 8, 5: 4}.get(kind, len(blob) + 1)
        if not position < end <= len(blob):
            return len(blob)  # no message: let the parser say so
        position, count = end, count + 1
    return position


def _varint(blob: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while position < len(blob) and shift < 70:
        byte = blob[position]
        value |= (byte & 0x7F) << shift
        position, shift = position + 1, shift + 7
        if byte < 0x80:
            return value, position
    return value, len(blob) + 1
