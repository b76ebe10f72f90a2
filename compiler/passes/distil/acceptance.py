"""What a reply does to what the model said before it: accepts, picks an option, revises, rejects, or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from compiler.passes.distil.turns import Said
from compiler.text.prose import plain

Reply = Literal["accepts", "picks", "revises", "rejects"]

_YES = (
    r"(?:yes|yep|yeah|yup|ya|sure|ok(?:ay)?|k|alright|all right|right(?! now)|agreed?|correct|exactly|perfect|great"
    r"|excellent|awesome"
    r"|good|nice|lovely|fantastic|brilliant|wonderful|fine|cool|love (?:it|this|that)|i (?:really )?(?:like|love"
    r"|agree)|sounds"
    r"|looks(?! like)|lgtm|go (?:ahead|for it)|do (?:it|that|so)|please do|ship it|approved?|confirmed|deal"
    r"|works for me|makes sense"
    r"|that(?:'|’)?s (?:it|good|great|perfect|exactly|right|fine|solid|what)|this (?:is|looks|feels|works)"
    r"|(?:let(?:'|’)?s|we(?:'|’)ll) "
    r"(?:do|go|lock|use|keep|push|stick|run|proceed|move)|proceed|i(?:'|’)?ll take|solid|spot on|sold|absolutely"
    r"|definitely|of course|that works|understood)"
)
_ACCEPTS = re.compile(rf"\W*(?:(?:oh|ah|well|and|hmm),? )*{_YES}\b", re.I)
_PICKS = re.compile(
    r"\W*(?:(?:ok(?:ay)?|yes|yeah|alright|sure|let(?:'|’)?s|we(?:'|’)ll|i(?:'|’)ll|i|go|do|take|use|pick|choose"
    r"|with|for|like|want|prefer"
    r"|think|the|and|vote|would|d|just|then)[ ,.:-]+)*(?:(?:option|number|no\.?|variant|choice|plan"
    r"|approach) ?#?(?:[a-h]|\d)\b|(?:[a-h]|\d)(?=\s*(?:[.,;:)!-]|$|and\b|but\b|please\b))"
    r"|(?:first|second|third|fourth|last|former|latter)(?: one| option| approach| version"
    r"| suggestion)?(?=\s*(?:[.,;:)!-]|$|and\b|but\b|please\b|sounds\b)))",
    re.I,
)
_REJECTS = re.compile(
    r"\W*(?:no\b(?! problem| worries|t\b)|nope|nah|don(?:'|’)?t|do not|stop|wrong|that(?:'|’)?s (?:not|wrong"
    r"|too)|not (?:that|quite|what|really)"
    r"|i don(?:'|’)?t (?:like|want|think|agree)|revert|undo|never ?mind|scratch|forget|wait\b|hold on|hmm"
    r"|actually\b|but\b|why\b)",
    re.I,
)
_REVISES = re.compile(
    r"\b(?:but|except|instead|however|rather than|change|swap|not so|too (?:long|much|many)|without|only|shorter"
    r"|also)\b",
    re.I,
)


def reply(text: str) -> Reply | None:
    """What a person's message, plain text, does to what stands before it."""
    opening = text[:200]
    if _PICKS.match(opening):
        return "picks"
    if _REJECTS.match(opening):
        return "rejects"
    if _ACCEPTS.match(opening):
        first = re.split(r"(?<=[.!?])\s|\n", text, maxsplit=1)[0]
        return "revises" if _REVISES.search(first) and len(first) < 160 else "accepts"
    return None


def replies(turns: Sequence[Said]) -> dict[int, Reply]:
    """Of each of the model's messages the person replied to (by number): what the reply does."""
    out: dict[int, Reply] = {}
    for at, said in enumerate(turns):
        if said.speaker != "person" or at == 0:
            continue
        kind = reply(plain(said.text[said.blocks[0].start : said.blocks[0].end]))
        if kind is None:
            continue
        before = at - 1
        while before >= 0 and turns[before].speaker == "model":
            out[before] = kind
            before -= 1
    return out
