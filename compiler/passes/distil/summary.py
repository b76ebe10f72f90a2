"""At most two sentences: what the person wanted, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from compiler.passes.distil import reports
from compiler.passes.distil.forms import presentable
from compiler.passes.distil.lines import shortened
from compiler.passes.distil.similarity import Floats
from compiler.passes.distil.turns import Said, working
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import stated
from compiler.text import sentences
from compiler.text.words import terms

_REQUEST = re.compile(
    r"\?|^(?:please |can |could |i(?:'|’)?d like|i want|i need|we need|help|let(?:'|’)?s|(?:add|make|write"
    r"|create|fix|update|find|show|give|explain|plan|move|build|design|draft|set up|open|check|review)\b)",
    re.I,
)
_MANNER = re.compile(
    r"\b(?:one (?:question )?at a time|step by step|feel free|let me know|please ask|ask me|before (?:giving|answering)"
    r"|your (?:answers?|responses?|repl(?:y|ies)|output)|(?:you (?:will|must|should)|i will (?:give|provide|type))\b)",
    re.I,
)
"""How the model is to answer, rather than what is wanted of it."""

_REFERS = re.compile(r"(?:he|she|they|his|her|their|it|its|this|that|these|those)\b", re.I)
"""Openings of a sentence that only the one before explains."""


def summary(turns: Sequence[Said], units: Sequence[Unit], score: Floats, dead: Collection[int] = ()) -> str:
    """The most telling request of the person's first message, then the model's most central statement, where it worked
    with tools one of its last reports; nothing `dead`, which was withdrawn."""
    first = min((said.turn for said in turns if said.speaker == "person"), default=0)
    asks = [i for i, unit in enumerate(units) if unit.kind == "said"]
    opening = [i for i in asks if turns[units[i].said].turn == first]
    if all(len(set(terms(units[i].tokens))) < 2 for i in opening):
        opening = [i for i in asks if turns[units[i].said].turn == first + 1] or opening
    asked = max(
        [i for i in opening if i not in dead] or opening,
        key=lambda i: (
            float(score[i])
            + bool(_REQUEST.search(units[i].typed))
            - 2 * bool(_REFERS.match(units[i].typed) or _MANNER.search(units[i].typed)),
            -i,
        ),
        default=None,
    )
    answers = [i for i, unit in enumerate(units) if unit.kind == "prose" and i not in dead and _stands(unit)]
    if working(turns):
        idle = reports.worthless(units, turns)
        told = [i for i in answers if i not in idle and not reports.CHECKS.search(units[i].text)]
        last = sorted({units[i].said for i in told})[-2:]
        answers = [i for i in told if units[i].said in last] or answers
    answer = max(answers, key=lambda i: (float(score[i]), -i), default=None)
    parts = [_sentence(units[i].typed or units[i].text) for i in (asked, answer) if i is not None]
    said = next((said.words for said in turns if said.speaker == "person"), "")
    if asked is None and (whole := next(iter(sentences.split(said)), "")):
        parts.insert(0, _sentence(whole))
    return " ".join(dict.fromkeys(parts))


def _stands(unit: Unit) -> bool:
    return presentable(unit) and not unit.text.startswith(('"', "“", "'"))


def _sentence(text: str) -> str:
    text = shortened(stated(text))
    return text if text[-1:] in ".!?…。！？" else text.rstrip(" :;,") + "."
