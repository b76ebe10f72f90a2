"""A conversation's title: the source's when it says something, else made from the opening request or the outline."""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler.passes.distil import cues
from compiler.passes.distil.turns import Said
from compiler.passes.distil.wording import stated
from compiler.text.prose import plain
from compiler.text.sentences import split

LONGEST_TITLE = 70

_GENERIC = re.compile(
    r"\s*(?:new (?:chat|conversation|session|thread|agent)|untitled.*|conversation|chat|session|hi|hello|hey"
    r"|test|no title|help(?: needed| request)?"
    r"|assistance(?: request(?:ed)?)?|greeting[s]?|question|composer|general (?:chat|question|conversation)"
    r"|unknown|none|null|[\da-f-]{8,}|\d[\d :/.T-]*)\s*",
    re.I,
)
_REQUEST = re.compile(
    r"^(?:(?:hi|hello|hey|ok(?:ay)?|so|please|can you|could you|would you|will you|i(?:'|’)?d like (?:you )?to"
    r"|i would like (?:you )?to|i want (?:you )?to|i need (?:you )?to"
    r"|i need|i want|help me(?: to)?|let(?:'|’)?s|we need to|i(?:'|’)m trying to|i am trying to|go ahead and"
    r"|just|also|now|there|claude|chatgpt|take a look at|look at|kindly)\b[\s,!.:]*)+",
    re.I,
)


def good(title: str | None) -> bool:
    """Whether a source's title tells conversations apart."""
    if title is None:
        return False
    title = title.strip()
    return (
        bool(title)
        and not _GENERIC.fullmatch(title)
        and len(title) > 3
        and not title.startswith(("<", "{", "[Request"))
    )


def title(source_title: str | None, turns: Sequence[Said], fallback: str = "Untitled conversation") -> str:
    """At most `LONGEST_TITLE` characters, one line, cut at a word."""
    if source_title is not None and good(source_title):
        return cut(plain(" ".join(source_title.split())))
    for said in turns:
        if said.speaker == "person":
            made = _made(said)
            if made:
                return made
    for said in turns:
        heading = next((plain(said.text[b.start : b.end]) for b in said.blocks if b.kind == "heading"), "")
        if heading:
            return cut(heading)
    return fallback


def _made(said: Said) -> str:
    block = said.blocks[0]
    for sentence in split(said.text[block.start : block.end])[:3]:
        shown = stated(plain(sentence))
        shown = _REQUEST.sub("", shown).rstrip(" ?.!:;,") or shown
        if len(shown.split()) >= 2 and not cues.PRAISE.fullmatch(shown):
            return cut(shown[:1].upper() + shown[1:])
        if not shown.isascii() and len(shown) >= 4:
            return cut(shown)
    return ""


def cut(text: str) -> str:
    """Shortened at a clause or word, without an ellipsis where a clause ends."""
    if len(text) <= LONGEST_TITLE:
        return text
    clause = re.search(r"^.{25,69}?(?=[,;:–—(]|\.\s|\s-\s)", text)
    if clause:
        return clause.group().rstrip(" ,;:-–—")
    at = text.rfind(" ", 0, LONGEST_TITLE - 1)
    return (text[:at] if at > 20 else text[: LONGEST_TITLE - 1]).rstrip(" ,;:-–—") + "…"
