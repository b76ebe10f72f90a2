"""Text that a conversation is about writing: what it says in the first person is said by nobody here."""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler.passes.distil import cues
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.text.prose import plain

ASKS = re.compile(
    r"\b(?:act as|pretend|role-?play|you are an? |imagine (?:you|that)|(?:write|draft|compose|create|make"
    r"|give) (?:me )?(?:an?|the|my|this) (?:\w+ ){0,3}(?:letter|e-?mail|essay|story|poem|script|song|speech"
    r"|bio|resume|cv|statement|post|article|report|reply|summary|case study|dialogue|monologue|blog)|rewrite"
    r"|re-write|rephrase|proofread|translate|paraphrase|summari[sz]e|edit (?:this|the|my)|cover letter"
    r"|personal statement|in the voice of|improve (?:this|the|my)|correct (?:this|the|my)|lyrics|grammar"
    r"|transcript|continue the)\b",
    re.I,
)
"""A request to write or rework a text."""
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
    """Units that stand in a letter the model wrote, and what it says as "I" where it was asked to write a text."""
    letters = [_letter(said) for said in turns]
    asked, writing = [False] * len(turns), False
    for number, said in enumerate(turns):
        if said.speaker == "person":
            writing = bool(ASKS.search(said.text))
        asked[number] = writing and said.speaker == "model"
    return {
        index
        for index, unit in enumerate(units)
        if ((span := letters[unit.said]) and span[0] <= unit.start < span[1])
        or (asked[unit.said] and not cues.SELF.isdisjoint(unit.tokens) and not cues.PROPOSAL.search(unit.text))
    }


def _letter(said: Said) -> tuple[int, int] | None:
    """Where a letter begins and ends in a model's message: from its subject or greeting to its last signing line."""
    if said.speaker != "model":
        return None
    first: int | None = None
    last = 0
    for block in said.blocks:
        line = plain(said.text[block.start : block.end]).strip()
        if first is None and block.kind in ("paragraph", "heading", "quote") and _GREETS.match(line.split("\n", 1)[0]):
            first = block.start
        elif first is not None and _SIGNS.match(line):
            last = block.end
    return (first, last) if first is not None and last else None
