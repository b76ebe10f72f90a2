"""What a person hands over to be kept: told to remember it, or stated plainly and merely acknowledged; and
standing rules.

Such a statement is a key point whether or not it decides anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from compiler.passes.distil import loops
from compiler.passes.distil.forms import dangles
from compiler.passes.distil.lines import Line
from compiler.passes.distil.third_person import told
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import stated

_CAPTURE = re.compile(
    r"(?:^\W*|\b(?:please|can you|could you|will you|you to|just|also|and|so|but|hey|hi),? |[,.:;!–—-] )"
    r"(?:(?:remember|note(?: down)?|write (?:(?:this|that|it) )?down|take (?:a )?note|(?:keep|bear) (?:(?:this|that"
    r"|it) )?in mind"
    r"|don(?:'|’)?t forget|make a note|save)(?: (?:this|that|it|of this|for (?:later|me|next time|the future)))*"
    r"(?:\s+that\b|\s*[:,—–])"
    r"|(?:remember|keep in mind|don(?:'|’)?t forget)(?=,? (?:my|our|i|we|i(?:'|’)(?:m|ve)|[A-Z]\w+ (?:is|has"
    r"|was))\b))\s*"
    r"|\b(?:for the record|for (?:future|your) reference|fyi|heads[- ]up|note to self|just so you know)[,:]?\s*",
    re.I,
)
_ASKS_TO_KEEP = re.compile(r"\W*(?:please |hey |hi |and |so )?(?:can|could|will|would) you\b", re.I)
_RULE = re.compile(
    r"\b(?:from now on|in (?:the )?future|going forward|as a rule|every time|whenever)\b"
    r"|^(?:.{0,30}[:,] )?(?:i )?(?:always|never)\b",
    re.I,
)
_ACKNOWLEDGES = re.compile(
    r"\W*(?:noted|got it|understood|will do|ok(?:ay)?|sure|thanks|thank you|great|perfect|done|saved|i(?:'"
    r"|’)(?:ll|ve) (?:remember|keep|note|noted|made)|duly|acknowledged|makes sense|alright|good to know"
    r"|that(?:'|’)s (?:great|good|wonderful|fantastic|lovely|helpful|nice|excellent)|glad|happy to hear|wonderful"
    r"|fantastic"
    r"|excellent|congrat\w*|cool|nice|awesome|yes|i(?:'|’)ll remember)\b",
    re.I,
)
_REQUESTS = re.compile(
    r"\b(?:please|can you|could you|would you|help me|tell me|show me|give me|i want you|i(?:'|’)?d like|i need"
    r"|let(?:'|’)?s|make (?:me|it|this)|write|draft|create|generate|explain)\b",
    re.I,
)
_CONCRETE = re.compile(
    r"\d|(?<=[a-z,;] )[A-Z][a-z]+|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
)
_NOTED = re.compile(
    r"\b(?:noted|got it|understood|i(?:'|’)ll (?:remember|keep)|thank(?:s| you) for (?:sharing|telling"
    r"|letting))\b",
    re.I,
)
OPENING = 90
"""Characters within which a request to remember something must stand."""
BRIEF = 140
"""Characters of an acknowledgement at most."""
CERTAIN = 6.0


def find(turns: Sequence[Said], units: Sequence[Unit]) -> Iterator[Line]:
    """Key points of this kind, in reading order."""
    for index, unit in enumerate(units):
        said = turns[unit.said]
        if unit.kind != "said" or said.long_paste:
            continue
        capture = _CAPTURE.search(unit.typed, 0, OPENING)
        if "?" in unit.typed and not (capture and _ASKS_TO_KEEP.match(unit.typed)):
            continue
        if capture and len(unit.typed) - capture.end() >= 15:
            text = told(stated(unit.typed[capture.end() :].rstrip(" ?")))
        elif _RULE.search(stated(unit.typed)) and len(unit.tokens) >= 6 and unit.said > 0:
            text = told(stated(unit.typed))
        elif _handed_over(turns, unit) and not loops.promises(unit.typed) and not dangles(unit.typed):
            text = unit.text
        else:
            continue
        yield Line("key_point", text, (unit.said,), unit.start, unit.end, CERTAIN, unit=index)


def takes_note(said: Said) -> bool:
    """Whether a message of the model's only says that it has understood."""
    text = said.text
    brief = said.speaker == "model" and len(text) <= BRIEF and "?" not in text
    return brief and bool(_ACKNOWLEDGES.match(text) or _NOTED.search(text))


def _handed_over(turns: Sequence[Said], unit: Unit) -> bool:
    """A short message of statements with a name or a number, to which the model only says that it has understood."""
    said = turns[unit.said]
    after = turns[unit.said + 1] if unit.said + 1 < len(turns) else None
    if after is None or not takes_note(after):
        return False
    words = said.words
    return len(words) < 500 and "?" not in words and not _REQUESTS.search(words) and bool(_CONCRETE.search(unit.typed))
