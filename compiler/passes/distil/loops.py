"""What is still open at the end: a promise with a date, a step named and not done, a question left hanging."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from compiler.passes.distil import cues
from compiler.passes.distil.lines import Line, of_unit
from compiler.passes.distil.similarity import Floats
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.text.prose import plain

_PROMISED = re.compile(
    r"\b(?:i(?:'|’)?ll|i will|we(?:'|’)?ll|we will|i(?:'|’)?m going to|i (?:still )?(?:need|have) to"
    r"|we (?:still )?(?:need|have) to"
    r"|remind me|don(?:'|’)?t forget|todo|to-do|still (?:need|have|missing|open)|follow up|get back to)\b",
    re.I,
)
_LATER = re.compile(
    r"\b(?:tomorrow|tonight|next (?:week|month|weekend)|this (?:week|weekend|evening|afternoon)|(?:by|on|until"
    r"|before) (?:next )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|the end|eod|the \d+)|in the morning|after work)\b",
    re.I,
)
_STILL = re.compile(
    r"\b(?:still to (?:do|be done)|i(?:(?:'|’)ve)? still (?:need|have|must|got) to|we still (?:need|have) to"
    r"|yet to be|not done yet"
    r"|remind me|don(?:'|’)?t let me forget|to-?do:)",
    re.I,
)
_REPORTS = re.compile(
    r"\b(?:let you know|tell you|hit you|holl(?:a|er)|update you|keep (?:that|it|this) in mind|get back to work"
    r"|if you|you (?:might|may|can|could)|you(?:'|’)ll)\b",
    re.I,
)
_STATE = re.compile(
    r"\b(?:not (?:yet )?(?:been )?(?:pushed|merged|committed|deployed|tested|implemented|verified|published)"
    r"|still (?:to be|open|needs? (?:to|a|an|your)|pending|unresolved|missing)"
    r"|remains? (?:to be|open)|yet to be|haven(?:'|’)?t (?:been )?(?:pushed|merged|committed|tested)|(?:is"
    r"|are) (?:still )?(?:awaiting|pending|blocked)|awaits? (?:your|the|review|approval)"
    r"|blocked (?:by|on)|once .{3,60} (?:is|are) (?:merged|done|ready|approved|available)|ready to (?:push|merge"
    r"|commit|deploy) (?:when|once|if)|(?:great|good|as a|in a|separate) follow-?up|separate pr)\b",
    re.I,
)
_HEADING = re.compile(
    r"^\W*(?:(?:your |our |immediate |suggested |recommended )?next steps?|to-?dos?(?: list)?|open (?:questions?"
    r"|items?|points?)|remaining (?:work|tasks?|items?|steps?)|follow-?ups?"
    r"|action items?|still (?:open|to do)|outstanding|what(?:'|’)?s (?:left|next))\b",
    re.I,
)
_TASK = re.compile(r"\[ \]\s+")


def find(turns: Sequence[Said], units: Sequence[Unit], score: Floats) -> Iterator[Line]:
    """Open loops, those of the last turns only: what an earlier turn left open the later ones have taken up."""
    final = max((said.turn for said in turns), default=0)
    yield from _tasks(turns)
    for index, unit in enumerate(units):
        said = turns[unit.said]
        if (
            unit.kind not in ("said", "prose", "item")
            or cues.QUESTION.search(unit.text)
            or cues.LEADS_ON.search(unit.text)
        ):
            continue
        if _left_open(unit, said, final):
            yield of_unit("loop", unit, float(score[index]) + 0.5, index)


def _tasks(turns: Sequence[Said]) -> Iterator[Line]:
    """Unticked tasks in the person's own words."""
    for number, said in enumerate(turns):
        for block in said.blocks if said.speaker == "person" else ():
            task = _TASK.match(said.text, block.start, block.end) if block.kind == "item" else None
            if task:
                yield Line("loop", plain(said.text[task.end() : block.end]), (number,), block.start, block.end, 3.0)


def _left_open(unit: Unit, said: Said, final: int) -> bool:
    """Whether the person promises something for later, or the model's closing message says what is not done."""
    if _REPORTS.search(unit.typed or unit.text):
        return False
    if said.speaker == "person":
        return said.turn >= final - 2 and "?" not in unit.typed and promises(unit.typed)
    if not said.last or said.turn != final or cues.OFFER.search(unit.text):
        return False
    return bool(_STATE.search(unit.text)) or (unit.kind == "item" and bool(_HEADING.search(unit.heading)))


def promises(text: str) -> bool:
    """Whether the person says that they will do something on a day, or that something is still to be done."""
    return bool(_STILL.search(text) or (_PROMISED.search(text) and _LATER.search(text)))
