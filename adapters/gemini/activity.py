"""One record of the activity log, whichever of the two formats it came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from adapters._reading import fields
from adapters.gemini.export import PRODUCT

_CHAT = re.compile(r"https://gemini\.google\.com/(?:u/\d+/)?(?:app|gem/[^/?#]+)/([0-9a-f]{8,64})(?=$|[/?#])")


@dataclass(frozen=True, slots=True)
class Activity:
    """`title` as written, with its verb (`Prompted …`); `subtitles` the lines below it; `answer` HTML; `files` names of
    local files; `named` such a name → the one the person knew; `chat` the id in the conversation's address, where there
    is exactly one; `assumed` a time zone whose meaning had to be guessed; `place` the record's number in its file."""

    title: str
    at: str | None
    subtitles: tuple[str, ...]
    answer: str
    files: tuple[str, ...]
    named: Mapping[str, str]
    chat: str | None
    place: str
    assumed: str | None = None

    def key(self, words: str) -> str:
        """What identifies the record: its second (all that the HTML export gives) and its words, spacing aside."""
        digest = sha256(" ".join(words.split()).encode("utf-8", "replace")).hexdigest()[:12]
        moment = re.sub(r"[-:]|\.\d+", "", self.at) if self.at else "undated"
        return f"{moment}-{digest}"


def is_gemini(raw: Mapping[str, Any]) -> bool:
    """Whether a record is Gemini's: the log of every Google product has this shape."""
    names = [raw.get("header"), *fields.items(raw.get("products"))]
    return any(PRODUCT.search(fields.text(name)) for name in names)


def from_json(raw: Mapping[str, Any], place: str) -> Activity:
    subtitles = [fields.mapping(row) for row in fields.items(raw.get("subtitles"))]
    answers = [fields.text(fields.mapping(item).get("html")) for item in fields.items(raw.get("safeHtmlItem"))]
    files = [fields.text(name) for name in [*fields.items(raw.get("attachedFiles")), raw.get("imageFile")]]
    return Activity(
        title=fields.text(raw.get("title")),
        at=fields.instant(raw.get("time")),
        subtitles=tuple(filter(None, (fields.text(row.get("name")) for row in subtitles))),
        answer="\n".join(filter(None, answers)),
        files=tuple(dict.fromkeys(filter(None, files))),
        named=dict(_named((fields.text(row.get("url")), fields.text(row.get("name"))) for row in subtitles)),
        chat=chat_of(fields.text(fields.mapping(row).get("url")) for row in fields.items(raw.get("details"))),
        place=place,
    )


def chat_of(addresses: Iterable[str]) -> str | None:
    """The conversation's id, if the addresses name exactly one conversation."""
    found = {match[1] for address in addresses if (match := _CHAT.match(address))}
    return found.pop() if len(found) == 1 else None


def _named(rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for file, name in rows:
        if file and not file.startswith(("http:", "https:")):
            yield file, name.removeprefix("-").strip()
