"""A choice in a word or two, which only what was asked before makes whole: `Cork then.`, `four`, `sold`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from compiler.passes.distil import acceptance, choosing, cues, settling
from compiler.passes.distil.argued import other
from compiler.passes.distil.forms import presentable
from compiler.passes.distil.lines import Line, of_unit, shortened
from compiler.passes.distil.taken_up import CERTAIN, LONGEST_TOPIC
from compiler.passes.distil.talk import Talk
from compiler.passes.distil.third_person import told
from compiler.passes.distil.wording import opened, requested, stated
from compiler.text import sentences
from compiler.text.words import length, terms, words

LONGEST, SHORTEST = 6, 4
"""Words of such a choice, and of one that is only named."""
BRIEF = 30
"""Words of a message that makes one: who writes at length says what they choose."""
_WRAPPING = re.compile(
    r"^(?:(?:let(?:'|’)?s|we(?:'|’)ll|i(?:'|’)ll|i(?:'|’)d|we|i) )?(?:(?:go|take|do|use|have|want|prefer|pick|choose"
    r"|say|think)(?: (?:with|for))? )?(?:the )?|(?:,? (?:then|it is|please|thanks|i think|for now))+(?=\W*$)|[.!]+$",
    re.I,
)
_ADVISE = re.compile(
    r"\b(?:which|what (?:to|should|could)|ideas?|suggest\w*|recommend\w*|options?|brainstorm|advice|should (?:i|we)"
    r"|what would you|(?:choose|pick|decide)\b)",
    re.I,
)
"""A question or request that wants something named to choose."""
_PREFERS = re.compile(r"\b(?:would you|do you (?:want|prefer|like)|should|shall|prefer|rather|go with|option)\b", re.I)
"""What makes a question of the model's one for a choice, rather than for a fact."""
_SOLD = re.compile(
    r"\W*(?:(?:ok(?:ay)?|yes|great|perfect),? )?(?:sold|deal|done|love it|that(?:'|’)?s (?:it|the one)|that one|bingo"
    r"|taken|we have a winner)\W*",
    re.I,
)
_FLOATS = re.compile(
    r"(?:.*[.!?…]\s+|^)(?:(?:hmm+|so|or|and|maybe|perhaps|what about|how about|why not),? )*([^.!?]{2,40})\?\W*$",
    re.I | re.S,
)
_UNDERSTOOD = re.compile(
    r"\W*(?:understood|noted|got it|ok(?:ay)?|sure|agreed|right|makes sense|good (?:point|call|idea)|updated|lovely"
    r"|great|perfect|alright|then)\b",
    re.I,
)
_REMARKS = re.compile(
    r"(?:that|this|these|those|it|i|we|you|let|please|about|good|got|confirmed|thanks?|just|more|but)\b"
    r"|.*\b(?:is|are|was|were|works?|worked|did|has|have|had|looks?|sounds?|feels?)\b",
    re.I,
)
"""A remark on what was said, or a request, rather than the thing itself."""
LEAST = 15
"""Characters of one that can stand without what was asked."""
SHARED = 2
"""Terms of a change that the reply must repeat, and least terms of a proposal said again."""
MOST_ECHOED, ECHOED = 10, 0.6
"""Terms, at most, of a proposal said again, and their share that one sentence of the proposal holds."""
_REVISES = re.compile(
    r"\W*(?:(?:hmm+|wait|no|oh|ok(?:ay)?),? )*(?:actually,? )?(?:let(?:'|’)?s )?make (?:it|that)\b", re.I
)
_RESTATES = re.compile(r"[\w' -]{2,40} it is\b|(?:updated|changed|new (?:plan|version)|done)\b[^.]{0,30}:", re.I)


def settled(talk: Talk, number: int) -> Iterator[Line]:
    """What a reply settles that names one of two things asked about or a thing proposed, or takes what the person put
    up themself."""
    said = talk.turns[number]
    if len(said.words.split()) > BRIEF:
        return
    for start, end in list(sentences.spans(said.words))[:2]:
        sentence = stated(said.words[start:end])
        if "?" in sentence or (not talk.working and settling.asks(sentence)):
            continue
        short = length(sentence) < SHORTEST and choosing.chooses(said.words[start:end])
        if start == 0 and len(sentence) > LEAST and (short or _echoes(talk, number, sentence)):
            place = max(0, said.text.find(said.words[start:end]))
            text = shortened(told(sentence))
            yield Line("decision", text, (number, number - 1)[: number + 1], place, place + end - start, CERTAIN)
            return
        why, so, pick = sentence.rpartition(" so ")
        pick = _WRAPPING.sub("", pick if so or not why else sentence).strip(" ,.!")
        first, _, rest = pick.partition(", ")
        if start == 0 and (asked := _asked_for(talk, number, first)):
            at = max(0, said.text.find(first))
            text = f"{asked}: {opened(first)}{f', {told(rest)[:1].lower()}{told(rest)[1:]}' if rest else ''}"
            yield Line("decision", shortened(text), (number, number - 1), at, at + len(pick), CERTAIN)
            return
        if not pick or len(pick.split()) > LONGEST:
            continue
        place = max(0, said.text.find(pick))
        line = Line(
            "decision", "", (number,), place, place + len(pick), CERTAIN, reason=opened(why.strip(" ,")) or None
        )
        for asking in range(number - 1, max(-1, number - 4), -1):
            if left := _left(talk, asking, pick):
                yield replace(line, text=f"{opened(pick)} rather than {left}.", said=(number, asking), instead_of=left)
                return
    if number >= 2 and _SOLD.fullmatch(said.words) and (floated := _FLOATS.fullmatch(talk.turns[number - 2].words)):
        place = talk.turns[number - 2].text.rfind(floated.group(1))
        if place >= 0 and talk.turns[number - 2].speaker == "person":
            name, topic = opened(floated.group(1).strip()), _topic(talk)
            text = shortened(f"{topic}: {name}." if topic else f"{name}.")
            yield Line("decision", text, (number - 2, number), place, place + len(name), CERTAIN)


