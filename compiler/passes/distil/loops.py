"""What is still open at the end: a promise with a date, a step named and not done, a question left hanging."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from compiler.passes.distil import cues, settling, unanswered
from compiler.passes.distil.lines import Line, of_unit
from compiler.passes.distil.similarity import Floats
from compiler.passes.distil.turns import Said, working
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import opened, stated
from compiler.text.prose import plain
from compiler.text.words import terms

_PROMISED = re.compile(
    r"\b(?:i(?:'|’)?ll|i will|we(?:'|’)?ll|we will|i(?:'|’)?m going to|i (?:still )?(?:need|have) to"
    r"|we (?:still )?(?:need|have) to"
    r"|(?:^|[,;–] |\b(?:and|but|though),? )(?:still )?(?:have|need) to (?:look|check|fix|call|ask|write|do|find"
    r"|send|test)"
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
    r"|(?<!not )(?<!n't )(?<!n’t )(?<!never )remind me\b(?! (?:of|what|who|how|where|why|which)\b)|don(?:'"
    r"|’)?t let me forget"
    r"|to-?do:)",
    re.I,
)
_REPORTS = re.compile(
    r"\b(?:let you know|tell you|hit you|holl(?:a|er)|update you|keep (?:that|it|this) in mind|get back to work"
    r"|if you|you (?:might|may|can|could)|you(?:'|’)ll)\b",
    re.I,
)
_OPEN = re.compile(r"\b(?:open|outstanding) (?:questions?|items?|points?)\b", re.I)
_HEADING = re.compile(
    r"^\W*(?:(?:your |our |immediate |suggested |recommended )?next steps?|to-?dos?(?: list)?|open (?:questions?"
    r"|items?|points?)|remaining(?: (?:work|tasks?|items?|steps?)|\W*$)|not (?:yet )?done|left to do|pending"
    r"|follow-?ups?"
    r"|action items?|before (?:i|we)\b.{3,80}|still (?:open|to do)|outstanding|what(?:'|’)?s (?:left|next))\b",
    re.I,
)
_TASK = re.compile(r"\[ \]\s+")


_BROKEN_OFF = re.compile(
    r"\b(?:will|i(?:'|’)?ll|i(?:'|’)?m (?:about to|going to)) (?:\w+ ){0,3}(?:commit|push|merge"
    r"|deploy|publish|open|create)\b"
    r"|^depending on\b.{3,80}\b(?:we|you|i)\b",
    re.I,
)
_REMINDS = re.compile(
    r"[,;–—]? (?:and |but |so )?(?:please )?(?:remind (?:me|user|them)|don(?:'|’)t let (?:me|user|them) forget)"
    r"(?: (?:if (?:i|they|user) forgets?|about (?:it|that|this)|then|later|please))*(?=[.!]?$)",
    re.I,
)
_FINISHED = re.compile(
    r"\b(?:done|finished|sent|pushed|merged|committed|deployed|fixed|cancel?led|booked|deleted"
    r"|removed|moved|added|closed"
    r"|works? now|(?:is|are) (?:now )?(?:ready|live|in place|gone)|implemented|published|completed|bought|paid|ordered"
    r"|now (?:comes?|reads?|uses?|works?))\b",
    re.I,
)
_UNFINISHED = re.compile(r"\b(?:not|never|still|yet|will|to be|todo|need|once|when|if)\b|n(?:'|’)t\b|\?", re.I)
_GENERAL = re.compile(r"^(?:once|when|if|perhaps|do|don(?:'|’)?t)\b|\bremains to be\b|\bis pending\b", re.I)
"""What is always so, or may be, rather than left open here."""
_BLANK = re.compile(r"\[(?:insert|your|add|name|date)\b[^\]]*\]", re.I)
"""A place of a form that is to be filled in."""
FINISHED = 0.5
"""Share of a loop's terms that a later sentence must hold to show it done."""


