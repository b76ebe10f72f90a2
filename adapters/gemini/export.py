"""Which files of a Takeout hold Gemini's activity, told by how they look: folders and file names are translated, and
Search or YouTube activity has the same shape."""

from __future__ import annotations

import re
from typing import Literal

from adapters._reading.zips import Member, Unreadable

Part = Literal["activity", "page", "workspace"]
ENDINGS = (".json", ".html", ".htm", ".txt")
PRODUCT = re.compile(r"\b(?:Gemini|Bard)\b", re.IGNORECASE)
_JSON = tuple(re.compile(rb'(?<!\\)"%s"\s*:' % key) for key in (b"header", b"title", b"time"))
_JSON_PRODUCT = re.compile(
    rb'(?<!\\)"(?:header"\s*:|products"\s*:\s*\[)\s*"[^"]{0,80}\b(?:Gemini|Bard)\b', re.IGNORECASE
)
_PAGE = b"mdl-"
_PAGE_PRODUCT = re.compile(rb'mdl-typography--title"[^<>]*>[^<>]{0,80}\b(?:Gemini|Bard)\b', re.IGNORECASE)
_WORKSPACE = re.compile(rb'(?<!\\)"conversation_turns"\s*:\s*\[')
_BLOCK, _OVERLAP = 1 << 20, 512
_SOUGHT = 512 << 20


def part_of(member: Member) -> Part | None:
    """What a file is to an export; None for everything else (gems, scheduled actions, other products' activity)."""
    name = member.name.lower()
    if not name.endswith(ENDINGS):
        return None
    head = member.head()
    if name.endswith((".html", ".htm")):
        return "page" if _PAGE in head and _holds(member, _PAGE_PRODUCT) else None
    if _WORKSPACE.search(head) and head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{"):
        return "workspace"
    if name.endswith(".json") and all(look.search(head) for look in _JSON) and _holds(member, _JSON_PRODUCT):
        return "activity"
    return None


def _holds(member: Member, look: re.Pattern[bytes]) -> bool:
    """Whether any part of a file matches: a hundred kilobytes of style or another product's records may come first."""
    tail, read = b"", 0
    try:
        with member.open() as stream:
            while read < _SOUGHT and (block := stream.read(_BLOCK)):
                if look.search(tail + block):
                    return True
                tail, read = block[-_OVERLAP:], read + len(block)
    except Unreadable:
        pass
    return False
