"""What a model's message puts to the person for a yes or no: the question that proposes, the way it recommends."""

from __future__ import annotations

import re

from compiler.passes.distil import cues
from compiler.passes.distil.forms import presentable
from compiler.passes.distil.loops import stays_open
from compiler.passes.distil.reports import RECORDS
from compiler.passes.distil.talk import Talk
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import opened
from compiler.text.prose import plain
from compiler.text.words import STOP, listed, stem, words

_PUTS = re.compile(
    r"\b(?:(?:would you (?:like|prefer|rather)|do you want|want)(?: (?:me|us) to)?(?: have)?"
    r"|(?:shall|should|can|could|may) (?:i|we)|(?:how|what) about|what if (?:i|we)|why not"
    r"|(?:is it|are you|would it be) (?:ok(?:ay)?|fine|alright|good|happy)(?: (?:if|to|with)(?: (?:i|we))?)?)\s+",
    re.I,
)
_OPEN = re.compile(r"(?:which|what|how|whether|when|where|who)\b|.*\bor\b", re.I)
_QUOTED = re.compile(r"[\"“`][^\"”`]*[\"”`]")
_ENDS = re.compile(r"[?？](?=[\s*_)\]]|$)")
ERRANDS = frozenset(
    map(
        stem,
        listed(
            "commit push start begin proceed continue go implement apply update create open make do write draft run "
            "change changes edit edits file files fix fixes repo repository pr pull request branch code test"
            " tests plan "
            "option "
            "options next step steps task tasks now this that proceeding implementing implementation draw review "
            "merge ahead "
            "move discuss questions question details detail look check investigate try add it them version issue"
            " commits "
            "message summary list show explain help work"
        ),
    )
)
"""Words of a question that only asks whether to go on."""
_RULES = re.compile(
    r"\b(?:principled|simplest|minimal|cleanest|right|proper|safest) (?:rule|fix|approach|way|change)\b", re.I
)
_GROUNDS = re.compile(r"\b(?:because|since|as it)\b", re.I)
ENOUGH = 3
"""Words beside those that a question needs to say what is proposed."""


def question(said: Said) -> tuple[str, int, int] | None:
    """What the last question of a message that proposes one thing proposes, as a statement, with its place: of "Would
    you prefer one file per year?" "One file per year"."""
    for block in reversed(said.blocks):
        raw = said.text[block.start : block.end] if block.kind in ("paragraph", "item") else ""
        ends = list(_ENDS.finditer(raw))
        puts = list(_PUTS.finditer(raw, 0, ends[-1].start())) if ends else []
        if puts:
            start, end = puts[-1].end(), ends[-1].start()
            proposed = plain(raw[start:end]).strip(" *_.,;:—–-")
            if specific(proposed) and not _OPEN.match(_QUOTED.sub("", proposed)):
                return opened(proposed), block.start + puts[-1].start(), block.start + ends[-1].end()
            return None
    return None


def specific(text: str, least: int = ENOUGH) -> bool:
    """Whether a text names something to be done, in so many words, rather than asking to go on."""
    return len({stem(word) for word in words(text) if word not in STOP} - ERRANDS) >= least


def recommended(talk: Talk, number: int) -> int | None:
    """The unit by which a message says what it recommends or would do, else None."""
    found = [i for i in talk.of(number) if _recommends(talk.units[i])]
    return max(found, key=lambda i: (bool(_RULES.search(talk.units[i].text)), float(talk.score[i]), -i), default=None)


def _recommends(unit: Unit) -> bool:
    return (
        unit.kind in ("prose", "item")
        and bool(cues.PROPOSAL.search(unit.text) or _RULES.search(unit.text))
        and specific(_GROUNDS.split(unit.text)[0])
        and not RECORDS.match(unit.text)
        and presentable(unit)
        and not stays_open(unit)
    )