def find(turns: Sequence[Said], units: Sequence[Unit], score: Floats) -> Iterator[Line]:
    """Open loops, and those that the person named and that were done within the conversation. What the model or a
    promise of long ago left open counts in the last turns only: later ones have taken it up."""
    final = max((said.turn for said in turns), default=0)
    busy = working(turns)
    itemised = {(unit.said, unit.heading) for unit in units if unit.kind == "headed"}
    yield from _tasks(turns)
    if busy:
        yield from unanswered.find(turns, units, score)
    for index, unit in enumerate(units):
        said = turns[unit.said]
        if unit.kind == "outline":
            if said.last and said.turn == final and cues.UNFINISHED.search(unit.heading):
                yield of_unit("loop", unit, float(score[index]) + 0.5, index)
            continue
        whole = unit.kind == "pack" and (unit.said, unit.heading) not in itemised
        if (unit.kind == "headed" or whole) and _to_do(unit, said, final):
            text = opened(unit.text[len(unit.heading) + 2 :])
            yield replace(of_unit("loop", unit, float(score[index]) + 0.5, index), text=text)
        if unit.kind not in ("said", "prose", "item") or cues.LEADS_ON.search(unit.text):
            continue
        if busy and said.last and said.turn == final and _waits(unit):
            yield replace(of_unit("loop", unit, float(score[index]) + 1.0, index), text=_waiting(unit.text))
        elif not cues.QUESTION.search(unit.text) and _left_open(unit, said, final, busy):
            done = _is_done(unit, units)
            if done or said.turn >= final - 2:
                line = of_unit("loop", unit, float(score[index]) + 0.5, index)
                yield replace(line, text=opened(_REMINDS.sub("", line.text)), done=done)


def _waiting(text: str) -> str:
    """Of a sentence what it says is about to be done, without its grounds."""
    for part in reversed(re.split(r",? so |; |, and (?=(?:i|we)\b)", text)):
        if _BROKEN_OFF.search(part):
            return opened(re.sub(r"^(?:i(?:'|’)?m|i am|we(?:'|’)?re|we are) ", "", stated(part), flags=re.I))
    return text


def stays_open(unit: Unit) -> bool:
    """Whether a unit only says what is to be done next, or not done: nothing that was settled."""
    return bool(
        _HEADING.search(unit.heading) or cues.UNFINISHED.search(unit.heading) or cues.UNFINISHED.search(unit.text)
    )


def _waits(unit: Unit) -> bool:
    return bool(_BROKEN_OFF.search(unit.text)) and not _REPORTS.search(unit.text)


def _is_done(loop: Unit, units: Sequence[Unit]) -> bool:
    """Whether something said in a later message shows it done."""
    own = set(terms(loop.tokens))
    return len(own) >= 2 and any(
        other.said > loop.said
        and other.kind in ("said", "prose", "item")
        and len(own.intersection(terms(other.tokens))) >= max(2, FINISHED * len(own))
        and _FINISHED.search(other.text)
        and not _UNFINISHED.search(other.text)
        for other in units
    )


def _tasks(turns: Sequence[Said]) -> Iterator[Line]:
    """Unticked tasks in the person's own words."""
    for number, said in enumerate(turns):
        for block in said.blocks if said.speaker == "person" else ():
            task = _TASK.match(said.text, block.start, block.end) if block.kind == "item" else None
            if task:
                yield Line("loop", plain(said.text[task.end() : block.end]), (number,), block.start, block.end, 3.0)


def _left_open(unit: Unit, said: Said, final: int, busy: bool) -> bool:
    """Whether the person promises something for later, or the model's closing message says what is not done; a long one
    that only talks tells of the world."""
    if _REPORTS.search(unit.typed or unit.text):
        return False
    if said.speaker == "person":
        return "?" not in unit.typed and not said.long_paste and promises(unit.typed)
    if said.last and said.turn == final and cues.UNFINISHED.search(unit.text):
        return busy or (len(said.text) <= settling.BRIEF and not _GENERAL.search(unit.text))
    return unit.kind == "item" and _to_do(unit, said, final)


def _to_do(unit: Unit, said: Said, final: int) -> bool:
    """Whether it stands in the closing messages under a heading such as "Next steps"."""
    closing = said.speaker == "model" and said.last and said.turn >= final - 1
    asks = "?" in unit.heading or ("?" in unit.text and not _OPEN.search(unit.heading))
    tells = not (asks or cues.OFFER.search(unit.text) or _BLANK.search(unit.text))
    return closing and tells and bool(_HEADING.search(unit.heading))


def promises(text: str) -> bool:
    """Whether the person says that they will do something on a day, or that something is still to be done."""
    return bool(_STILL.search(text) or (_PROMISED.search(text) and _LATER.search(text)))
