"""Lists with what stands over them: a heading or a sentence ending in a colon, and the items' opening words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from compiler.passes.distil.wording import opened
from compiler.text.prose import Block, plain
from compiler.text.sentences import spans

_LEAD = re.compile(r"\s*(?:\*\*|__)(.{3,70}?)(?:\*\*|__)")
_NUMBERING = re.compile(r"^\s*(?:(?:step|phase|part|option|section|act)\s+)?(?:\d+|[ivx]+|[a-h])[.):]\s*", re.I)
_PRESENTED = re.compile(
    r"^(?:(?:okay|ok|alright|sure|great|perfect|excellent|understood|absolutely|certainly|of course|got it)[,.!]\s*)?"
    r"(?:here(?:'|’)?s|here (?:is|are)|these are|this is|below (?:is|are)|i(?:'|’)?ve (?:drafted|outlined"
    r"|prepared|put together))\s+",
    re.I,
)

_SAYS_NOTHING = re.compile(
    r"(?:i|we|you|it|they)(?:(?:['’](?:d|ll)| would| could| can| will| should)(?: (?:also|then|need to|do))?)?", re.I
)
"""A lead-in over which a list reads as well without it: "I would:"."""


@dataclass(frozen=True, slots=True)
class Section:
    """A list under its `label`: per item its opening words, its whole text and where it starts."""

    label: str
    start: int
    end: int
    leads: tuple[str, ...]
    texts: tuple[str, ...]
    starts: tuple[int, ...]

    def outline(self, limit: int) -> str:
        """`Label: opening words, opening words, …`, as many as fit; empty where nothing is said that way."""
        if len(self.leads) < 2:
            return ""
        return _joined(self.label, self.leads, ", ", limit)

    def pack(self, limit: int) -> str:
        """`Label: item; item`, as many whole items as fit."""
        return _joined(self.label, [text.rstrip(".;,") for text in self.texts], "; ", limit)


def of_message(text: str, blocks: Sequence[Block]) -> Iterator[Section]:
    """The lists of a message that have a heading or a lead-in, in order."""
    over, heading, found = "", "", None
    for block in blocks:
        if block.kind == "item" and (over or block.heading):
            found = _with(found, text, block, over or label(block.heading))
            continue
        if found:
            yield found
            found, over = None, ""
        if block.kind == "paragraph":
            last = [plain(text[block.start + a : block.start + b]) for a, b in spans(text[block.start : block.end])][-1]
            over = label(_PRESENTED.sub("", last)) if last.endswith(":") and len(last) < 140 else ""
        elif block.kind == "heading" and block.heading != heading:
            over = ""
    if found:
        yield found


def _with(section: Section | None, text: str, block: Block, over: str) -> Section:
    shown = plain(text[block.start : block.end]).rstrip(":")
    lead = _LEAD.match(text, block.start, block.end)
    opening = plain(lead.group(1)).rstrip(":. ") if lead else shown.rstrip(".;,")
    if section is None:
        section = Section(opened(over), block.start, block.end, (), (), ())
    leads = (*section.leads, opening) if block.level == 1 and len(opening) <= 90 else section.leads
    return replace(
        section, end=block.end, leads=leads, texts=(*section.texts, shown), starts=(*section.starts, block.start)
    )


def _joined(over: str, parts: Sequence[str], between: str, limit: int) -> str:
    out = parts[0] if _SAYS_NOTHING.fullmatch(over) else f"{over}: {parts[0]}"
    for part in parts[1:]:
        if len(out) + len(between) + len(part) > limit:
            break
        out += between + part
    return out


def label(heading: str) -> str:
    """A heading without its numbering and colon."""
    return _NUMBERING.sub("", heading).strip(" :*#") or heading
