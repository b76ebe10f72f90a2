"""Choices of the model's own that the person stands behind: what it says it did at their word, what they commit."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from compiler.passes.distil import outcome
from compiler.passes.distil.lines import Line, of_unit
from compiler.passes.distil.talk import Talk
from compiler.passes.distil.wording import opened

_CHOSEN = re.compile(r"\binstead\b(?! of)|\balways\b", re.I)
_SHIPS = re.compile(
    r"\W*(?:(?:ok(?:ay)?|yes|yep|great|good|nice|cool|perfect|thanks|please|now|and|then|let(?:'|’)?s"
    r"|can (?:you|we)|could you|go ahead and"
    r"|also|just)[ ,.!]+)*+(?:commit|push|merge|ship|submit|(?:open|create|submit|make|raise) (?:a|an"
    r"|the) (?:draft )?(?:pr|mr|pull request))\b",
    re.I,
)
MOST_DECLARED = 2
"""Decisions taken from one such list."""
_DECISIONS = re.compile(r"\b(?:decisions|design choices|choices made|trade-?offs)\b", re.I)
_CONTRASTS = re.compile(r"\b(?:instead of|rather than|no longer|never|without)\b|, not\b", re.I)
_REFERS = re.compile(r"^[^.]*?\b(?:it|them|they|this|those|these)\b", re.I)
"""A first sentence that needs the one before it."""
SHORT = 200
"""Characters of a message that only ships what was done."""


def at_their_word(talk: Talk, settled: Collection[int]) -> Iterator[Line]:
    """What the model reports to have done, or left out, because the person said so, in turns that are not `settled`
    otherwise."""
    for index, unit in enumerate(talk.units):
        said = talk.turns[unit.said]
        reports = unit.kind in ("prose", "item") and said.speaker == "model" and said.last and not said.working
        if reports and said.turn not in settled and outcome.AT_THEIR_WORD.search(unit.text) and outcome.tells(unit):
            yield replace(of_unit("decision", unit, 2.6, index), text=outcome.at_word(unit.text))


def declared(talk: Talk) -> Iterator[Line]:
    """What a closing message lists as decisions, where an item says what was not done instead."""
    for number, said in enumerate(talk.turns):
        if said.speaker != "model" or not said.last or said.working:
            continue
        found = [
            i
            for i in talk.of(number)
            if talk.units[i].kind == "headed"
            and _DECISIONS.search(talk.units[i].heading)
            and _CONTRASTS.search(talk.units[i].text)
        ]
        for i in sorted(sorted(found, key=lambda i: (-float(talk.score[i]), i))[:MOST_DECLARED]):
            unit = talk.units[i]
            yield replace(of_unit("decision", unit, 1.0, i), text=opened(unit.text[len(unit.heading) + 2 :]))


def shipped(talk: Talk, before: int, number: int) -> Iterator[Line]:
    """What the last report chose one way rather than another, where the person's next word is to commit it."""
    lines = [line.strip() for line in talk.turns[number].words.splitlines() if line.strip()]
    if not lines or len(talk.turns[number].words) > SHORT or not any(_SHIPS.match(line) for line in lines):
        return
    found = [
        i
        for i in talk.of(before)
        if talk.units[i].kind in ("prose", "item", "pair")
        and _CHOSEN.search(talk.units[i].text)
        and outcome.tells(talk.units[i])
    ]
    best = max(found, key=lambda i: (not _REFERS.search(talk.units[i].text), float(talk.score[i]), -i), default=None)
    if best is not None:
        yield of_unit("decision", talk.units[best], 1.0, best)
