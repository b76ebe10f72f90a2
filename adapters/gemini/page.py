"""The HTML log: an `outer-cell` a record, in which title, date and answer share a cell, parted by line breaks.

A record is cut into these parts as text, so that its answer, the bulk of it, is parsed once, when it becomes Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import takewhile

from adapters._reading.fields import clean
from adapters._reading.zips import Member, Unreadable
from adapters.gemini.activity import Activity, chat_of
from adapters.gemini.dates import Stamp, looks_like_date, read_date
from adapters.gemini.export import PRODUCT
from adapters.gemini.wording import heads_files, is_about_files, is_canvas

_CELL = b'<div class="outer-cell'
_INNER = '<div class="content-cell'
_BREAK = re.compile(r"<br\s*/?>")
_LINK = re.compile(r'<a\b[^<>]*?\bhref="([^"<>]*)"[^<>]*>([^<]*)')
_MARKUP = re.compile(r"<(?!/?a\b)")
_TAG = re.compile(r"<[^<>]*>")
_BLOCK = 1 << 20
LARGEST = 16 << 20
"""Bytes of one record; what a cell holds beyond them is not read."""


def cells(member: Member) -> Iterator[str]:
    """The HTML of each record, one at a time. A `<` within a prompt is escaped, so nothing said looks like a cell.
    Raises Unreadable once everything before the damage is told."""
    rest, inside = b"", False
    with member.open() as stream:
        try:
            while block := stream.read(_BLOCK):
                *whole, rest = (rest + block).split(_CELL)
                for cell in whole:
                    if inside:
                        yield _text(cell)
                    inside = True
                if not inside:
                    rest = rest[-len(_CELL) :]
                elif len(rest) > LARGEST:
                    yield _text(rest[:LARGEST])
                    rest, inside = b"", False
        except Unreadable:
            if inside:
                yield _text(rest)
            raise
    if inside:
        yield _text(rest)


def from_html(cell: str, place: str) -> Activity | None:
    """A record of the log; None for another product's, or for a cell without its parts. The answer stays HTML."""
    head, *inner = cell.split(_INNER)
    if not inner or not PRODUCT.search(_said(head)):
        return None
    parts = _BREAK.split(inner[0].partition(">")[2])
    at, stamp = _date(parts)
    above = parts[:at] if at else parts[:1]
    title, subtitles = _titled([_said(part) for part in above])
    links = [(unescape(link[1]), _said(link[2]).strip()) for part in above for link in _LINK.finditer(part)]
    named = {file.rsplit("/", 1)[-1]: name for file, name in links if not file.startswith(("http:", "https:"))}
    return Activity(
        title=title,
        at=stamp.at if stamp else None,
        subtitles=tuple(subtitles),
        answer="<br>".join(parts[(at or 0) + 1 :]),
        files=tuple(named),
        named=named,
        chat=chat_of(unescape(link[1]) for part in inner[1:] for link in _LINK.finditer(part)),
        place=place,
        assumed=stamp.assumed if stamp else None,
    )


def _text(cell: bytes) -> str:
    return clean((_CELL + cell).decode("utf-8", "replace"))


def _date(parts: Sequence[str]) -> tuple[int | None, Stamp | None]:
    """Which part is the date, and what it says: the first below the title that is a date with its zone, else the first
    date, else the first that looks like one in a language we do not know. Markup is where the answer has begun."""
    lines = [_said(part) for part in takewhile(lambda part: not _MARKUP.search(part), parts)]
    stamps = [(n, stamp) for n, line in enumerate(lines) if n and (stamp := read_date(line))]
    for n, stamp in stamps:
        if stamp.zone:
            return n, stamp
    if stamps:
        return stamps[0]
    return next((n for n, line in enumerate(lines) if n and looks_like_date(line)), None), None


def _titled(lines: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The title, which may have many lines, and the lines about its files or its document."""
    if is_canvas(lines[0]):
        body = "\n".join(lines[1:]).strip("\n")
        return lines[0], [body] if body else []
    end = len(lines)
    for n in range(len(lines) - 1, 0, -1):
        if not is_about_files(lines[n]):
            break
        if heads_files(lines[n]):
            end = n
    return "\n".join(lines[:end]), [line.strip() for line in lines[end:]]


def _said(part: str) -> str:
    return unescape(_TAG.sub("", part))
