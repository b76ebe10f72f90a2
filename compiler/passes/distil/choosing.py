"""Sentences of a person's that state a choice of something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from compiler.passes.distil import acceptance, cues, loops, options, settling
from compiler.passes.distil.argued import argued, gives_grounds
from compiler.passes.distil.lines import Line, of_unit
from compiler.passes.distil.talk import Talk
from compiler.passes.distil.units import SHORTEST, Unit
from compiler.text import quotations
from compiler.text.words import length, terms, words

_PLANS = (
    r"^(?:\W*(?:ok(?:ay)?|fine|alright|right|yes|yeah),? )+(?:i(?:'|’)?m|we(?:'|’)?re|i am|we are) (?:gonna|going to) "
)
"""What somebody resolves on hearing the advice they asked for."""
_SETTLES = (
    "go (?:with|for|back|to|by)|use|keep|stick|stay|drop|skip|switch|take|book|pick|choose|call|name|do|add|remove|swap"
    "|replace|redo|redesign|rename|pause|postpone|hold|leave|cut|limit|set|aim|settle|plan|make|put|store|save|ship|order"
    "|buy|rent|move|split|avoid|have|reschedule|schedule|stop|write|fly|cook|meet|pay|invite|treat|leverage|prioriti[sz]e"
    "|wait (?:with|for|until)"
)
"""What "let's" proposes where it chooses; other verbs ("let's look at …") say what to do next."""
_LETS = (
    r"let(?:'|’)?s (?:(?:just|then|also|\w+ly) )*"
    r"(?!(?:make|move|set|take) (?:(?:it|this|that) )?(?:up|sure|a look|on|forward|straight)\b|do (?:it|this|that)\b"
    r"|[a-z]+ (?:it|this|that|these|those)[.!]*$)"
    rf"(?:{_SETTLES})"
)
_WILL = (
    r"(?:i|we)(?:(?:'|’)(?:ll|m|re)| will| am| are)? (?:going|go|went|stick(?:ing)?) (?:to go )?(?:with|for)"
    r"|(?:i|we)(?:'|’)(?:ll|m|re) (?:us(?:e|ing)|book(?:ing)?|keep(?:ing)?|skip(?:ping)?|switch(?:ing)?|swim|run|do|cut"
    r"|fly|drive|stay|buy|move|start|tak(?:e|ing)(?! (?:your|care|notes?|over|this list|time)\b)"
    r"|drop(?:ping)?(?! (?:it|them|you|by|off)\b))"
    r"|we(?:'|’)ll (?!see|need|have|be|get|talk|probably)[a-z]+"
    r"|we (?:switch|use|keep|drop|move|stay|stick|store|ship|start|stop) (?!to\b)"
    r"|(?:i|we)(?:'|’)(?:d| would) rather|(?:will|would) go with|go for the"
)
_HAS_CHOSEN = (
    r"(?:i|we)(?:'|’)?(?:ve)? (?:have )?(?:decided|chosen|chose|settled on|agreed|picked|opted|ruled out|rejected)"
    r"|(?:my|our|the) (?:decision|choice|pick) is|that(?:'|’)s the one"
    r"|(?<!i'm )(?<!i’m )lock(?:ed)? (?:it |that |this )?in|finali[sz]ed|convinced me"
)
_CALLED = r"\W*(?:decided|decision|settled|agreed|final (?:choice|answer))\s*[:–—]"
"""What calls a choice one."""
_OPENS = (
    r"(?:\W*(?:ok(?:ay)?|fine|alright|right|then|so|yes|yeah|great|good),? )*(?:go|stay|stick) (?:with|to)\b"
    rf"|{_CALLED}"
    r"|(?:\W*(?:ok(?:ay)?|fine|alright|right|then|so),? )*"
    r"no (?!need|idea|problem|worries|rush|way|one|thanks|clue|doubt)[\w -]{3,40}"
    r" (?:for now|yet|then|this (?:year|month|time))\b"
    r"|(?:the |an? )?[\w' -]{2,30} (?:it is|then)[.,!]|then (?:an?|the)\b|\W*(?:yes|yep|exactly|right)\b[^.:?]{0,30}:\s"
)
_CHOICE = re.compile(rf"\b(?:{_LETS}|{_WILL}|{_HAS_CHOSEN})\b|^(?:{_OPENS})|{_PLANS}[a-z]+\b", re.I)
_UNDECIDED = re.compile(
    r"\b(?:if|whether|torn|not sure|unsure|trying to decide|can(?:'|’)?t decide|help me (?:choose|decide|pick)"
    r"|should (?:i|we)|could|might|maybe|perhaps|now that|(?:as|what|like) (?:we|you|i) (?:agreed|decided)"
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

_OUTRIGHT = re.compile(
    rf"^{_CALLED}|\b(?:i|we)(?:(?:'|’)ve"
    r"| have)? decided\b|^\W*let(?:'|’)?s go (?:with|for)\b"
    rf"|{_PLANS}",
    re.I,
)
"""A choice that is called one, whatever the conversation is about."""
OUTRIGHT = 1.0
_MEANS = re.compile(
    r"\b(?:it|that|this(?! (?:year|week|month|time|morning|evening|summer|winter|spring|autumn)\b)|those|these"
    r"|them|ones?)\b",
    re.I,
)
"""Words of a choice that only the sentence before explains."""


def chosen(talk: Talk, number: int) -> Iterator[Line]:
    """The sentences that state a choice, at most two, each with the sentence beside it that mostly says why: the one
    after a short choice or one that gives grounds, else the one before where it says why or what is meant."""
    units, own = talk.units, talk.of(number)
    asked = "\n".join(said.words for said in talk.turns[max(0, number - 2) : number])
    told = 0
    told_of = [i for i in own if units[i].kind == "said" and chooses(units[i].typed)]
    for i in [i for i in told_of if talk.working or not settling.asks(units[i].typed)][:2]:
        one = units[i]
        if one.start < told:
            continue  # it stands beside the first
        pairs = [j for j in own if units[j].kind == "said_pair" and "?" not in units[j].typed]
        after = [j for j in pairs if units[j].start == one.start and _goes_with(one, units[j])]
        before = [j for j in pairs if units[j].end == one.end and _belongs(units[j].typed, one.typed)]
        best = [*after, *before, i][0]
        told = units[best].end
        worth = max(float(talk.score[i]), float(talk.score[best])) + 1.0
        worth = max(worth, OUTRIGHT) if _OUTRIGHT.search(one.typed) else worth
        line = of_unit("decision", units[best], worth, best)
        named = options.named(talk.turns[number - 1], one.typed) if number else None
        others = options.beside(talk.turns[number - 1], [named]) if named else []
        yield _whole(argued(line, asked, others, leads_up=not after and bool(before)))


def _whole(line: Line) -> Line:
    """A choice of one word with what it was chosen over: of "uPlot" "uPlot rather than Chart.js"."""
    if line.instead_of is None or len(words(line.text)) > 1:
        return line
    return replace(line, text=f"{line.text.rstrip('.')} rather than {line.instead_of.rstrip('.')}.")


def _goes_with(choice: Unit, pair: Unit) -> bool:
    """Whether the sentence after a choice says why, or stands beside a short one and is no task."""
    after = pair.typed[len(choice.typed) :].strip()
    return gives_grounds(after) or (len(choice.tokens) <= 8 and not loops.promises(after))


def _belongs(pair: str, choice: str) -> bool:
    """Whether the first sentence of a pair says why the second chooses, or what it means."""
    first = pair[: -len(choice)]
    if cues.PRAISE.match(first) or acceptance.reply(first) or length(first) < SHORTEST:
        return False
    return bool(_MEANS.search(re.split(r"[,:;–—]", choice)[0])) or gives_grounds(first)


def chooses(sentence: str) -> bool:
    """Whether a person's sentence states a choice of something, as opposed to asking, weighing, wishing or cheering."""
    sentence = quotations.without(sentence)
    if (
        "?" in sentence
        or cues.LEADS_ON.search(sentence)
        or not _CHOICE.search(sentence)
        or _UNDECIDED.search(sentence)
        or _CHEERS.search(sentence)
    ):
        return False
    if loops.promises(sentence):
        return False
    return len(set(terms(words(sentence)))) >= 1 and len(sentence) > 15
