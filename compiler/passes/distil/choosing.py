"""Sentences of a person's that state a choice of something."""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.passes.distil import loops, options, settling
from compiler.passes.distil.argued import argued, gives_grounds
from compiler.passes.distil.lines import Line, of_unit
from compiler.passes.distil.talk import Talk
from compiler.passes.distil.units import Unit
from compiler.text import quotations
from compiler.text.words import terms, words

_PLANS = (
    r"^(?:\W*(?:ok(?:ay)?|fine|alright|right|yes|yeah),? )+(?:i(?:'|’)?m|we(?:'|’)?re|i am|we are) (?:gonna|going to) "
)
"""What somebody resolves on hearing the advice they asked for."""
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
    r"|^(?:\W*(?:ok(?:ay)?|fine|alright|right|then|so|yes|yeah|great|good),? )*(?:go|stay|stick) (?:with|to)|go for the"
    r"|(?:i|we)(?:'|’)(?:ll|m|re) (?:us(?:e|ing)|tak(?:e|ing)|book(?:ing)?|keep(?:ing)?|drop(?:ping)?"
    r"|skip(?:ping)?|switch(?:ing)?|swim|run|do|cut|fly|drive|stay|buy|move|start)"
    r"|we(?:'|’)ll (?!see|need|have|be|get|talk|probably)[a-z]+|we (?:switch|use|keep|drop|move|go|stay"
    r"|stick|store|ship|start|stop) (?!to\b)"
    rf"|{_PLANS}[a-z]+"
    r"|that(?:'|’)s the one|lock(?:ed)? (?:it |that |this )?in|finali[sz]ed?|convinced me)\b"
    r"|^\W*(?:decided|decision|settled|agreed|final (?:choice|answer))\s*[:–—]"
    r"|^(?:\W*(?:ok(?:ay)?|fine|alright|right|then|so),? )*"
    r"no (?!need|idea|problem|worries|rush|way|one|thanks|clue|doubt)[\w -]{3,40}"
    r" (?:for now|yet|then|this"
    r" (?:year|month|time))\b"
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

_OUTRIGHT = re.compile(
    r"^\W*(?:decided|decision|settled|agreed|final (?:choice|answer))\s*[:–—]|\b(?:i|we)(?:(?:'|’)ve"
    r"| have)? decided\b"
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
        yield argued(line, asked, others, leads_up=not after and bool(before))


def _goes_with(choice: Unit, pair: Unit) -> bool:
    """Whether the sentence after a choice says why, or stands beside a short one and is no task."""
    after = pair.typed[len(choice.typed) :].strip()
    return gives_grounds(after) or (len(choice.tokens) <= 8 and not loops.promises(after))


def _belongs(pair: str, choice: str) -> bool:
    """Whether the first sentence of a pair says why the second chooses, or what it means."""
    return bool(_MEANS.search(re.split(r"[,:;–—]", choice)[0])) or gives_grounds(pair[: -len(choice)])


def chooses(sentence: str) -> bool:
    """Whether a person's sentence states a choice of something, as opposed to asking, weighing, wishing or cheering."""
    sentence = quotations.without(sentence)
    if "?" in sentence or not _CHOICE.search(sentence) or _UNDECIDED.search(sentence) or _CHEERS.search(sentence):
        return False
    if loops.promises(sentence):
        return False
    return len(set(terms(words(sentence)))) >= 1 and len(sentence) > 15
