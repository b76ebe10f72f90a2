"""What a person wants, as a statement: of "Hmm, can't we just keep the commits as they were?" "Keep the commits as they
were"."""

from __future__ import annotations

import re

from compiler.passes.distil.wording import opened, stated

_SETS_OUT = re.compile(
    r"(?:(?:i(?:'|’)?m |i am |we(?:'|’)?re |i was |just )?(?:looking at (?:this|that|it|the \w+)|wondering(?: now)?"
    r"|thinking(?: about (?:this|that|it))?|one (?:more )?(?:thing|question|thought)|question|hmm+|for now"
    r"|(?:to answer|about|on) your (?:\w+ )?question[^:,]*|also)\s*[:,–—-]\s*"
    r"|for now (?=can|could|let)|(?:hmm+|also|and|so|but|ok(?:ay)?|well|wait|oh|actually|yeah|no|maybe"
    r"|wondering)[, ]\s*)+",
    re.I,
)
_PROPOSES = re.compile(
    r"(?:(?:ca|could|should|would|do|did|are|is|wo)n(?:'|’)?t (?:we|you|i|it be (?:better|easier|simpler|nicer"
    r"|cleaner) (?:to|if we))"
    r"|why (?:(?:do|are|ca|did|should)(?:n(?:'|’)?t (?:we|you)| (?:we|you) not)|not\b)"
    r"|(?:can|could|should|shall|may) (?:we|you|i)(?: not)?"
    r"|how about(?: (?:we|if we))?|what (?:about|if we)|let(?:'|’)?s(?! not)|maybe we (?:can|could|should)"
    r"|i(?:(?:'|’)d| would) (?:like|prefer|rather)(?: (?:you|us|it))?(?: to)?|i want (?:you |us )?to"
    r"|(?:i think )?(?:we|you) (?:should|can|could))(?: (?:just|also|maybe|please|simply|rather|still))*\s+",
    re.I,
)
_TRAILS = re.compile(r"(?:,? (?:right|ok(?:ay)?|no|please|or not|somehow|thanks|thank you))*[\s?.!,]*$", re.I)
_BEFORE = re.compile(
    r"(?:[–—-] |[,;:] (?:and |but |so )?|\b(?:and|but|so) )(?:for now,? )?(?=(?:ca|could|should|why|how about"
    r"|what)\w*)",
    re.I,
)
"""What may stand before the clause that asks."""


def wished(text: str) -> str:
    """The statement without what asks, proposes or leads up to it, opened by a capital."""
    text = stated(text)
    if found := _asking(text):
        text = text[found.end() :]
    return opened(_TRAILS.sub("", text).strip())


def proposes(text: str) -> bool:
    """Whether a sentence proposes something by asking for it."""
    return "?" in text and _asking(stated(text)) is not None


def _asking(text: str) -> re.Match[str] | None:
    """The words by which a sentence, or its last clause, asks for what follows them."""
    out = _SETS_OUT.match(text)
    starts = [out.end() if out else 0, *(found.end() for found in _BEFORE.finditer(text))]
    return next((found for start in reversed(starts) if (found := _PROPOSES.match(text, start))), None)
