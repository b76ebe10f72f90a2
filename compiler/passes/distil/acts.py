"""What a person's message does in the conversation: answers a question put to them, picks an option, takes up a
proposal, directs or corrects, withdraws, or merely keeps things going."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from compiler.passes.distil import acceptance, wishes
from compiler.text import sentences
from compiler.text.words import STOP, words

Act = Literal["answers", "picks", "approves", "directs", "withdraws", "none"]

ANSWER = re.compile(r"^(.{8,300}?)\s*→\s*(.+)$", re.M)
"""A structured question with the answer the person gave, as adapters write it, one a line."""

DECLINES = re.compile(
    r"\W*(?:skip(?:ped)?|none(?: of (?:these|those|the above))?|not sure(?: yet)?|(?:i )?don(?:'|’)?t know"
    r"|no preference|no answer"
    r"|other|something else|dismissed|chat about this|let(?:'|’)?s (?:discuss|chat|talk).*|\[no .*)\W*$",
    re.I,
)
"""Answers that leave the question open."""
_WITHDRAWS = re.compile(
    r"\W*(?:(?:oh|hmm+|ah|no|ok(?:ay)?|sorry|wait|but),? )*(?:actually,? (?:no|let|scrap|forget|i|we|never|don)"
    r"|no,? wait|wait,? no|scratch that|scrap (?:that|it|the)"
    r"|forget (?:it|that|about)|never ?mind|on second thoughts?|let(?:'|’)?s not|i(?:(?:'|’)ve)? changed my mind"
    r"|revert|undo|cancel (?:that|the)|that(?:'|’)?s not (?:it|right|true)"
    r"|that(?:'|’)?s wrong|you(?:'|’)re wrong)\b",
    re.I,
)
_TAKES_BACK = re.compile(
    r"(?:^|[.,;!?:]\s+|\n\s*|\b(?:please|just|then|and|so|let(?:'|’)?s|can you|could you|ok(?:ay)?) )(?:revert"
    r"|undo|roll back|scrap"
    r"|drop|take back|forget|back out)(?: (?:all )?(?:that|this|it|those|these|everything|(?:the |your "
    r"|all )?(?:last |these |those )?"
    r"(?:changes?|commits?|edits?))(?: (?:again|please|now|all))?)?\s*(?:[.,!]|$)",
    re.I,
)
"""A sentence that undoes what stands right before it, without naming it."""

_ROUTINE = re.compile(
    r"\W*(?:(?:ok(?:ay)?|yes|yep|please|now|and|also|so|great|cool|alright|then|can (?:you|we)|could you|let(?:'"
    r"|’)?s|just|go|sorry)[ ,.!-]+)*(?:commit|push|pull|merge|rebase|run"
    r"|continue|proceed|resume|check ?out|stash|open (?:a |an |the )?(?:draft )?(?:pr|pull|issue)|create (?:a "
    r"|the )?(?:pr|pull|branch|plan|test)|submit|review|test(?: it| this|s)?\b|implement"
    r"|fix (?:it|this|that|lint|the (?:test|lint|build|error))|do (?:it|that|this)|go ahead|try again|retry|show"
    r"|confirm|look|read|explain|tell me|what|how|where|which|who|when|is (?:this|it|that|there)"
    r"|does|do (?:you|we|i)|did|are|was|has|have|use the|maybe|swap|research|debug|investigate|find|check"
    r"|summari[sz]e|thanks?|help"
    r"|!|/)\b",
    re.I,
)
_VERSIONING = re.compile(
    r"^\W*(?:\w+[ ,]+){0,3}(?:commit|push|merge|(?:open|submit|create) (?:a|an|the) (?:draft )?pr|pull request)\b", re.I
)
TELLING = re.compile(
    r"^\W*(?:(?:no|nope|ok(?:ay)?|please|and|but|also),? )*don(?:'|’)?t (?!worry|know|think|see|understand|get\b"
    r"|have|remember|forget)\w+"
    r"|"
    r"\b(?:only|instead|rather|without|keep|never|always|limit|must(?:n't)?|should(?:n't| not| be| stay| only)?"
    r"|no need|ignore|skip|drop|leave|avoid|don(?:'|’)?t (?:\w+ )?(?:want|need|add|use|touch|change|remove|do"
    r"|make|push|include|like)"
    r"|do not|doesn(?:'|’)?t need|(?:is|that(?:'|’)?s) not (?:correct|right|a)|let(?:'|’)?s|we(?:'"
    r"|’)?(?:ll)? (?:want|need|don(?:'|’)?t)|i(?:'|’)?(?:d)? (?:want|prefer|rather)|prefer|why not|why (?:don"
    r"|are we not|are we n)"
    r"|can(?:'|’)?t we|couldn(?:'|’)?t we|shouldn(?:'|’)?t|wouldn(?:'|’)?t|not just|how about"
    r"|(?:maybe|perhaps) we (?:can|could|should)|go with|go for"
    r"|stick (?:to|with)|switch to|move (?:it|that|this|them)|migrate|replace)\b|^use\b",
    re.I,
)
_PASTED = re.compile(
    r"\b(?:want me to|would you like me to|shall i|let me know if you(?:'|’)d like)\b|^\s*(?:Verdict|Severity"
    r"|Finding)\b",
    re.I,
)
_OBSERVES = re.compile(
    r"\W*(?:i(?:'|’)?m going to|i(?:'|’)?ll|i (?:want|need) to (?:read|understand|know|see|learn|check|look|think)"
    r"|i(?:'|’)?m (?:considering|wondering|thinking|not sure|unsure)|i am (?:considering|wondering|thinking)"
    r"|(?:considering|thinking about)\b|i (?:don(?:'|’)?t see|see|get|got|think it(?:'|’)?s|am getting|have (?:a"
    r"|an|some))|now i(?:'"
    r"|’)?m getting|i(?:'|’)m getting|it (?:fails|was|does|says|still)|its? hard|weird|still (?:fail|get|the)"
    r"|same (?:error|issue)|getting|we have (?:some|a|an)|there(?:'|’)?s (?:a|an)|error|nope i)\b",
    re.I,
)
_TAKEN_UP = re.compile(
    r"\b(?:let(?:'|’)?s (?:do|go|lock|use|proceed|push|run|stick|implement|draft|book|take)|go ahead"
    r"|go for (?:it|that|this)|do (?:it|that|this)|ship it|approved|confirmed"
    r"|implement|apply|i(?:'|’)?ll (?:take|go with|integrate|use|start|do|book)|that(?:'|’)?s (?:the plan|it"
    r"|settled|the one"
    r"|exactly)|deal|agreed|lock (?:it|that|this) in|works for me|make it so|add (?:it|the|that)"
    r"|yes please|please do|sold)\b",
    re.I,
)


_DOUBTS = re.compile(
    r"\W*(?:yes|yep|yeah|ok(?:ay)?|sure|right|fine|good|true|i (?:see|agree|get (?:it|that)))[\s,.!–—-]+but\W+"
    r"(?:then |maybe |perhaps )*(?:maybe|perhaps|what|why|how|where|who|when|which|did|do|does|is|are|was|were|has"
    r"|have|can|could|wait|(?:do|does|did|is|are|was|ca|could|should|would)n(?:'|’)?t (?:we|you|i|it|that|this|the)"
    r"|i(?:(?:'|’)m| am) not|i thought)\b",
    re.I,
)
"""A yes that only hears the model out: "yeah, but did we fix the issue?" """
_CARRY_OUT = re.compile(
    r"\W*(?:please )?(?:do|implement|apply|make|fix) (?:it|that|this|these|those|the|all|both|changes?|everything)\b",
    re.I,
)


_GO_AHEAD = re.compile(
    r"(?:^|[.!?]\s+)(?:(?:so|ok(?:ay)?|please|then|yes),? )*go ahead and (?:implement|do|make|apply|add|build|fix) "
    r"(?:it|that|this|these|them|the changes?)\b",
    re.I,
)
"""A go-ahead in a sentence of its own, wherever it stands."""


@lru_cache(maxsize=4096)
def act(text: str, model_spoke: bool) -> Act:
    """Of a person's message as plain text; `model_spoke` says that there is something to react to."""
    if ANSWER.search(text):
        return "answers"
    if not model_spoke:
        return "none"
    opening = text[:300]
    if _WITHDRAWS.match(opening) or takes_back(text):
        return "withdraws"
    reply = acceptance.reply(opening)
    if reply == "picks":
        return "picks"
    if _DOUBTS.match(opening):
        return "none"
    if reply == "accepts" and _TAKEN_UP.search(text[:600]):
        return "approves"
    if _GO_AHEAD.search(text):
        return "approves"
    content = sum(word not in STOP for word in words(opening))
    if pasted(text) or _VERSIONING.search(opening[:60]) or re.search(r"\bright\s*\?\s*$", text, re.I):
        return "none"
    if content >= 3 and _tells(opening) and not _ROUTINE.match(opening):
        return "directs"
    if (reply in ("accepts", "revises") or _CARRY_OUT.match(opening)) and (content <= 2 or _TAKEN_UP.search(opening)):
        return "approves"
    return "none"


