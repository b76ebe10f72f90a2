"""What the end of work leaves unanswered: a request, a choice put to the person, whether to commit or push."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from compiler.passes.distil import acts, cues, options
from compiler.passes.distil.lines import Line, of_unit, shortened
from compiler.passes.distil.reports import CHECKS
from compiler.passes.distil.similarity import Floats
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wishes import wished
from compiler.passes.distil.wording import opened, requested
from compiler.text.words import terms

_SHIP = (
    r"(?:commit|push|merge|deploy|publish|release"
    r"|open (?:a|the) (?:draft )?(?:pr|pull request)|create (?:a|the) (?:pr|pull request))"
)
_ASKS_TO_SHIP = re.compile(
    rf"\b(?:ready to|want me to|shall i|should i|would you like me to|ok(?:ay)? to"
    rf"|do you want me to) (?:go ahead and )?"
    rf"({_SHIP})\b[^?]{{0,80}}\?\W*$|\b(?:say the word|let me know(?: when| if you(?:'|’)?d like me)?"
    rf"|tell me when|whenever you(?:'"
    rf"|’)?re ready) to ({_SHIP})\b[^?]{{0,40}}$",
    re.I,
)
_NOT_SHIPPED = re.compile(r"(?:^|[.!] )not (?:yet )?(push|merg|committ?|deploy|publish)ed(?: yet)?\.?\W*$", re.I | re.M)
_PUTS_CHOICE = re.compile(
    r"\b(?:which (?:one|way|option|approach|of (?:these|those|them)|path|would|do you|should)"
    r"|what (?:do you (?:think|prefer)"
    r"|would you (?:like|prefer))|your (?:call|pick|preference))\b[^?]{0,80}\?\W*$",
    re.I,
)
_THANKS = re.compile(r"\W*(?:thanks?|thank you|ok(?:ay)?|great|perfect|nice|cool|good|yes|yep|no|done|/)", re.I)
ENOUGH = 3
"""Terms of a request that says what is wanted."""


def find(turns: Sequence[Said], units: Sequence[Unit], score: Floats) -> Iterator[Line]:
    """Loops, of a conversation in which the model works with tools."""
    if not turns:
        return
    number = len(turns) - 1
    if turns[number].speaker == "person":
        yield from _request(turns[number], number, units)
    else:
        yield from _unshipped(turns[number], number, units, score)
        yield from _choice(turns, number)


def _request(said: Said, number: int, units: Sequence[Unit]) -> Iterator[Line]:
    """The person's last word, where it asks for something and nothing came after it."""
    if said.long_paste or said.text.lstrip().startswith("/") or acts.ANSWER.search(said.words):
        return
    for index, unit in enumerate(units):
        asks = (
            unit.said == number and unit.kind == "said" and (requested(unit.typed) or acts.TELLING.search(unit.typed))
        )
        if asks and len(set(terms(unit.tokens))) >= ENOUGH and not _THANKS.match(unit.typed):
            yield replace(of_unit("loop", unit, 1.5, index), text=wished(unit.typed))
            return


def _unshipped(said: Said, number: int, units: Sequence[Unit], score: Floats) -> Iterator[Line]:
    """What the last message reports and asks whether to commit, push or publish, or says not to be."""
    tail = said.words.rstrip()[-200:]
    asked, told = _ASKS_TO_SHIP.search(tail), _NOT_SHIPPED.search(tail)
    if (asked is None and told is None) or any(
        unit.said == number and cues.UNFINISHED.search(unit.text) for unit in units
    ):
        return
    what = next(group for found in (asked, told) if found for group in found.groups() if group).lower()
    own = [
        i
        for i, unit in enumerate(units)
        if unit.said == number and unit.kind in ("prose", "pair") and "?" not in unit.text and not _asks(unit.text)
    ]
    best = max(
        own,
        key=lambda i: (not CHECKS.search(units[i].text), units[i].kind == "pair", float(score[i]), -i),
        default=None,
    )
    if best is not None:
        verb = {"merg": "merge", "committ": "commit"}.get(what, what)
        yield replace(of_unit("loop", units[best], 2.0), text=shortened(f"{opened(verb)}: {units[best].text}"))


def _asks(text: str) -> bool:
    return bool(_ASKS_TO_SHIP.search(text) or _NOT_SHIPPED.search(text))


def _choice(turns: Sequence[Said], number: int) -> Iterator[Line]:
    """Which of the options the last message put up, and asks about."""
    said = turns[number]
    menu = options.put_up(said)
    if menu is None or not _PUTS_CHOICE.search(said.words.rstrip()[-200:]):
        return
    names = [option.name for option in menu]
    if all(len(name) <= options.LONGEST_NAME for name in names):
        text = f"Choose: {', '.join(names[:-1])} or {names[-1]}"
        yield Line("loop", shortened(text), (number,), menu[0].start, menu[-1].end, 2.0)
