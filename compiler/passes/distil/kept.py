"""What a person hands over to be kept: told to remember it, or stated plainly and merely acknowledged; and "
"standing rules.

Such a statement is a key point whether or not it decides anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from compiler.passes.distil.lines import Line
from compiler.passes.distil.third_person import told
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import stated

_CAPTURE = re.compile(
    r"\b(?:(?:please |can you |just )?(?:remember|note|write down|take note|keep in mind|don(?:'"
    r"|’)?t forget|make a note)(?: that|:| this:?|,)|for the record[,:]?|fyi[,:]?|heads[- ]up[,:]?"
    r"|note to self[,:]?)\s*",
    re.I,
)
_RULE = re.compile(
    r"\b(?:from now on|in (?:the )?future|going forward|as a rule|every time|whenever)\b"
    r"|^(?:.{0,30}[:,] )?(?:i )?(?:always|never)\b",
    re.I,
)
_ACKNOWLEDGES = re.compile(
    r"\W*(?:noted|got it|understood|will do|ok(?:ay)?|sure|thanks|thank you|great|perfect|done|saved|i(?:'"
    r"|’)(?:ll|ve) (?:remember|keep|note|noted|made)|duly|acknowledged|makes sense|alright|good to know)\b",
    re.I,
)
_REQUESTS = re.compile(
    r"\b(?:please|can you|could you|would you|help me|tell me|show me|give me|i want you|i(?:'|’)?d like|i need"
    r"|let(?:'|’)?s|make (?:me|it|this)|write|draft|create|generate|explain)\b",
    re.I,
)
_CONCRETE = re.compile(r"\d|(?<=[a-z,;] )[A-Z][a-z]+")
OPENING = 90
"""Characters within which a request to remember something must stand."""
BRIEF = 140
"""Characters of an acknowledgement at most."""
CERTAIN = 6.0


def find(turns: Sequence[Said], units: Sequence[Unit]) -> Iterator[Line]:
    """Key points of this kind, in reading order."""
    for index, unit in enumerate(units):
        said = turns[unit.said]
        if unit.kind != "said" or "?" in unit.typed or said.long_paste:
            continue
        capture = _CAPTURE.search(unit.typed, 0, OPENING)
        if capture and len(unit.typed) - capture.end() >= 15:
            text = told(stated(unit.typed[capture.end() :]))
        elif _RULE.search(stated(unit.typed)) and len(unit.tokens) >= 6 and unit.said > 0:
            text = told(stated(unit.typed))
        elif _handed_over(turns, unit):
            text = unit.text
        else:
            continue
        yield Line("key_point", text, (unit.said,), unit.start, unit.end, CERTAIN, unit=index)


def _handed_over(turns: Sequence[Said], unit: Unit) -> bool:
    """A short message of statements with a name or a number, to which the model only says that it has understood."""
    said = turns[unit.said]
    after = turns[unit.said + 1] if unit.said + 1 < len(turns) else None
    if after is None or after.speaker != "model" or len(after.text) > BRIEF or not _ACKNOWLEDGES.match(after.text):
        return False
    words = said.words
    return len(words) < 500 and "?" not in words and not _REQUESTS.search(words) and bool(_CONCRETE.search(unit.typed))
