"""What a line is about that does not say so itself: of "Something simpler" "The READMEs: something simpler"."""

from __future__ import annotations

import re

from compiler.passes.distil.labels import empty
from compiler.passes.distil.talk import Talk
from compiler.passes.distil.turns import Said
from compiler.passes.distil.wording import opened
from compiler.text.prose import plain
from compiler.text.words import stem, terms, words

LONGEST = 60
"""Characters of a heading that may stand in front of a line."""
_VAGUE = re.compile(
    r"(?:something|anything|it|them|this|that|those|these|one|ones|both|just|only|without|a (?:\w+er|single"
    r"|different) one"
    r"|\w{3,}er(?! \w+s?\b(?! -))|less|more|fewer)\b",
    re.I,
)
_NAMED = re.compile(
    r"\b(?:the|our|your|these|those|each|every|all) (?:(?:new|old|current|existing|whole) )?([\w./-]{3,})", re.I
)


def subject(talk: Talk, before: int, text: str) -> str:
    """What both sides speak of in a model's message and in the person's before it, where a text opens with a word that
    only refers to it: of the things they name the one named most often; else empty."""
    if not _VAGUE.match(text):
        return ""
    asking = next((n for n in range(before - 1, -1, -1) if talk.turns[n].speaker == "person"), None)
    if asking is None:
        return ""
    shared = set(terms(words(talk.turns[asking].words))) & set(terms(words(talk.turns[before].words)))
    shared -= set(terms(words(text)))
    said = [term for one in talk.turns for term in terms(words(one.words))]
    named = {name.rstrip(".-/"): stem(name.rstrip(".-/").lower()) for name in _NAMED.findall(talk.turns[before].words)}
    best = max(
        (name for name, term in named.items() if term in shared), key=lambda name: said.count(named[name]), default=""
    )
    return opened(best)


def heading(said: Said) -> str:
    """What a message is about by the heading over all of it, else empty."""
    first = said.blocks[0]
    over = [block for block in said.blocks if block.kind == "heading" and block.level <= first.level]
    shown = plain(said.text[first.start : first.end]).strip(" :")
    return shown if over == [first] and len(shown) <= LONGEST and not empty(shown) else ""
