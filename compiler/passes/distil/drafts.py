"""Text that a conversation is about, or quotes: what it says in the first person is said by nobody here."""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler.passes.distil import cues
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.text import quotations, sentences
from compiler.text.prose import plain

ASKS = re.compile(
    r"\b(?:act as|pretend|role-?play|(?:talk|speak|respond|reply|answer) (?:to me )?(?:like|as if|as though) (?:you"
    r"|i)\b"
    r"|you are an? |imagine (?:you|that)|(?:write|draft|compose|create|make"
    r"|give) (?:me )?(?:an?|the|my|this) (?:\w+ ){0,3}(?:letter|e-?mail|essay|story|scene|chapter|poem|script|song"
    r"|speech|bio|resume|cv|statement|post|article|report|reply|summary|case study|dialogue|monologue|blog)|rewrite"
    r"|re-write|rephrase|proofread|translate|paraphrase|summari[sz]e|edit (?:this|the|my)|cover letter"
    r"|personal statement|in the voice of|improve (?:this|the|my)|correct (?:this|the|my)|lyrics|grammar"
    r"|transcript|continue the)\b",
    re.I,
)
"""A request to write or rework a text."""
_PLAYS = re.compile(
    r"\b(?:role-?play|mock interview|pretend (?:to be|you|i|we)|let(?:'|’)?s play|you play|play the (?:role|part)"
    r"|play (?:an?|this|another) (?:\w+ ){0,3}game|text[- ](?:based )?(?:adventure|game)|adventure game|simulate a game"
    r"|dungeons? (?:and|&) dragons|dnd|(?:20|twenty)[- ]questions"
    r"|(?:you are|you(?:'|’)re|be) (?:the|my) (?:interviewer|opponent|customer|examiner|game master|dungeon master))\b",
    re.I,
)
"""A game, in which what the person says from then on is part of it."""
_HANDED = re.compile(
    r"\b(?:proofread|re-?write|rephrase|reword|translate|paraphrase|summari[sz]e|shorten|edit|improve"
    r"|(?<!a )(?<!the )correct(?! answer)|polish"
    r"|fix|check|grammar|tone|feedback|what (?:do you|does (?:it|he|she)) (?:think|mean))\b"
    r"[^.!?\n]{0,60}?\b(?:this|the following|below|above|text|draft|letter|e-?mail|message|essay|speech|bio|abstract"
    r"|post|paragraph|statement|application)\b",
    re.I,
)
"""A request to do something with a text that stands in the same message."""
QUOTED = 0.6
"""Share of a unit's characters within quotation marks from which it is a quotation."""
LEAST = 20
"""Characters of a text handed over."""
_GREETS = re.compile(
    r"(?:subject\s*:|dear\b|to whom it may concern|(?:hi|hello|hey|good (?:morning"
    r"|afternoon)) [^.!?\n]{2,40},\s*$)",
    re.I,
)
_SIGNS = re.compile(
    r"(?:(?:kind|best|warm|many|with|sincere)[\w ]{0,12} (?:regards|wishes|thanks)|regards|sincerely|yours|best,"
    r"|cheers,"
    r"|thanks,|thank you,|\[your name\]|love,)",
    re.I,
)


def drafted(turns: Sequence[Said], units: Sequence[Unit]) -> set[int]:
    """Units that stand in a letter the model wrote or a text the person handed over, what the model says as "I" where
    it was asked to write a text, what is mostly a quotation, and what is said in a game."""
    letters = [_letter(said) if said.speaker == "model" else _handed(said) for said in turns]
    quoted = [list(quotations.spoken(said.text)) for said in turns]
    asked, writing = [False] * len(turns), False
    begins = game(turns)
    for number, said in enumerate(turns):
        if said.speaker == "person":
            writing = bool(ASKS.search(said.text)) or (writing and "?" not in said.text)
        asked[number] = writing and said.speaker == "model"
    return {
        index
        for index, unit in enumerate(units)
        if ((span := letters[unit.said]) and span[0] <= unit.start < span[1])
        or _within(quoted[unit.said], unit)
        or unit.said > begins
        or (asked[unit.said] and not cues.SELF.isdisjoint(unit.tokens) and not cues.PROPOSAL.search(unit.text))
    }


def game(turns: Sequence[Said]) -> int:
    """The number of the person's message that begins a game; how many messages there are where none does."""
    begins = (n for n, said in enumerate(turns) if said.speaker == "person" and _PLAYS.search(said.text))
    return next(begins, len(turns))


def _within(quoted: Sequence[tuple[int, int]], unit: Unit) -> bool:
    """Whether a unit is mostly somebody's words in quotation marks."""
    inside = sum(max(0, min(end, unit.end) - max(start, unit.start)) for start, end in quoted)
    return inside > QUOTED * (unit.end - unit.start)


def _handed(said: Said) -> tuple[int, int] | None:
    """The text that a person's message hands over with a request about it: what follows the request's sentence, else
    what stands before it."""
    request = _HANDED.search(said.text)
    if request is None:
        return None
    start, end = next(
        (a, b) for a, b in sentences.spans(said.text) if a <= request.start() < b or b >= len(said.text.rstrip())
    )
    after = len(said.text[end:].strip())
    return (end, len(said.text)) if after >= max(LEAST, len(said.text[:start].strip())) else (0, start)


def _letter(said: Said) -> tuple[int, int] | None:
    """Where a letter begins and ends in a model's message: from its subject or greeting to its last signing line."""
    first: int | None = None
    last = 0
    for block in said.blocks:
        line = plain(said.text[block.start : block.end]).strip()
        if first is None and block.kind in ("paragraph", "heading", "quote") and _GREETS.match(line.split("\n", 1)[0]):
            first = block.start
        elif first is not None and _SIGNS.match(line):
            last = block.end
    return (first, last) if first is not None and last else None
