"""One element at a time out of a JSON array too large to load: `[…]`, `{"conversations": […]}`, a lone object, or
objects in a row. Memory is bounded by the largest element; a broken element costs itself, reading goes on at the next.

Where an element ends is found by counting brackets over whole blocks, and each slice goes to orjson. ijson is as fast
on sound input, but stops for good at the first broken byte, refuses NaN and loses surrogates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import orjson

from adapters._reading.brackets import Brackets

BLOCK = 1 << 20
FIRST_BLOCK = 1 << 14
MAX_ELEMENT = 128 << 20
"""An element beyond this is taken for torn: its end is sought by the look of the next one."""
_HEAD = 1 << 20
_GAP = re.compile(rb"[ \t\r\n,\x1e]*")
_SCALAR = re.compile(rb'(?:"(?:[^"\\\n]|\\.)*"|[-+.\w]+)(?=[ \t\r\n]*[,\]])')
_OBJECT = re.compile(rb'\{\s*"')


class Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Element:
    """A parsed element; `index` counts from 0, broken ones included; `offset` in bytes from where reading began."""

    value: Any
    index: int
    offset: int


@dataclass(frozen=True, slots=True)
class Broken:
    """An element, or the end of the array, that cannot be read; `what` is `torn element`, `unreadable element` or
    `cut short`, `detail` a clause."""

    what: str
    detail: str
    index: int
    offset: int


def elements(stream: Readable, keys: tuple[str, ...] = (), after: bytes = b"") -> Iterator[Element | Broken]:
    """The elements of the array in a stream, in order. An outer object is entered at the first of `keys` that holds an
    array; `after` skips to what follows a marker (`var jsonData =`). What the stream raises is raised once everything
    read before it is told."""
    source = _Source(stream)
    source.enter(keys, after)
    for found in _Reader(source).run():
        if source.failure and isinstance(found, Broken) and found.what == "cut short":
            break
        yield found
    if source.failure:
        raise source.failure


class _Source:
    """The bytes not yet consumed, with their place in the stream."""

    def __init__(self, stream: Readable) -> None:
        self.stream, self.data, self.offset, self.ended, self.enclosed = stream, bytearray(), 0, False, False
        self.failure: Exception | None = None

    def more(self) -> bool:
        block = b""
        if not self.ended:
            try:
                block = self.stream.read(BLOCK)
            except Exception as error:  # noqa: BLE001 - raised again by `elements`
                self.failure = error
        self.ended = not block
        self.data += block
        return not self.ended

    def drop(self, count: int) -> None:
        del self.data[:count]
        self.offset += count

    def enter(self, keys: tuple[str, ...], after: bytes) -> None:
        """Moves to the first element; `enclosed` tells whether a closing bracket is due."""
        while len(self.data) < _HEAD and self.more():
            pass
        if after:
            at = self.data.find(after)
            self.drop(at + len(after) if at >= 0 else len(self.data))
        elif self.data.startswith(b"\xef\xbb\xbf"):
            self.drop(3)
        self.drop(len(self.data) - len(self.data.lstrip()))
        if self.data.startswith(b"{") and keys:
            names = b"|".join(re.escape(key.encode()) for key in keys)
            found = re.search(rb'(?<!\\)"(?:' + names + rb')"\s*:\s*(?=\[)', self.data)
            if found:
                self.drop(found.end())
        if self.data.startswith(b"["):
            self.drop(1)
            self.enclosed = True


class _Reader:
    def __init__(self, source: _Source) -> None:
        self.source, self.index = source, 0
        self.signature: re.Pattern[bytes] | None = None

    def run(self) -> Iterator[Element | Broken]:
        source = self.source
        while True:
            opening = self._opening()
            if isinstance(opening, Broken):
                yield opening
                scalar = _SCALAR.match(self.source.data)
                if scalar:
                    source.drop(scalar.end())
                elif not source.data.startswith(b"{") and not self._resync():
                    return
                continue
            if not opening:
                return
            end = self._end()
            if end is None:
                what = "torn element" if self._next(1) is not None else "cut short"
                yield self._broken(what, f"element {self.index + 1} has no end")
                if not self._resync():
                    return
                continue
            value, error = _parse(source.data[:end])
            if error is None:
                self.signature = self.signature or _signature(source.data[:end])
                yield Element(value, self.index, source.offset)
                self.index += 1
                source.drop(end)
                continue
            inner = self._next(1, end)  # brackets counted in a torn string may have swallowed whole elements
            yield self._broken("unreadable element", error)
            source.drop(end if inner is None else inner)
            if inner is None and not self._follows() and not self._resync(0):
                return

    def _broken(self, what: str, detail: str) -> Broken:
        broken = Broken(what, detail, self.index, self.source.offset)
        self.index += 1
        return broken

    def _opening(self) -> bool | Broken:
        """Moves to the next element. False at the end of the array; Broken where something else stands."""
        source = self.source
        while True:
            self._skip_gap()
            if source.data:
                break
            if not source.more():
                if not source.enclosed:
                    return False
                source.enclosed = False  # said once
                return self._broken("cut short", "the array has no end")
        if source.data[0] in b"{[":
            return True
        if source.enclosed and source.data[0] not in b"]}":
            return self._broken("unreadable element", "it is not an object")
        # The end, unless it is the stray bracket of a damaged element and others follow.
        stray = Broken("unreadable element", "its brackets do not match", self.index, source.offset)
        if self.signature is None or not self._resync():
            return False
        self.index += 1
        return stray

    def _skip_gap(self) -> None:
        gap = _GAP.match(self.source.data)
        self.source.drop(gap.end() if gap else 0)

    def _follows(self) -> bool:
        """Whether what comes next can follow an element."""
        while not self.source.data and self.source.more():
            pass
        return not self.source.data or self.source.data[0] in b" \t\r\n,]}"

    def _end(self) -> int | None:
        """How many bytes the element at the front takes, reading on as needed; None if it does not end."""
        source, brackets, at, size = self.source, Brackets(), 0, FIRST_BLOCK
        while True:
            if at >= len(source.data) and (len(source.data) > MAX_ELEMENT or not source.more()):
                return None
            block = source.data[at : at + size]
            end = brackets.end_in(block)
            if end is not None:
                return at + end
            at += len(block)
            size = min(2 * size, BLOCK)

    def _next(self, start: int, end: int | None = None) -> int | None:
        """Where, within what is held, something stands that looks like the start of another element."""
        if self.signature is None:
            self.signature = _signature(self.source.data[: 1 << 16])
        if self.signature is None:
            return None
        found = self.signature.search(self.source.data, start, len(self.source.data) if end is None else end)
        return found.start() if found else None

    def _resync(self, start: int = 1) -> bool:
        """Moves to the next thing that looks like an element, dropping what lies before; False at the end."""
        source = self.source
        while True:
            at = self._next(start)
            if at is None and self.signature is None:
                found = _OBJECT.search(source.data, start)
                at = found.start() if found else None
            if at is not None:
                source.drop(at)
                return True
            source.drop(max(min(start, len(source.data)), len(source.data) - 65536))
            start = 0
            if not source.more():
                self.source.enclosed = False
                return False


def _signature(element: bytes | bytearray) -> re.Pattern[bytes] | None:
    """What a sibling of this element starts with: the same first two keys, a plain value between them."""
    key, value = rb'("(?:[^"\\]|\\.){1,200}")\s*:', rb'(?:"(?:[^"\\]|\\.){0,8192}"|[-+.\w]{1,64})'
    found = re.match(rb"\{\s*" + key + rb"\s*" + value + rb"\s*,\s*" + key, element)
    if not found:
        return None
    first, second = re.escape(found[1]), re.escape(found[2])
    return re.compile(rb"\{\s*" + first + rb"\s*:\s*" + value + rb"\s*,\s*" + second + rb"\s*:")


def _parse(data: bytes | bytearray) -> tuple[Any, str | None]:
    """The value and None, or None and why not. What orjson refuses (lone surrogates, NaN, control characters, broken
    UTF-8, integers beyond 64 bits) the standard parser still reads."""
    try:
        return orjson.loads(data), None
    except orjson.JSONDecodeError:
        try:
            return json.loads(data.decode("utf-8", "replace"), strict=False), None
        except RecursionError:
            return None, "it is nested too deeply"
        except ValueError as error:
            return None, str(error)[:200]
