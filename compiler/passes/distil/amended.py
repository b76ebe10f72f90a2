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
_EITHER = re.compile(r"(?P<one>[^.?;:,\n]{3,90}?),? or (?P<other>[^.?;\n]{3,70})[.?](?=\s|$)", re.I)
"""Two ways that a message leaves to the person."""
_FRAME = re.compile(
    r"(?:.*\b)?(?:either|between|(?:should|shall|can|could) (?:i|we)|(?:i|we) (?:can|could|would)|how about"
    r"|what about|prefer(?: to)?"
    r"|(?:do|would) you (?:like|want|rather)(?: me)?(?: to)?|want me to)\s+",
    re.I,
)
_OF_FACT = re.compile(
    r"\W*(?:does|do|did|is|are|was|were|has|have|which|who|when|where|how|why|what|want|whether)\b", re.I
)
"""Openings of a question about how things are, or whether to go on."""
_SAYS_WHAT = 2
"""Terms that a change must hold."""
SHORTEST_ORDER = 80
"""Characters of a reply that only says which."""
SHORT = 240
"""Characters of a reply that may take up a proposal."""


def amended(talk: Talk, before: int, number: int) -> Iterator[Line]:
    """What a short reply takes up, with what it changes."""
    reply = talk.turns[number].words.strip()
    if len(reply) > SHORT or "?" in reply or acts.asks_advice(reply):
        return
    if yes := _YES_BUT.match(reply):
        yield from _changed(talk, before, number, " ".join(reply[yes.end() :].split()).rstrip(" .!"))
    elif found := list(_one_of_two(talk, before, number, reply)):
        yield from found
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


def _one_of_two(talk: Talk, before: int, number: int, reply: str) -> Iterator[Line]:
    """The one of two ways whose words the reply opens with, with the other as what it was taken instead of."""
    ways = [found for found in _EITHER.finditer(talk.turns[before].words) if _FRAME.match(found["one"])]
    settled, why = clause_of_grounds(reply)
    own = set(terms(words(settled)))
    if not ways or len(settled) > SHORTEST_ORDER:
        return
    one, other = (_FRAME.sub("", ways[-1][side], count=1).strip(" ,") for side in ("one", "other"))
    if _OF_FACT.match(one) or not proposals.names(one) or not proposals.names(other):
        return
    first, second = set(terms(words(one))), set(terms(words(other)))
    for taken, left, mine, theirs in (
        (one, other, first - second, second - first),
        (other, one, second - first, first - second),
    ):
        if own & mine and not own & theirs:
            for line in _with_report(talk, number, taken):
                yield replace(line, said=(*line.said, before), reason=why, instead_of=left)


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
