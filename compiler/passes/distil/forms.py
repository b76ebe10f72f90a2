"""Which candidates may stand as a line of their own, whatever they score: no questions, offers, praise,
announcements."""

from __future__ import annotations

import re

from compiler.passes.distil import cues
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import stated

_ANNOUNCES = re.compile(
    r"(?:here(?:'|’)?s|here (?:is|are)|i can (?:certainly|definitely|also|help)|we can (?:certainly|definitely)"
    r"|let me\b|let(?:'|’)?s (?:break|start"
    r"|dive|look|explore|take|begin|see|tackle|work|get|craft|refine)|to (?:help|get started)|as (?:an ai"
    r"|a (?:large )?language)"
    r"|i (?:don(?:'|’)t|do not) have (?:personal|access)|i (?:apologi[sz]e|hope|appreciate|love|look forward))\b",
    re.I,
)
_EMPATHY = re.compile(
    r"\b(?:it(?:'|’)?s|that(?:'|’)?s|this is) (?:completely |totally |perfectly |absolutely |very |so |such "
    r"|really |wonderful|great|fantastic"
    r"|excellent|a (?:great|good|wonderful|fantastic|very|really))|\b(?:i(?:'|’)m|i am) (?:so |really |very "
    r"|truly )?(?:glad|happy|thrilled"
    r"|delighted|sorry|pleased|confident|excited|here)\b|\b(?:understandable|good luck|enjoy (?:your|the)"
    r"|you(?:'|’)ve got this|keep up|hope"
    r" (?:this|that|you)|proud of|have a (?:great|wonderful|good|safe))\b",
    re.I,
)
_DANGLING = re.compile(
    r"(?:it|they|he|she|which|such|there|both|each|or|because|otherwise|in (?:that|this) case)\b|(?:this|that"
    r"|these|those)(?:'s|’s)?"
    r" (?:is|are|was|were|will|would|can|could|should|has|have|means|makes|gives|helps|allows|ensures|way|one"
    r"|being|said)\b",
    re.I,
)


_REQUESTS = re.compile(
    r"(?:please |can |could |would |will )*(?:you |we )?(?:please |also |just )*(?:help|give|show|tell|write"
    r"|draft|create"
    r"|generate|make|add|update|explain|suggest|recommend|outline|list|summari[sz]e|let me know|i want you"
    r"|i(?:'|’)?d like you|i need you)\b",
    re.I,
)
"""Openings of a person's sentence that only asks for something to be done."""
_WONDERS = re.compile(
    r"(?:so |and |but |ok(?:ay)?,? |hi,? |hey,? )*(?:how (?:do|does|did|can|could|should|would|to|come|many|much"
    r"|long)|why"
    r"|what(?:(?:'|’)?s| is| are| was| do| does| did| should| would| to)|where|who"
    r"|when (?:is|are|do|does|did|will|should)|which \w+ (?:is|are|do|should|would)|is (?:it|there|this|that)|are there"
    r"|do (?:you|i|we)|does|did (?:you|i|we)|should (?:i|we)|can (?:i|we))\b",
    re.I,
)
"""Openings of a question that was typed without its mark."""
_ASKS = re.compile(
    r"(?:^|, )(?:are|is|do|does|did|can|could|would|should|shall|will|have|has)"
    r" (?:we|you|i|it|they|there|the|this|that|your)\b"
    r"|^(?:please )?(?:tell|give|send|share|show|let me know)\b",
    re.I,
)
"""What asks the person for something and leads in a list, whose colon stands where the question mark would."""
_STANDS_IN = re.compile(r"\W*\[(?:attached|unsupported|image|file|redacted|generated)[^\]]*\]\W*$", re.I)
"""What an adapter writes in place of something that is no text."""
_LETTER = re.compile(
    r"(?:subject:|dear\b|hi [A-Z]\w*,|hello [A-Z]\w*,|(?:kind |best |warm )?regards\b|yours\b|sincerely\b)", re.I
)


COLUMNS = 2
"""Bars from which a line is the row of a table whose head was cut off."""


def presentable(unit: Unit) -> bool:
    """Whether a reader of the note would take the unit for a statement that stands by itself."""
    text = unit.typed or unit.text
    if "?" in text or "？" in text or text.count("|") >= COLUMNS or _LETTER.match(text) or _STANDS_IN.match(text):
        return False
    if unit.kind in ("outline", "pack"):
        return not _ASKS.search(text.partition(":")[0])
    body = text[len(unit.heading) + 2 :] if unit.kind == "headed" else text
    if cues.OFFER.search(body) or (unit.kind not in ("item", "headed") and _DANGLING.match(text)):
        return False
    if unit.kind in ("said", "said_pair"):
        return not (_small_talk(text) or _REQUESTS.match(stated(text)) or _WONDERS.match(text))
    return not (cues.PRAISE.match(body) or _ANNOUNCES.match(body) or _EMPATHY.search(body[:90]))


def dangles(text: str) -> bool:
    """Whether a sentence opens with a word that means something in the sentence before."""
    return bool(_DANGLING.match(text))


def _small_talk(text: str) -> bool:
    return bool(cues.PRAISE.match(text)) and len(text) < 60