def _echoes(talk: Talk, number: int, sentence: str) -> bool:
    """Whether an "ok" says again, in the person's words, most of what the model has just proposed."""
    said, before = talk.turns[number], talk.turns[number - 1] if number else None
    own = set(terms(words(sentence)))
    if (
        talk.working
        or before is None
        or before.speaker != "model"
        or acceptance.reply(said.words) != "accepts"
        or _REMARKS.match(sentence)
    ):
        return False
    return SHARED <= len(own) <= MOST_ECHOED and any(
        len(own & set(terms(words(part)))) >= ECHOED * len(own) for part in sentences.split(before.words)
    )


def _asked_for(talk: Talk, number: int, pick: str) -> str:
    """What the person had asked to be advised on, as a phrase, where the reply only names what the advice named."""
    alone = talk.working or settling.noted(talk.turns, number)
    if number < 2 or talk.turns[number - 1].speaker != "model" or len(pick.split()) > SHORTEST or not alone:
        return ""
    if _REMARKS.match(pick) or cues.PRAISE.match(pick) or acceptance.reply(pick):
        return ""
    named = set(terms(words(pick)))
    if not named or not named <= set(terms(words(talk.turns[number - 1].words))):
        return ""
    asked = talk.turns[number - 2].words if talk.turns[number - 2].speaker == "person" else ""
    found = next((part for part in reversed(sentences.split(asked)) if _ADVISE.search(part)), "")
    topic = (requested(found) or stated(found)).rstrip(" .?!:")
    return topic if len(topic) <= LONGEST_TOPIC else ""


def changed(talk: Talk, number: int) -> Iterator[Line]:
    """A proposal taken up with a change ("yes, but keep the second one"), as the model's short reply says it again."""
    said, after = talk.turns[number], talk.turns[number + 1] if number + 1 < len(talk.turns) else None
    if after is None or not _UNDERSTOOD.match(after.text) or acceptance.reply(said.words) != "revises":
        return
    again = _answer(talk, number)
    if (
        again is not None
        and presentable(talk.units[again])
        and len(set(terms(talk.units[again].tokens)) & set(terms(words(said.words)))) >= SHARED
    ):
        yield replace(of_unit("decision", talk.units[again], CERTAIN, again), said=(number + 1, number))


def restated(talk: Talk, number: int, line: Line) -> Line:
    """The decision of a message that only says what it is changed to ("make it five"), as the model's reply puts it."""
    again = _answer(talk, number) if _REVISES.match(talk.turns[number].words) else None
    if again is None or not _RESTATES.match(talk.units[again].text):
        return line
    return replace(of_unit("decision", talk.units[again], line.score, again), said=(number + 1, number))


def _answer(talk: Talk, number: int) -> int | None:
    """The first sentence of the reply to a message."""
    return next((i for i in talk.of(number + 1) if talk.units[i].kind == "prose"), None)


def revises(words: str) -> bool:
    """Whether a message changes what was settled last, without naming it."""
    return bool(_REVISES.match(words))


def _left(talk: Talk, asking: int, pick: str) -> str:
    """What a question of a message puts up beside what was picked; without a sentence's capital, where it has none
    elsewhere."""
    said = talk.turns[asking]
    questions = [q for q in sentences.split(said.words) if said.speaker == "person" or _PREFERS.search(q)]
    left = next((left for asked in questions if (left := other(asked, pick))), "")
    small = left[:1].lower() + left[1:]
    return small if any(re.search(rf"\b{re.escape(small)}\b", said.words) for said in talk.turns) else left


def _topic(talk: Talk) -> str:
    """What the person asked for first, as a phrase."""
    first = next((unit for unit in talk.units if unit.kind == "said"), None)
    asked = requested(first.typed) or stated(first.typed) if first else ""
    return asked.rstrip(" .") if len(asked) <= LONGEST_TOPIC else ""
