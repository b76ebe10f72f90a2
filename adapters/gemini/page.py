"""The HTML log: an `outer-cell` a record, in which title, date and answer share a cell, parted by line breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PageElement

from adapters._reading.fields import clean
from adapters._reading.zips import Member, Unreadable
from adapters.gemini.activity import Activity, chat_of
from adapters.gemini.dates import Stamp, looks_like_date, read_date
from adapters.gemini.export import PRODUCT
from adapters.gemini.wording import heads_files, is_about_files, is_canvas

_CELL = b'<div class="outer-cell'
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
    """A record of the log; None for another product's, or for a cell without its parts."""
    soup = BeautifulSoup(cell, "html.parser")
    header, content = soup.find(class_="header-cell"), soup.find_all(class_="content-cell")
    if header is None or not content or not PRODUCT.search(header.get_text()):
        return None
    parts = _parts(content[0])
    at, stamp = _date(parts)
    above = parts[:at] if at else parts[:1]
    lines = [_said(part) for part in above] or [""]
    title, subtitles = _titled(lines)
    links = [link for part in above for node in part if isinstance(node, Tag) for link in node.find_all("a")]
    links += [node for part in above for node in part if isinstance(node, Tag) and node.name == "a"]
    named = {
        str(link["href"]).rsplit("/", 1)[-1]: link.get_text().strip()
        for link in links
        if link.get("href") and not str(link["href"]).startswith(("http:", "https:"))
    }
    return Activity(
        title=title,
        at=stamp.at if stamp else None,
        subtitles=tuple(subtitles),
        answer="<br>".join(_markup(part) for part in parts[(at or 0) + 1 :]).removesuffix("<br>"),
        files=tuple(named),
        named=named,
        chat=chat_of(str(link.get("href")) for cell in content[1:] for link in cell.find_all("a")),
        place=place,
        assumed=stamp.assumed if stamp else None,
    )


def _text(cell: bytes) -> str:
    return clean((_CELL + cell).decode("utf-8", "replace"))


def _parts(cell: Tag) -> list[list[PageElement]]:
    """A cell's content between its line breaks."""
    parts: list[list[PageElement]] = [[]]
    for node in cell.children:
        if isinstance(node, Tag) and node.name == "br":
            parts.append([])
        else:
            parts[-1].append(node)
    return parts


def _date(parts: Sequence[Sequence[PageElement]]) -> tuple[int | None, Stamp | None]:
    """Which part is the date, and what it says: the first below the title that is a date with its zone, else the first
    date, else the first that looks like one in a language we do not know."""
    lines = {n: _said(part) for n, part in enumerate(parts) if n and all(isinstance(x, NavigableString) for x in part)}
    stamps = [(n, stamp) for n, line in lines.items() if (stamp := read_date(line))]
    for n, stamp in stamps:
        if stamp.zone:
            return n, stamp
    if stamps:
        return stamps[0]
    return next((n for n, line in lines.items() if looks_like_date(line)), None), None


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


def _said(part: Sequence[PageElement]) -> str:
    return "".join(node.get_text() if isinstance(node, Tag) else str(node) for node in part)


def _markup(part: Sequence[PageElement]) -> str:
    return "".join(node.decode() if isinstance(node, Tag) else escape(str(node)) for node in part)
