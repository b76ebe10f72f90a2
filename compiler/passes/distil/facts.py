"""Durable statements a person makes about themselves, in the third person. Usually there are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from compiler.passes.distil import drafts
from compiler.passes.distil.durable import durable
from compiler.passes.distil.lines import Line
from compiler.passes.distil.third_person import told
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import opened, stated
from compiler.text import sentences

_CONCLUDES = re.compile(
    r"[,;–—]?\s+(?:so (?!far\b|that\b|much\b|many\b|as\b)|which (?:is why|means|makes)|that(?:'|’)s why|hence)\s*"
    r"|[,;–—]\s+(?:but|though|although|if|whereas|(?:and )?(?:do|does|is|are|can|could|would|will|should|what|which|how"
    r"|when|where|who|any|please|give|tell|help|suggest|recommend|keep))\b",
    re.I,
)
_CLAUSES = re.compile(
    r"(?:[,;:–—]|\s-)\s+(?:and |because |since |as )?(?=(?:i|we|my|our)(?:\b|['’]))|\s+and (?=(?:i|my)\b)", re.I
)
_LABEL = re.compile(
    r"(?!in\b|for\b|at\b|on\b|as\b|when|since|during|after|before|with|to\b|until|from)[\w' -]{1,40}[,:] "
    r"(?:(?:yes|no|and|well|also),? )*(?=(?:i|my|we|our)\b)",
    re.I,
)
_SUPPOSES = re.compile(
    r"\W*(?:imagine|suppose|pretend|if|let(?:'|’)?s say|say|what if|assum\w+|as if|act|you(?:'|’)re"
    r"|you are|write|draft|once)\b"
    r"|.*\b(?:says?|said|asks?|asked|told|tells?|writes?|wrote|replied|quote|called|titled)\b[^.]{0,20}[,:]",
    re.I,
)
"""Sentences whose clauses are not the person's own word."""
_SETTLED = re.compile(r"(?<=[a-z] )(?:now|these days|currently)(?=[.!]*$)", re.I)
_LOOSE = ("likes", "team", "habit", "rhythm", "things")
"""Patterns that say less surely that a sentence is about the person: they rank below the others, and it must stand by
itself."""
_REFERS = re.compile(r"\b(?:it|this|these|those|them)\b", re.I)
_HOUSEHOLD = re.compile(r"^(we|our)\b", re.I)
SHORTEST = 2
LONGEST_MESSAGE = 2500
"""Characters beyond which a message is more likely to hold a document than to speak for its sender."""


def find(turns: Sequence[Said], units: Sequence[Unit]) -> Iterator[Line]:
    """Facts in reading order. Where a text is written or reworked, first-person sentences may belong to that text: from
    such a message and the ones that follow it none is taken."""
    drafting = False
    speaks: set[int] = set()
    for number, said in enumerate(turns):
        if said.speaker == "person":
            drafting = drafting or bool(drafts.ASKS.search(said.text))
            if not drafting and len(said.text) <= LONGEST_MESSAGE:
                speaks.add(number)
    for index, unit in enumerate(units):
        if unit.kind != "said" or unit.said not in speaks or not 4 <= len(unit.tokens) <= 32:
            continue
        for statement in statements(stated(unit.typed)):
            name = durable(statement)
            if name is not None and not (name in _LOOSE and _REFERS.search(statement)):
                score = 0.0 if name in _LOOSE else 1.0
                if name not in ("team", "work"):
                    statement = _HOUSEHOLD.sub(lambda match: "I" if len(match.group()) == 2 else "My", statement)
                yield Line("fact", told(_closed(statement)), (unit.said,), unit.start, unit.end, score, unit=index)
                break


def statements(sentence: str) -> Iterator[str]:
    """What a sentence may state by itself, longest first: without what it concludes from that or sets against it, then
    its clauses. "I live in Trondheim now, so I test there" says "I live in Trondheim"."""
    if _SUPPOSES.match(sentence):
        return
    for one in _parts(sentence):
        settled = _SETTLED.sub("", one.strip(" ,;–—"))
        settled = _LABEL.sub("", stated(settled), count=1)
        if len(settled.split()) >= SHORTEST:
            yield opened(settled)


def _parts(text: str) -> Iterator[str]:
    for sentence in sentences.split(text):
        main = _CONCLUDES.split(sentence, maxsplit=1)[0]
        yield main
        yield from _CLAUSES.split(main)
        if main != sentence:
            yield from _CLAUSES.split(sentence)


def _closed(statement: str) -> str:
    return statement if statement.endswith((".", "!")) else statement.rstrip(" ,;:") + "."
