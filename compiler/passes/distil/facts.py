"""Durable statements a person makes about themselves, in the third person. Usually there are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from compiler.passes.distil.durable import durable
from compiler.passes.distil.lines import Line
from compiler.passes.distil.third_person import told
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import stated

_DRAFTING = re.compile(
    r"\b(?:act as|pretend|role-?play|you are an? |imagine (?:you|that)|(?:write|draft|compose|create|make"
    r"|give) (?:me )?(?:an?|the|my|this) (?:\w+ ){0,3}(?:letter|e-?mail|essay|story|poem|script|song|speech"
    r"|bio|resume|cv|statement|post|article|report|reply|summary|case study|dialogue|monologue|blog)|rewrite"
    r"|re-write|rephrase|proofread|translate|paraphrase|summari[sz]e|edit (?:this|the|my)|cover letter"
    r"|personal statement|in the voice of|improve (?:this|the|my)|correct (?:this|the|my)|lyrics|grammar"
    r"|transcript|continue the)\b",
    re.I,
)
LONGEST_MESSAGE = 2500
"""Characters beyond which a message is more likely to hold a document than to speak for its sender."""


def find(turns: Sequence[Said], units: Sequence[Unit]) -> Iterator[Line]:
    """Facts in reading order. Where a text is written or reworked, first-person sentences may belong to that text: from
    such a message and the ones that follow it none is taken."""
    drafting = False
    speaks: set[int] = set()
    for number, said in enumerate(turns):
        if said.speaker == "person":
            drafting = drafting or bool(_DRAFTING.search(said.text))
            if not drafting and len(said.text) <= LONGEST_MESSAGE:
                speaks.add(number)
    for index, unit in enumerate(units):
        if unit.kind != "said" or unit.said not in speaks or not 4 <= len(unit.tokens) <= 32:
            continue
        sentence = stated(unit.typed)
        name = durable(sentence)
        if name is not None:
            score = 0.0 if name in ("likes", "team", "habit") else 1.0
            yield Line("fact", told(sentence), (unit.said,), unit.start, unit.end, score, unit=index)
