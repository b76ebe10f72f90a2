"""What was settled: a question answered, an option picked, a proposal taken up, a direction followed.

A decision is mostly a pair of messages: the person's part may be one word, the content then stands in the proposal
before it or in the report that follows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from compiler.passes.distil import acts, cues, loops, options, reports
from compiler.passes.distil.argued import argued, gives_grounds, other
from compiler.passes.distil.forms import presentable
from compiler.passes.distil.lines import Line, of_unit, shortened
from compiler.passes.distil.similarity import Floats
from compiler.passes.distil.turns import Said, working
from compiler.passes.distil.units import LONGEST, Unit
from compiler.passes.distil.wording import stated
from compiler.text.prose import plain
from compiler.text.words import terms, words

_CHOICE = re.compile(
    r"\b(?:let(?:'|’)?s (?!see|look|talk|discuss|dive|get\b|try|think|review|check|explore|continue|say|not\b"
    r"|wait|hope|find|figure|brainstorm|work|take a|run through|keep (?:going|moving)|start|begin|focus|jump|kick"
    r"|fast|optimi[sz]e|formali[sz]e|nail|hit|finish|finali[sz]e|move (?:on|to|forward|straight"
    r"|immediately)|proceed|push"
    r"|pick up|break|iron|define|establish|populate|flesh|formulate|engage|execute|ensure|tackle|make sure|cut the|lean"
    r"|crush|debug|pivot|outline|spec|architect|stop talking|lock|zero|circle|refine|prepare|address|analy|verify"
    r"|(?:go|do (?:it|this|that))[.!,]?$|spin|target|set (?:up|the stage)|map|[a-z]+ (?:it|this|that"
    r"|these|those)[.!]*$)"
    r"[a-z]+"
    r"|(?:i|we)(?:'|’)?(?:ll| will|(?:'|’)?m| am|(?:'|’)?re| are)? (?:going|go|went"
    r"|stick(?:ing)?) (?:to go )?(?:with|for)"
    r"|(?:i|we)(?:'|’)?(?:ve)? (?:have )?(?:decided|chosen|chose|settled on|agreed|picked|opted|ruled out|rejected)"
    r"|(?:my|our|the) (?:decision|choice|pick) is|(?:i|we)(?:'|’)(?:d| would) rather|(?:will|would) go with"
    r"|^go with|go for the"
    r"|(?:i|we)(?:'|’)(?:ll|m|re) (?:us(?:e|ing)|tak(?:e|ing)|book(?:ing)?|keep(?:ing)?|drop(?:ping)?"
    r"|skip(?:ping)?|switch(?:ing)?|swim|run|do|cut|fly|drive|stay|buy|move|start)"
    r"|we(?:'|’)ll (?!see|need|have|be|get|talk|probably)[a-z]+|we (?:switch|use|keep|drop|move|go|stay"
    r"|stick|store|ship|start|stop) (?!to\b)"
    r"|that(?:'|’)s the one|lock(?:ed)? (?:it |that |this )?in|finali[sz]ed?|convinced me)\b"
    r"|^(?:the |an? )?[\w' -]{2,30} (?:it is|then)[.,!]|^then (?:an?|the)\b|^\W*(?:yes|yep|exactly"
    r"|right)\b[^.:?]{0,30}:\s",
    re.I,
)
_UNDECIDED = re.compile(
    r"\b(?:if|whether|torn|not sure|unsure|trying to decide|can(?:'|’)?t decide|help me (?:choose|decide|pick)"
    r"|should (?:i|we)|could|might|maybe|perhaps"
    r"|thinking (?:of|about)|consider(?:ing)?|wondering|what if|suppose|imagine|would you|which|can you"
    r"|could you|sleep on|think about)\b",
    re.I,
)
_CHEERS = re.compile(
    r"\b(?:momentum|velocity|going|moving|rolling|happen|waste|lose|cycles|make (?:it|this|that) (?:work|count"
    r"|happen)|keep (?:it|this|that)"
    r"|lock (?:it|this|that) in|do (?:it|this|that)|sharp|dive|straight into|get (?:it|this|started)|agreed for)\b",
    re.I,
)
_LOOKS = re.compile(
    r".{0,40}\blet me\b|(?:i(?:'|’)ll|i(?:'|’)m|now|first)\b.{0,30}\b(?:check|look|find|read|review|verify"
    r"|inspect|see|run"
    r"|understand|explore|search)",
    re.I,
)
RELATED = 0.6
"""How much of a report must be about a wish (shared terms over the root of its own) to be told with it."""
_SETS_OUT = re.compile(r"(?:looking at|i see|i noticed|wondering|i was)\b", re.I)
"""Openings of a sentence that leads up to what the person wants."""
_VAGUE = re.compile(r"\b(?:it|that|this|those|these|them)\b", re.I)
BESIDE_THE_POINT = -0.6
"""Log odds below which a choice is about something else than its conversation ("let's keep moving"), where that is also
below the middle of the conversation."""
FEW = 20
"""Units up to which a conversation is too short to judge that by."""
_CONTENT = 4
"""Terms a person's sentence needs to say by itself what it settles."""


