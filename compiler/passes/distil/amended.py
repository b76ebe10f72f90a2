"""A proposal that the person takes up with a change ("yes, but only …"), or in words of their own ("add the index")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from compiler.passes.distil import acts, cues, outcome, proposals
from compiler.passes.distil.argued import argued, clause_of_grounds
from compiler.passes.distil.labels import unlabelled
from compiler.passes.distil.lines import Line, of_unit, shortened, told_beside
from compiler.passes.distil.talk import Talk
from compiler.passes.distil.units import LONGEST
from compiler.passes.distil.wishes import wished
from compiler.text.words import terms, words

_YES_BUT = re.compile(
    r"\W*(?:(?:yes|yep|yeah|ok(?:ay)?|sure|go ahead|(?:sounds|looks) good|good|fine|agreed|great|do (?:it|that"
    r"|this)|please)"
    r"[\s,.!–—-]+)+(?=(?:but|with|without|except|only|just|though|as long as|and (?:make|keep|use|don(?:'|’)?t"
    r"|also))\b)",
    re.I,
)
_SAYS_WHAT = 2
"""Terms that a change must hold."""
SHORT = 240
"""Characters of a reply that may take up a proposal."""


def amended(talk: Talk, before: int, number: int) -> Iterator[Line]:
    """What a short reply takes up, with what it changes."""
    reply = talk.turns[number].words.strip()
    if len(reply) > SHORT or "?" in reply:
        return
    if yes := _YES_BUT.match(reply):
        yield from _changed(talk, before, number, " ".join(reply[yes.end() :].split()).rstrip(" .!"))
    elif cues.IMPERATIVE.match(reply) and not acts.routine(reply):
        yield from _in_own_words(talk, before, number, reply)


def _changed(talk: Talk, before: int, number: int, change: str) -> Iterator[Line]:
    if len(set(terms(words(change)))) < _SAYS_WHAT:
        return
    asked, best = proposals.question(talk.turns[before]), proposals.recommended(talk, before)
    if asked:
        line = Line("decision", asked[0], (before, number), asked[1], asked[2], 3.5)
    elif best is not None:
        line = argued(replace(of_unit("decision", talk.units[best], 2.5, best), said=(before, number)))
    else:
        yield from _with_report(talk, number, unlabelled(change))
        return
    proposed = shortened(line.text, LONGEST - len(change) - 2).rstrip(" .")
    yield replace(line, text=f"{proposed}, {change}")


def _in_own_words(talk: Talk, before: int, number: int, reply: str) -> Iterator[Line]:
    """Where the reply names what the model had recommended."""
    best = proposals.recommended(talk, before)
    own = set(terms(words(reply)))
    if best is None or not own & set(terms(talk.units[best].tokens)):
        return
    for line in _with_report(talk, number, reply):
        yield replace(line, said=(*line.said, before))


def _with_report(talk: Talk, number: int, reply: str) -> Iterator[Line]:
    """A reply that says what it settles, with what was done about it."""
    settled, why = clause_of_grounds(wished(reply))
    told = outcome.report(talk, number, set(terms(words(reply))) | talk.subject(number - 1))
    text = settled if told is None else told_beside(settled, of_unit("decision", talk.units[told], 0.0).text)
    start, end = talk.turns[number].blocks[0].start, talk.turns[number].blocks[-1].end
    evidence = (number,) if told is None else (number, talk.units[told].said)
    yield Line("decision", shortened(text), evidence, start, end, 2.0, why, unit=told)
