"""What a model's message puts to the person for a yes or no: the question that proposes, the way it recommends."""

from __future__ import annotations

import re
from dataclasses import replace

from compiler.passes.distil import cues
from compiler.passes.distil.argued import gives_grounds
from compiler.passes.distil.forms import presentable
from compiler.passes.distil.labels import unlabelled
from compiler.passes.distil.lines import Line
from compiler.passes.distil.loops import stays_open
from compiler.passes.distil.reports import RECORDS
from compiler.passes.distil.talk import Talk
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import opened, stated
from compiler.text import sentences
from compiler.text.prose import plain
from compiler.text.words import STOP, stem, words

_PUTS = re.compile(
    r"\b(?:(?:would you (?:like|prefer|rather)|do you want|want)(?: (?:me |us )?to)?(?: have)?"
    r"|(?:shall|should|can|could|may) (?:i|we)|(?:how|what) about|what if (?:i|we)|why not"
    r"|(?:is it|are you|would it be) (?:ok(?:ay)?|fine|alright|good|happy)(?: (?:if|to|with)(?: (?:i|we))?)?)\s+",
    re.I,
)
_OPEN = re.compile(r"(?:which|what|how|whether|when|where|who)\b|.*\bor\b", re.I)
_ASKS_OPENLY = re.compile(r"\b(?:which|what|how|when|where|who)\b[^,;:.?!\n]*$", re.I)
"""Before "would you like": the clause asks for an answer of its own rather than a yes."""
_QUOTED = re.compile(r"[\"“`][^\"”`]*[\"”`]")
_ENDS = re.compile(r"[?？](?=[\s*_)\]]|$)")
_RULES = re.compile(
    r"\b(?:principled|simplest|minimal|cleanest|right|proper|safest) (?:rule|fix|approach|way|change)\b", re.I
)
_RULED = re.compile(rf"{_RULES.pattern}[^:.]{{0,40}}:\s+(?=\w)", re.I)
_FINDING = re.compile(
    r"^[ \t]*(?:[-*•]|\d+[.)])?[ \t]*\**\[P[0-3]\]\**[ \t]*(\S.*?)\**(?:[ \t]+[—–-][ \t]+\S+:\d.*)?$", re.M
)
"""A finding of a reviewer as Codex writes it: its priority, what is to be done, where."""
_THAT_WAY = re.compile(r"(?:that|this) way\b,?\s+", re.I)
_GROUNDS = re.compile(r"\b(?:because|since|as it)\b", re.I)
LEAST = 20
"""Characters of a reason."""
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
            openly = _OPEN.match(_QUOTED.sub("", proposed)) or _ASKS_OPENLY.search(raw[: puts[-1].start()])
            if specific(proposed) and not openly:
                return opened(proposed), block.start + puts[-1].start(), block.start + ends[-1].end()
            return None
    return None


def grounds(said: Said, start: int, end: int) -> str | None:
    """What speaks for a question's proposal, in the sentence that says so right before or after it."""
    before = sentences.split(said.text[:start])[-1:]
    after = [one for one in sentences.split(said.text[end:]) if _THAT_WAY.match(plain(one))][:1]
    for sentence in (*before, *after):
        shown = unlabelled(stated(plain(sentence)))
        if len(shown) >= LEAST and "?" not in shown and not cues.OFFER.search(shown) and gives_grounds(sentence):
            return opened(_THAT_WAY.sub("", shown)).rstrip(" .:") + "."
    return None


def findings(said: Said) -> tuple[str, int, int] | None:
    """What the findings of a review ask for, if the message is one, with their place."""
    found = list(_FINDING.finditer(said.text)) if said.speaker == "model" else []
    titles = "; ".join(plain(one.group(1)).rstrip(" .") for one in found)
    return (titles, found[0].start(1), found[-1].end(1)) if found else None


def ruled(line: Line) -> Line:
    """Of "This is arbitrary, and the simplest rule is cheap: the first wins" the rule, with the rest as its reason."""
    found = _RULED.search(line.text)
    if found is None:
        return line
    why = re.sub(r",? (?:and|so|but)?\s*(?:the|my)?\s*$", "", line.text[: found.start()])
    return replace(line, text=opened(line.text[found.end() :]), reason=f"{opened(why)}." if len(why) >= LEAST else None)


def specific(text: str, least: int = ENOUGH) -> bool:
    """Whether a text names something to be done, in so many words, rather than asking to go on."""
    return len(names(text)) >= least


def names(text: str) -> set[str]:
    """The terms of a text beside those by which one goes on."""
    return {stem(word) for word in words(text) if word not in STOP} - cues.ERRANDS


def recommended(talk: Talk, number: int) -> int | None:
    """The unit by which a message says what it recommends or would do, else None."""
    found = [i for i in talk.of(number) if _recommends(talk.units[i])]
    return max(found, key=lambda i: (bool(_RULES.search(talk.units[i].text)), float(talk.score[i]), -i), default=None)


def _recommends(unit: Unit) -> bool:
    return (
        unit.kind == "prose"
        and bool(cues.PROPOSAL.search(unit.text) or _RULES.search(unit.text))
        and specific(_GROUNDS.split(unit.text)[0])
        and not RECORDS.match(unit.text)
        and presentable(unit)
        and not stays_open(unit)
    )