def find(turns: Sequence[Said], units: Sequence[Unit], score: Floats) -> Iterator[Line]:
    """Decisions in reading order; what was withdrawn later is for the caller to drop."""
    by_message: dict[int, list[int]] = {}
    for index, unit in enumerate(units):
        by_message.setdefault(unit.said, []).append(index)
    busy = working(turns)
    least = min(BESIDE_THE_POINT, float(np.median(score))) if len(units) > FEW else -np.inf
    spoke = next((number for number, said in enumerate(turns) if said.speaker == "model"), len(turns))
    for number, said in enumerate(turns):
        if said.speaker != "person":
            continue
        does = acts.act(said.words, number > spoke)
        before = number - 1 if number and turns[number - 1].speaker == "model" else None
        if does == "answers":
            yield from _answers(said, number)
        elif does == "picks" and before is not None:
            yield from _picked(turns, before, number)
        elif busy and does == "directs":
            yield from _directed(turns, units, score, by_message, number)
        elif busy and does == "approves" and before is not None:
            yield from _taken_up(turns, units, score, by_message, before, number)
        elif not acts.pasted(said.words) and not (busy and said.long_paste):
            chosen = [line for line in _chosen(turns, units, score, by_message, number) if line.score >= least]
            yield from chosen
            if not chosen and does == "approves" and before is not None:
                taken = _taken_up(turns, units, score, by_message, before, number)
                yield from (line for line in taken if line.score >= least)
            elif not chosen and does == "directs" and _complied(turns, number):
                yield from _directed(turns, units, score, by_message, number)


def _complied(turns: Sequence[Said], number: int) -> bool:
    """Whether the model, which only talks here, at once says briefly that it has done so."""
    after = turns[number + 1] if number + 1 < len(turns) else None
    return after is not None and len(after.text) < 400 and bool(cues.DONE.match(after.text))


def _chosen(
    turns: Sequence[Said], units: Sequence[Unit], score: Floats, by_message: Mapping[int, Sequence[int]], number: int
) -> Iterator[Line]:
    """The sentences that state a choice, at most two, each with the sentence beside it that mostly says why: the one
    after a short choice or one that gives grounds, else the one before."""
    own = by_message.get(number, ())
    asked = " ".join(said.words for said in turns[max(0, number - 2) : number])
    for i in [i for i in own if units[i].kind == "said" and chooses(units[i].typed)][:2]:
        one = units[i]
        pairs = [j for j in own if units[j].kind == "said_pair" and "?" not in units[j].typed]
        after = [
            j
            for j in pairs
            if units[j].start == one.start and (len(one.tokens) <= 8 or gives_grounds(units[j].typed[len(one.typed) :]))
        ]
        before = [j for j in pairs if units[j].end == one.end]
        best = [*after, *before, i][0]
        line = of_unit("decision", units[best], max(float(score[i]), float(score[best])) + 1.0, best)
        others = options.unpicked(turns[number - 1], one.typed) if number else []
        yield argued(line, asked, others, leads_up=not after and bool(before))


def chooses(sentence: str) -> bool:
    """Whether a person's sentence states a choice of something, as opposed to asking, weighing, wishing or cheering."""
    if "?" in sentence or not _CHOICE.search(sentence) or _UNDECIDED.search(sentence) or _CHEERS.search(sentence):
        return False
    if loops.promises(sentence):
        return False
    return len(set(terms(words(sentence)))) >= 1 and len(sentence) > 15


def _answers(said: Said, number: int) -> Iterator[Line]:
    for match in acts.ANSWER.finditer(said.text):
        question = plain(match.group(1)).strip()
        answer = re.sub(r"\s*\((?:recommended|default)\)", "", plain(match.group(2)), flags=re.I).strip()
        if len(answer) > 1:
            line = Line("decision", shortened(f"{question} {answer}"), (number,), match.start(), match.end(), 4.0)
            yield replace(line, instead_of=other(question, answer) or None)


