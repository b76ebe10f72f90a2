"""Whether a person's words settle something in plain talk, or only ask for more text.

Who works with tools picks an option to have it done. Who talks mostly names one to read on: "tell me more about 3",
"let's write the second section", a heading of the model's pasted back. Those settle nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler.passes.distil.turns import Said
from compiler.text import sentences

_WRAPPED = (
    r"(?:(?:ok(?:ay)?|yes|great|good|nice|perfect|cool|thanks?|thank you|now|and|so|please|also|then|but|again|just|hi"
    r"|can you|could you|would you|will you|i want you to|i(?:'|’)?d like you to|i need you to|let(?:'|’)?s)[ ,.!]+)*+"
)
_ASKS = re.compile(
    rf"^\W*{_WRAPPED}(?:write|rewrite|re-write|tell|explain|elaborate|expand|describe|give|provide|show|create|generate"
    r"|list|define|continue|summari[sz]e|translate|regenerate|draft|suggest|recommend|find|compare|discuss|simulate|vet"
    r"|prepare|turn|convert|offer|conduct|help|assist|share|make (?:this|these|an?|me|another)|shorten|simplify"
    r"|repeat|act"
    r"|do (?:the same|another|this for)|top \d+|what|how|why|where|when|who|which|is|are|do you|does|did|can|could"
    r"|would"
    r"|should|for (?:all|each|every))\b"
    r"|\b(?:elaborate|expand|explain|in (?:more )?detail|deeper|what else|(?:tell|give|\d+|some|any|few|know|hear|learn"
    r"|see) (?:me )?more|more (?:on|about|of|details?|info\w*|examples?|like|options|ideas)"
    r"|another (?:one|\d+|few|example)|(?:can|could) you (?:please )?(?:give|write|tell|show|explain|list|provide)"
    r"|all (?:of )?(?:the|these|those) \w+ (?:already|are|is|have)|all of the above)\b",
    re.I,
)
_TOGETHER = re.compile(
    r"\blet(?:'|’)?s (?:(?:now|first|then|also|just|slowly|further|all|please|go ahead and) )*(?:write|discuss|talk"
    r"|label|rewrite|create|generate|design"
    r"|draft|revise|assume|suppose|imagine|pretend|encounter|refer|give|be|return|list|describe|translate|simulate"
    r"|compare|calculate|make (?:an?|another|some|up) |do (?:an?|another|our|the|some|one more|\d+ more) |set /"
    r"|built?d? the"
    r"|build (?:an?|my|the) |pick (?:one|\d+) )"
    r"|\b(?:step|part|section|chapter|question|slide|paragraph) #?\d"
    r"|\b(?:can|could|as|like|when|where|how|do|did) we\b|\bwe (?:only |always |also |still )*use\b"
    r"|\b(?:once|after|when) (?:i|we) (?:decided|chose|agreed)\b|^then (?:an?|the) (?:\w+ ){1,4}(?:is|are|was)\b"
    r"|\bsame for\b|\bgo with (?:my|me|you|him|her|them|our)\b"
    r"|\b(?:that|which|who|it) let(?:'|’)?s\b|\bwe(?:'|’)ll (?:also |then )?(?:discuss|explore|continue|look|cover"
    r"|investigate)\b|^\W*\(|\bwe move on\b",
    re.I,
)
"""Steps of the talk itself, a case assumed, a text to be made."""
_CHOOSES = re.compile(
    r"\b(?:go(?:ing)? (?:with|for|to)|take|taking|choose|chose|chosen|pick|picked|picking|prefer|decided?|settled?"
    r"|stick(?:ing)? (?:with|to)|let(?:'|’)?s (?:do|use|go|keep|have|try|stay)|it is|(?:i|we)(?:'|’)?ll|i(?:'"
    r"|’)?d rather"
    r"|(?:i|we) will|book(?:ed|ing)?|buy(?:ing)?)\b|\bthen\W*$"
    r"|^\W*(?:(?:ok(?:ay)?|yes|please|and)[ ,.!]+)*(?:do|use|keep|add|try)\b",
    re.I,
)
_FAVOURS = re.compile(r"\b(?:like|love|best|favou?rite|wins?|sounds|works|great|perfect|better|winner|want)\b", re.I)
_AGREES = re.compile(
    r"\b(?:yes|yep|yeah|sure|agreed?|deal|sounds|works|perfect|approved?|confirmed|go (?:ahead|for)|do (?:it|that)"
    r"|let(?:'|’)?s|makes sense|exactly|plan|love)\b",
    re.I,
)
_PUT = re.compile(
    r"[?？]|\b(?:options?|choices|alternatives|choose|pick|select|prefer|decide|let me know|which)\b", re.I
)
_TESTED = re.compile(
    r"\b(?:quiz(?:zes|zing)?|multiple[- ]choice|mcqs?|test (?:me|my)|exam|(?:true|correct|right|best) answer)\b", re.I
)
_MARK = re.compile(r"\W*(?:option )?(?:[a-h]|\d)\W*$", re.I)
OFTEN = 3
"""Bare letters or numbers from which a talk is a game or a test."""
BARE = 5
"""Words of a reply that says nothing but which one."""
BRIEF = 400
"""Characters of an answer that takes note; a longer one goes into what was asked for."""


def asks(sentence: str) -> bool:
    """Whether a sentence asks for a text or for knowledge, or only moves the talk on."""
    return bool(_ASKS.search(sentence) or _TOGETHER.search(sentence))


def noted(turns: Sequence[Said], number: int) -> bool:
    """Whether the model briefly takes note of a message, or says nothing to it."""
    return number + 1 >= len(turns) or len(turns[number + 1].text) <= BRIEF


def agrees(reply: str) -> bool:
    """Whether a reply agrees to something, rather than thanks for it or wants it otherwise."""
    return any(_AGREES.search(one) and not asks(one) for one in sentences.split(reply))


def tested(turns: Sequence[Said]) -> int:
    """The number of the message after which the person answers a test or plays, and decides nothing: the one that asks
    for it, the first where they reply by bare letters again and again; how many there are where neither is so."""
    spoken = [(number, said.words) for number, said in enumerate(turns) if said.speaker == "person"]
    if sum(bool(_MARK.match(words)) for _, words in spoken) >= OFTEN:
        return 0
    return next((number for number, words in spoken if _TESTED.search(words)), len(turns))


def takes(turns: Sequence[Said], number: int, *, by_name: bool) -> bool:
    """Whether a person's message takes an option of the one before: in words of choice, or saying little but which
    one, where the model put a choice or briefly takes note of it."""
    reply = turns[number].words
    said = next(iter(sentences.split(reply)), reply)
    heard = noted(turns, number)
    if asks(said) or ("?" in said and not heard) or len(reply) > BRIEF:
        return False
    if _CHOOSES.search(said) or (_FAVOURS.search(said) and (heard or not by_name)):
        return True
    if len(said.split()) > BARE:
        return heard and not by_name
    return heard or (bool(_PUT.search(turns[number - 1].text)) and not by_name)
