"""Option lists: which of a message's options a reply names by letter, number or ordinal."""

from __future__ import annotations

import re

from compiler.passes.distil.turns import Said
from compiler.text.prose import Block, plain
from compiler.text.words import terms, words

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_LEAD = re.compile(r"\s*(?:\*\*|__)(.{2,60}?)(?:\*\*|__)")
MOST_OPTIONS, LONGEST_NAME = 9, 60
_NAMED = re.compile(
    r"\b(?:option|number|no\.?|variant|choice|plan|approach) ?#?([a-h]|\d)\b|(?<![\w'])([a-h]|\d)(?=\W|$)", re.I
)


def picked(said: Said, reply: str) -> tuple[str, int, int] | None:
    """The named option with its place in the message, `(text, start, end)`."""
    low = reply.lower()[:80]
    mark = _mark(low)
    labels = [block for block in said.blocks if block.kind in ("item", "heading", "paragraph")]
    if mark is None:
        return None
    for block in labels:
        shown = plain(said.text[block.start : block.end].split("\n", 1)[0])
        named = re.match(
            rf"(?:option|plan|approach|variant|choice)?\s*\(?(?:{mark[0]}|{mark[1]})(?:[.):]|\s*[—–:-])\s*(.+)$",
            shown,
            re.I,
        )
        if named and len(named.group(1)) > 3:
            return _with_what_follows(said, block.start, block.end, named.group(1))
    items = [block for block in said.blocks if block.kind == "item" and block.level == 1]
    place = _place(mark)
    if place == 0 and items:
        place = len(items)
    if 1 <= place <= len(items) <= MOST_OPTIONS:
        block = items[place - 1]
        return plain(said.text[block.start : block.end]), block.start, block.end
    return None


_PUT_UP = re.compile(
    r"\b(?:options?|ways|choices|alternatives|approaches|candidates|could|either|ideas|suggestions|bases"
    r"|possibilities)\b",
    re.I,
)


def named(said: Said, reply: str) -> bool:
    """Whether a reply chooses one of the options a message puts up by its name: of the items, exactly one opens with
    words that the reply uses."""
    return len(_used(said, reply)) == 1


def unpicked(said: Said, reply: str) -> list[str]:
    """The names of the other options where a reply chooses one by its name."""
    used = _used(said, reply)
    return beside(said, used[0].start) if len(used) == 1 else []


def beside(said: Said, start: int) -> list[str]:
    """The names of the options that stand beside the one that starts at `start`, where all have short ones."""
    items = [block for block in said.blocks if block.kind == "item" and block.level == 1]
    if not 2 <= len(items) <= MOST_OPTIONS or all(block.start != start for block in items):
        return []
    names = [_name(said.text[block.start : block.end]) for block in items if block.start != start]
    return names if all(len(name) <= LONGEST_NAME for name in names) else []


def _name(option: str) -> str:
    lead = _LEAD.match(option)
    shown = plain(lead.group(1) if lead else option.split("\n", 1)[0])
    return re.split(r":\s| [–—-] |[.;]\s", shown)[0].strip(" .:;")


def _used(said: Said, reply: str) -> list[Block]:
    """The options put up by a message whose opening words a reply uses."""
    items = [block for block in said.blocks if block.kind == "item" and block.level == 1]
    before = said.text[: items[0].start] if items else ""
    if said.speaker != "model" or not 2 <= len(items) <= MOST_OPTIONS or not _PUT_UP.search(before[-200:]):
        return []
    used = set(terms(words(reply[:200])))
    heads = [set(terms(words(plain(said.text[block.start : block.end]))[:3])) for block in items]
    return [block for block, head in zip(items, heads, strict=True) if head & used]


def _mark(reply: str) -> tuple[str, str] | None:
    """The option's letter and number; `last` is the number 0."""
    for word, n in _ORDINALS.items():
        if re.search(rf"\b{word}\b", reply):
            return chr(96 + n), str(n)
    if re.search(r"\blast\b", reply):
        return "z", "0"
    named = _NAMED.search(reply)
    if named is None:
        return None
    mark = named.group(1) or named.group(2)
    return (mark, str(ord(mark) - 96)) if mark.isalpha() else (chr(96 + int(mark)), mark)


def _place(mark: tuple[str, str]) -> int:
    return int(mark[1])


def _with_what_follows(said: Said, start: int, end: int, text: str) -> tuple[str, int, int]:
    """An option's name with the sentence that explains it, where the name alone is short."""
    text = text.strip(" :*—–-\"'")
    if len(text) > 60:
        return text, start, end
    for block in said.blocks:
        if end <= block.start < end + 5 and block.kind == "paragraph":
            return f"{text}: {plain(said.text[block.start : block.end]).rstrip(':')}", start, block.end
    return text, start, end
