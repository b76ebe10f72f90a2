"""What the model reported on a message of the person's: announced at once, told when the work was done."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from compiler.passes.distil import cues, loops, reports
from compiler.passes.distil.forms import presentable
from compiler.passes.distil.talk import Talk
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wishes import proposes
from compiler.text import sentences
from compiler.text.words import terms

_LOOKS = re.compile(
    r".{0,40}\blet me\b|(?:i(?:'|’)ll|i(?:'|’)m|now|first)\b.{0,30}\b(?:check|look|find|read|review|verify"
    r"|inspect|see|run|work|start|pause|take a|have a|confirm|compare|understand|explore|search)"
    r"|before (?:i|we|you|touching|starting|proceeding)\b|(?:i|we) (?:still |first |now )*(?:need|have|want) to\b"
    r"|(?:a|two|three|some) (?:couple of |few |quick )*(?:questions?|things? to (?:clarify|confirm|check))\b"
    r"|(?:acknowledged|continuing|holding|wait|hmm+|hold on)\b",
    re.I,
)
AT_THEIR_WORD = re.compile(
    r",?\s*\b(?:per your (?:call|request|preference|instructions?|feedback|choice|decision|note)"
    r"|(?:just )?as you (?:asked"
    r"|requested|wanted|preferred|suggested|said|decided)|as (?:requested|agreed|instructed)|at your request)\b",
    re.I,
)
_WORTH = re.compile(r"\b(?:worth|consider) \w+ing\b|\byou (?:may|might|can|could)\b", re.I)
LEAST = 3
"""Terms of a report that says what was done."""
RELATED = 0.6
"""How much of a report must be about a wish to stand for it where the wish says enough by itself."""
_REFUSES = re.compile(
    r"\W*(?:(?:good|great|fair) (?:question|point)\W+)?(?:no\b(?! problem)|not (?:really|quite|without)"
    r"|unfortunately|technically"
    r"|in theory|(?:that|it|this) (?:would(?:n(?:'|’)?t)? (?:break|work|need|cost|fail|not)|won(?:'|’)?t|can(?:'|’)?t"
    r"|doesn(?:'|’)?t|breaks|fails)|(?:we|you|i) (?:can(?:'|’)?t|cannot|could, but|can, but|could but)"
    r"|i(?:'|’)?(?:d| would) (?:not|keep|leave|advise against|rather not))\b",
    re.I,
)
_GRANTS = re.compile(
    r"\W*(?:(?:that(?:'|’)?s|what) )?(?:an? )?(?:very |really |such a )?(?:good|great|fair|excellent|nice|valid|smart)"
    r" (?:point|call|catch|idea|thinking|suggestion)\b|\W*(?:that )?makes (?:(?:perfect|total|complete|a lot of|more)"
    r" )?sense\b|\W*even better\b",
    re.I,
)
_AGREES = re.compile(r"\W*(?:you(?:'|’)re (?:absolutely |quite |totally )?right|agreed|exactly)\b", re.I)
_ASKS = re.compile(
    r"\b(?:want me to|would you like(?: me)? to|(?:shall|should) i|do you (?:agree|want)|sound good)\b[^?]*\?\W*$", re.I
)
OPENS = 0.6
"""What it counts that a sentence opens the report."""
FAINTLY = 0.3
"""How much of a report must be about what it reports on."""


def report(talk: Talk, number: int, about: Collection[str]) -> int | None:
    """Of what the model said after a message until the person spoke again, the line that it says to be at their word,
    else the nearest to what it is `about` (terms)."""
    found = [i for after in answered(talk, number) for i in talk.of(after) if tells(talk.units[i])]
    near = {
        i: talk.shared(i, about) + float(talk.score[i]) / 8 + OPENS * _opens(talk, i)
        for i in found
        if talk.shared(i, about) >= FAINTLY
    }
    return max(near, key=lambda i: (bool(AT_THEIR_WORD.search(talk.units[i].text)), near[i], -i), default=None)


def _opens(talk: Talk, unit: int) -> bool:
    """Whether a sentence opens the message that ends a piece of work: what was done, in short."""
    one = talk.units[unit]
    said = talk.turns[one.said]
    return one.kind == "prose" and one.part <= 2 and said.last and not said.working


def refused(talk: Talk, number: int) -> bool:
    """Whether the model at once says that what a message proposes will not do."""
    after = talk.turns[number + 1] if number + 1 < len(talk.turns) else None
    return after is not None and after.speaker == "model" and bool(_REFUSES.match(after.text[:200]))


def concedes(talk: Talk, number: int) -> bool:
    """Whether the model at once grants the point of a message that only asked or doubted ("is a library necessary?")
    and asks nothing back: what it says next is then settled."""
    after = talk.turns[number + 1] if number + 1 < len(talk.turns) else None
    if number == 0 or after is None or after.speaker != "model" or "?" in after.words:
        return False
    asks = any(proposes(one) for one in sentences.split(talk.turns[number].words))
    return bool(_GRANTS.match(after.words[:200]) or (asks and _AGREES.match(after.words[:200])))


def asks_back(talk: Talk, number: int) -> bool:
    """Whether the model's turn after a message ends by asking whether to go on: what was proposed is not done yet."""
    last = max(answered(talk, number), default=None)
    return last is not None and bool(_ASKS.search(talk.turns[last].words))


def of_task(talk: Talk, number: int, about: Collection[str]) -> int | None:
    """Of what the model reported in the whole conversation the line nearest to its task."""
    found = [
        i
        for after in range(number + 1, len(talk.turns))
        if talk.turns[after].speaker == "model" and talk.turns[after].last and not talk.turns[after].working
        for i in talk.of(after)
        if tells(talk.units[i])
        and talk.shared(i, about) >= RELATED
        and len(set(terms(talk.units[i].tokens)).intersection(about)) >= LEAST
    ]
    return max(found, key=lambda i: (talk.shared(i, about) + float(talk.score[i]) / 8, -i), default=None)


def answered(talk: Talk, number: int) -> Iterator[int]:
    """The model's messages that answer one of the person's: the first, and those in which it does not call tools."""
    for after in range(number + 1, len(talk.turns)):
        said = talk.turns[after]
        if said.speaker == "person" or not said.asked:
            break
        if after == number + 1 or not said.working:
            yield after


def tells(unit: Unit) -> bool:
    """Whether a unit reports something settled, rather than a look, a check or what is still open."""
    return (
        presentable(unit)
        and len(set(terms(unit.tokens))) >= LEAST
        and not reports.FINISHED.search(unit.text)
        and not loops.stays_open(unit)
        and not reports.CHECKS.search(unit.text)
        and not _LOOKS.match(unit.text)
        and not _WORTH.search(unit.text)
        and not cues.OFFER.search(unit.text)
    )


def at_word(text: str) -> str:
    """A report without its note that it follows the person's word."""
    return AT_THEIR_WORD.sub("", text, count=1)