def _picked(turns: Sequence[Said], before: int, number: int) -> Iterator[Line]:
    picked = options.picked(turns[before], turns[number].words)
    if picked is not None:
        text, start, end = picked
        line = Line("decision", stated(shortened(text)), (before, number), start, end, 3.5)
        yield replace(line, instead_of="; ".join(options.beside(turns[before], start)) or None)


def _taken_up(
    turns: Sequence[Said],
    units: Sequence[Unit],
    score: Floats,
    by_message: Mapping[int, Sequence[int]],
    before: int,
    number: int,
) -> Iterator[Line]:
    """The proposal that a bare approval takes up, as its report tells it where the model set to work at once."""
    if working(turns):
        about = {term for i in by_message.get(before, ()) for term in terms(units[i].tokens)}
        report = _report(turns, units, score, by_message, number, about | set(terms(words(turns[number].words))))
        if report is not None:
            yield replace(of_unit("decision", units[report], 1.0, report), said=(units[report].said, number))
        return
    proposed = [i for i in by_message.get(before, ()) if presentable(units[i]) and not loops.stays_open(units[i])]
    named = [i for i in proposed if cues.PROPOSAL.search(units[i].text)]
    outlined = [i for i in proposed if units[i].kind in ("outline", "pack")]
    best = max(named or outlined, key=lambda i: (float(score[i]), -i), default=None)
    if best is not None:
        yield replace(of_unit("decision", units[best], float(score[best]) + 0.5, best), said=(before, number))


def _directed(
    turns: Sequence[Said], units: Sequence[Unit], score: Floats, by_message: Mapping[int, Sequence[int]], number: int
) -> Iterator[Line]:
    """The person's directing sentence, with the report on it where the sentence alone says too little."""
    said = turns[number]
    sentences = [i for i in by_message.get(number, ()) if units[i].kind == "said"]
    if not sentences or said.long_paste:
        return
    best = max(sentences, key=lambda i: (_tells_how(units[i].typed), len(set(terms(units[i].tokens))), -i))
    wish = stated(units[best].typed).rstrip(" .!")
    enough = len(set(terms(units[best].tokens))) >= _CONTENT
    about = set(terms(words(said.words)))
    if not enough and number:
        about |= {term for i in by_message.get(number - 1, ()) for term in terms(units[i].tokens)}
    report = _report(turns, units, score, by_message, number, about)
    if report is None and ("?" in wish or not enough or _VAGUE.search(wish)):
        return
    if enough and report is not None and _shared(units[report], about) < RELATED:
        report = None
    if report is not None and len(wish) + len(units[report].text) + 3 <= LONGEST:
        text, evidence = f"{wish} — {units[report].text}", (number, units[report].said)
        yield Line("decision", text, evidence, units[best].start, units[best].end, 2.5, unit=best)
    elif enough or report is None:
        line = Line("decision", wish, (number,), units[best].start, units[best].end, 2.5, unit=best)
        yield argued(line)
    else:
        yield replace(of_unit("decision", units[report], 2.0, report), said=(units[report].said, number))


def _tells_how(sentence: str) -> bool:
    return bool(acts.TELLING.search(sentence)) and not _SETS_OUT.match(sentence)


def _report(
    turns: Sequence[Said],
    units: Sequence[Unit],
    score: Floats,
    by_message: Mapping[int, Sequence[int]],
    number: int,
    about: Collection[str],
) -> int | None:
    """Of what the model announced at once and reported later, until the person spoke again, the line nearest to what
    it is `about` (terms)."""
    found: list[int] = []
    for after in range(number + 1, len(turns)):
        said = turns[after]
        if said.speaker == "person" or not said.asked:
            break
        if after == number + 1 or not said.working:
            found += [i for i in by_message.get(after, ()) if _tells(units[i])]
    near = {i: _shared(units[i], about) for i in found}
    best = max(found, key=lambda i: (near[i] + float(score[i]) / 8, -i), default=None)
    return best if best is not None and near[best] >= 0.3 else None


def _tells(unit: Unit) -> bool:
    return (
        presentable(unit)
        and not loops.stays_open(unit)
        and not reports.CHECKS.search(unit.text)
        and not _LOOKS.match(unit.text)
    )


def _shared(unit: Unit, about: Collection[str]) -> float:
    own = set(terms(unit.tokens))
    return len(own.intersection(about)) / math.sqrt(len(own)) if own else 0.0