def _tells(text: str) -> bool:
    """Whether a sentence directs; a question only where it proposes ("can't we …?"), not one of how things are."""
    return any(
        TELLING.search(one) and not _OBSERVES.match(one) and ("?" not in one or wishes.proposes(one))
        for one in sentences.split(text)
    )


_NARROWS = re.compile(
    r"\b(?:but (?:not|without|keep|don(?:'|’)?t)|instead of|rather than|should (?:have|not|only)|must|only|without"
    r"|i want (?:the|it|them|each|every)|(?:is|are|that(?:'|’)?s) (?:bad|wrong|incorrect|not (?:right|correct)))\b",
    re.I,
)


_ASKS_ADVICE = re.compile(
    r"\b(?:what(?:'|’)?s|whats|any|your|ur|have you an?y?) (?:(?:your|ur|other|better) )?(?:suggestions?|ideas?"
    r"|thoughts|advice"
    r"|opinion|take)\b|\bwhat (?:do|would) you (?:think|suggest|recommend)\b|\b(?:suggest|recommend) (?:something|me)\b"
    r"|\b(?:brainstorm|come up with)\b|\breport back\b|\b(?:have|take) a look\b|\btell me what you\b",
    re.I,
)


def asks_advice(text: str) -> bool:
    """Whether a message asks for a proposal or a report: it settles nothing yet."""
    return bool(_ASKS_ADVICE.search(text))


def routine(text: str) -> bool:
    """Whether a message only asks for a step of the work: to commit, to run the tests, to look at something."""
    return bool(_ROUTINE.match(text))


def takes_back(text: str) -> bool:
    """Whether a message undoes as a whole what was done last."""
    return len(text) < 300 and bool(_TAKES_BACK.search(text))


def narrows(text: str) -> bool:
    """Whether a task says how it is to be done, or what is wrong, rather than only what."""
    return bool(_NARROWS.search(text[:600]))


def pasted(text: str) -> bool:
    """Whether it speaks as a model or a reviewer would: the person passes on somebody else's words."""
    return bool(_PASTED.search(text))


_OBJECTS = re.compile(
    r"\b(?:no|not|isn(?:'|’)?t|doesn(?:'|’)?t|wrong|incorrect|didn(?:'|’)?t|never|but|actually)\b", re.I
)


def objects(text: str) -> bool:
    """Whether a person's message contradicts what stands before it."""
    return bool(_OBJECTS.search(text[:200]))
