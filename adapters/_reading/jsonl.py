"""JSON Lines as they are really found: appended by crashing, concurrent and foreign writers.

Lines are cut at `\\n` alone (U+2028 and U+0085 are text). A line that does not parse costs itself: what is whole on it
is recovered, what is lost is a `Problem`, and reading goes on behind it. Memory is bounded by the longest line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import orjson

from adapters._reading.fields import clean
from compiler.records import Problem

LONGEST_LINE = 512 * 1024 * 1024
"""Bytes. A longer line is no record (a writer gone wild, a sparse file) and is passed over with a Problem."""

_PADDING = b"\x00 \t\r\n"
_START = re.compile(r'\{\s*"')
_DECODER = json.JSONDecoder(strict=False)

_Found = tuple[int, int, dict[str, Any]]  # begin, end, the object between them

Skip = Callable[[bytes], bool]
"""Given a raw line: True to pass it over unparsed. Called for every line, so it must be cheap and certain."""

Whole = Callable[[dict[str, Any]], bool]
"""Given an object found on a broken line: True if it is a record of this source rather than a part of one."""


class Row(NamedTuple):
    """One JSON object and the number of its line, from 1. Every string in it is valid UTF-8."""

    number: int
    value: dict[str, Any]


def read_jsonl(
    path: Path, source: str, *, skip: Skip | None = None, whole: Whole | None = None
) -> Iterator[Row | Problem]:
    """The objects of a file in its order, and a Problem for each line that is not entirely readable."""
    try:
        stream = path.open("rb", buffering=1 << 20)
    except OSError as error:
        yield Problem(source, str(path), "unreadable file", error.strerror or str(error))
        return
    with stream:
        yield from read_stream(stream, str(path), source, skip=skip, whole=whole)


def read_stream(
    stream: BinaryIO, where: str, source: str, *, skip: Skip | None = None, whole: Whole | None = None
) -> Iterator[Row | Problem]:
    """As `read_jsonl`, from an open binary stream; `where` names it in Problems."""
    number = 0
    while True:
        try:
            raw = stream.readline(LONGEST_LINE)
        except (OSError, EOFError) as error:
            yield Problem(source, f"{where}:{number + 1}", "unreadable file", str(error))
            return
        if not raw:
            return
        number += 1
        if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
            del raw
            yield Problem(source, f"{where}:{number}", "line too long", f"over {LONGEST_LINE >> 20} MB, passed over")
            while (part := stream.readline(1 << 20)) and not part.endswith(b"\n"):
                pass
            continue
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if skip is not None and skip(raw):
            continue
        try:
            value = orjson.loads(raw)
        except orjson.JSONDecodeError:
            yield from _read_difficult(raw, number, where, source, whole)
            continue
        if isinstance(value, dict):
            yield Row(number, value)
        else:
            yield Problem(source, f"{where}:{number}", "not a record", f"a JSON {type(value).__name__}, no object")


def _read_difficult(raw: bytes, number: int, where: str, source: str, whole: Whole | None) -> Iterator[Row | Problem]:
    body = raw.strip(_PADDING)
    place = f"{where}:{number}"
    if not body:
        if b"\x00" in raw:
            yield Problem(source, place, "NUL bytes", f"{raw.count(0)} NUL bytes where a record may have been")
        return
    text = body.replace(b"\x00", b"").decode("utf-8", "replace")
    found, lost = _recover(text, whole)
    for value in found:
        yield Row(number, value)
    if lost:
        what = "torn line" if raw.endswith(b"\n") else "unfinished last line"
        yield Problem(source, place, what, f"{lost} of {len(text)} characters lost, {len(found)} records recovered")


def _recover(text: str, whole: Whole | None) -> tuple[list[dict[str, Any]], int]:
    """The whole records on a broken line, and how many characters belong to none of them.

    An object inside a torn record must not pass for a record. Without `whole` to tell, one counts only where records
    stand: from the start of the line on without a gap, or without a gap up to its end.
    """
    found: list[_Found] = []
    budget = (16 << 20) + 4 * len(text)  # characters: each failed attempt may scan to the end or nest to the limit
    position = 0
    while (start := _START.search(text, position)) and budget > 0:
        begin = start.start()
        try:
            value, end = _DECODER.raw_decode(text, begin)
            value = _clean_all(value)
        except (ValueError, RecursionError) as error:
            budget -= max(len(text) - begin, 1 << 18 if isinstance(error, RecursionError) else 0)
            position = begin + 1
            continue
        position = end
        found.append((begin, end, value))
    if whole is not None:
        kept = [entry for entry in found if whole(entry[2]) or (entry[0] == 0 and entry[1] == len(text))]
    else:
        kept = _at_the_ends(found, text)
    edges = [0, *(edge for begin, end, _ in kept for edge in (begin, end)), len(text)]
    lost = sum(len("".join(text[edges[k] : edges[k + 1]].split())) for k in range(0, len(edges), 2))
    return [value for _, _, value in kept], lost


def _at_the_ends(found: list[_Found], text: str) -> list[_Found]:
    """The objects that follow each other without a gap from the start of the line, or up to its end."""
    first, edge = 0, 0
    while first < len(found) and not text[edge : found[first][0]].strip():
        edge = found[first][1]
        first += 1
    last, edge = len(found), len(text)
    while last > first and not text[found[last - 1][1] : edge].strip():
        last -= 1
        edge = found[last][0]
    return found[:first] + found[last:]


def _clean_all(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(key): _clean_all(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_clean_all(item) for item in value]
    return value
