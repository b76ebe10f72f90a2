"""Durable statements a person makes about themselves, in the third person. Usually there are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from compiler.passes.distil import drafts
from compiler.passes.distil.durable import durable
from compiler.passes.distil.implied import implied
from compiler.passes.distil.lines import Line
from compiler.passes.distil.standing import standing
from compiler.passes.distil.third_person import told
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import apostrophised, opened, stated
from compiler.text import quotations, sentences

_CONCLUDES = re.compile(
    r"[,;–—]?\s+(?:so (?!far\b|that\b|much\b|many\b|as\b)|which (?:is why|means|makes|i (?:need|have|want))|that(?:'"
    r"|’)s why|hence)\s*"
    r"|\s+(?:trying|looking|hoping|wanting) (?:to|for)\b"
    r"|(?<!,)\s+and (?:then|the [a-z]+ (?:is|are|was|keeps|won't|has))\b"
    r"|\s+and (?:(?:i|we)(?:['’](?:m|re)| am| are)? )?(?:need|want|wonder|(?:am )?(?:looking|trying))\b"
    r"|\s+and (?:(?:i|we)(?:['’](?:m|re)| am| are) (?:currently |now )?[a-z]+ing|when|if|after)\b"
    r"|[,;–—]\s+(?:the|it|there) (?:[a-z]+ )?(?:is|are|was|has|have)\b"
    r"|\s+(?:that|who) (?:has |have )?(?:just )?(?:discovered|realized|realised|decided|wants|needs)\b"
    r"|[,;–—]\s+i(?:['’]d| want| need| would)\b"
    r"|[,;–—]\s+(?:but|though|although|if|whereas|(?:and )?(?:do|does|is|are|can|could|would|will|should|what|which|how"
    r"|when|where|who|any|please|give|tell|help|suggest|recommend|keep))\b",
    re.I,
)
_CLAUSES = re.compile(
    r"(?:[,;:–—]|\s-)\s+(?:and |because |since |as |you know )?(?=(?:i|we|my|our)(?:\b|['’]))"
    r"|\s+(?:and|but) (?=(?:i|my)\b)|\s+(?:as|because|since) (?=i(?:['’]m| am| have)\b)",
    re.I,
)
_LABEL = re.compile(
    r"^(?!in\b|for\b|at\b|on\b|as\b|when|since|during|after|before|with|to\b|until|from)[\w' -]{1,40}[,:] "
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
_LENDS = re.compile(
    r"(?:^|[.!?\n]\s*)(?:imagine|suppose|supposing|pretend|picture|assum(?:e|ing)|let['’]s say)\b"
    r"|\b(?:e-?mail|message|letter|text|reply) (?:that )?(?:i|we)(?:['’]ve)? (?:received|got)\b"
    r"|\b(?:this|here|below) is (?:the|an|a|my|our|their|his|her) (?:e-?mail|message|letter|text|reply|post|article"
    r"|transcript|review|script|bio|description)\b"
    r"|\b(?:scenario|protagonist|(?:adventure|text) game|dungeons?|d ?[&n] ?d|my role is that|(?:a|the) story"
    r" (?:for|of|is|begins)|(?:my|your|the main) character)\b"
    r"|^\W*(?:user|me|you|interviewer|interviewee|customer|client|student|teacher|patient|doctor|assistant|ai|bot"
    r"|human|q|a): |^\W*(?-i:[A-Z][a-z]+ [A-Z][a-z]+): |\[\d{1,2}:\d\d"
    r"|\b(?:twice|double|half|triple) (?:my|his|her) age\b|\beach with\b",
    re.I | re.M,
)
"""Messages that lend their "I" to somebody else: a case or a game made up, a text or a dialogue handed over."""
_SETTLED = re.compile(r"(?<=[a-z] )(?<!right )(?:now|these days|currently)(?=[.!]*$)", re.I)
_ASIDE = re.compile(
    r",? (?:you know|you see|as you know|as i (?:said|mentioned)|like i (?:said|told you)|of course|to be honest)"
    r"(?:\?$|(?=[,.!]|$))|,? (?:right|okay|eh|innit)\?$|\s+(?:lol|haha|tbh|btw|imo)(?=[.!]*$)",
    re.I,
)
_NUMBERED = re.compile(r"(?:^|\s)\d{1,2}[.)]\s+(?=[A-Za-z])")
"""What begins another point of a list that was typed without lines of its own."""
_ADDRESSED = re.compile(
    r"^(?:my (?:guy|brother|sister|friend|man|dear)|bro|dude|buddy|mate|man|look|listen|honestly|frankly|ah|see)[,.!] "
    r"|^(?:for the record|fyi|by the way|just so you know)[,:]? "
    r"|^i (?:should |also |just |must )*(?:(?:need|want|have) to )?(?:mention|add|note|point out)(?: that)? (?=(?:i"
    r"|my|we|our)\b)"
    r"|^(?:one thing )?you should know(?: that)?:? "
    r"|^(?:given(?: that)?|since|because|as) (?=(?:i|my|we|our)\b)"
    r"|^(?:please )?(?:remember|note|(?:keep|bear) in mind|don['’]t forget)(?: that)?[:,]? (?=(?:i|my|we|our)\b)",
    re.I,
)
_LOOSE = ("likes", "team", "habit", "rhythm", "things", "custom", "trait", "duties", "values", "company")
"""Patterns that say less surely that a sentence is about the person: they rank below the others, and it must stand by
itself."""
_REFERS = re.compile(r"\b(?:it|this|these|those|them|they|their|he|she|him|his|her|here(?! in)|there)\b", re.I)
_OWN = re.compile(r"\b(?:i|my|me|we|our|here)\b", re.I)
_WE, _WE_ARE, _OUR = (re.compile(pattern, re.I) for pattern in (r"^we\b", r"^we(?:'re| are)\b", r"\bour\b"))
_THEY = {"we": "they", "we're": "they are", "we've": "they have", "us": "them", "our": "their"}
_PLURAL = re.compile(r"\b(?:we're|we've|we|(?-i:us)|our)\b", re.I)
_OURS = re.compile(r"(^|, )our(?! (?:company|startup|shop|business|school|office)\b)( team\b)?", re.I)
_SPEAKS = re.compile(r"(?:i|we|my|our)\b", re.I)
SHORTEST = 2
LONGEST = 45
"""Words of a sentence that is looked at."""
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
            if not drafting and len(said.text) <= LONGEST_MESSAGE and not _LENDS.search(said.text):
                speaks.add(number)
    for index, unit in enumerate(units):
        if unit.kind == "said" and unit.said in speaks and 4 <= len(unit.tokens) <= LONGEST:
            found = _fact(apostrophised(stated(unit.typed)))
            if found is not None and not _echoed(turns[: unit.said], unit.typed) and not _planned(turns, found[0]):
                yield Line("fact", found[0], (unit.said,), unit.start, unit.end, found[1], unit=index)


def _echoed(before: Sequence[Said], sentence: str) -> bool:
    """Whether the model said it first, as an example to copy."""
    return any(said.speaker == "model" and sentence in said.words for said in before)


def _planned(turns: Sequence[Said], fact: str) -> bool:
    """Whether what the person is said to have is a business that they speak of opening."""
    trade = re.search(r"(?<=^User has )an? (?:[\w-]+ )*?([\w-]+)\.$", fact)
    if trade is None:
        return False
    name = re.escape(trade[1])
    opens = re.compile(
        rf"\b(?:start|open|launch)(?:ing)? (?:an?|my|our|up) [^.?!]{{0,30}}\b{name}\b"
        rf"|\b{name}\b[^.?!]{{0,20}}\b(?:will|want to|plan to|going to) (?:open|start|launch)\b",
        re.I,
    )
    return any(opens.search(said.words) for said in turns if said.speaker == "person")


def _fact(sentence: str) -> tuple[str, float] | None:
    """What a sentence says that lasts, in the third person, and how surely it is about the person."""
    if _SUPPOSES.match(sentence):
        return None
    own = _OWN.search(sentence)
    said = sorted(statements(sentence) if own else (), key=lambda one: not _SPEAKS.match(one))
    for statement in said:
        name = durable(statement)
        if name is not None and not (name in _LOOSE and _REFERS.search(statement)):
            return _told(_closed(statement.replace("’", "'")), name), 0.0 if name in _LOOSE else 1.0
    if wish := standing(sentence):
        return told(_closed(wish)), 0.0
    taken = implied(quotations.without(sentence)) if own else None
    return (told(taken), 0.5) if taken else None


def _told(statement: str, name: str) -> str:
    """In the third person. Who says "we" of a team speaks for the team, who says it of a household for themselves."""
    if name == "firm":
        text = told(_WE_ARE.sub("I am", statement)).replace("User", "User's company", 1)
    elif name == "team" and _OURS.search(statement):
        text = opened(_OURS.sub(lambda our: our[1] + ("the team" if our[2] else "the team's"), statement, count=1))
    elif name == "team" and (we := re.search(r"\bwe\b", statement, re.I)):
        text = opened(statement[: we.start()] + told("I" + statement[we.end() :]).replace("User", "the team", 1))
    else:
        text = told(_OUR.sub("my", _WE.sub("I", statement)))
    return opened(_PLURAL.sub(lambda word: _THEY[word[0].lower()], text))


def statements(sentence: str) -> Iterator[str]:
    """What a sentence may state by itself, longest first: without what it concludes from that or sets against it, then
    its clauses. "I live in Trondheim now, so I test there" says "I live in Trondheim"."""
    for one in _parts(sentence):
        settled = _SETTLED.sub("", one.strip(" ,;–—"))
        settled = _LABEL.sub("", stated(settled), count=1)
        if len(settled.split()) >= SHORTEST and not settled.count('"') % 2:
            yield opened(settled)


def _parts(text: str) -> Iterator[str]:
    for sentence in (part for one in sentences.split(text) for part in _NUMBERED.split(one)):
        sentence = _ADDRESSED.sub("", _ASIDE.sub("", sentence))
        main = _CONCLUDES.split(sentence, maxsplit=1)[0]
        yield main
        yield from _CLAUSES.split(main)
        if main != sentence:
            yield from (_CONCLUDES.split(clause, maxsplit=1)[0] for clause in _CLAUSES.split(sentence))


def _closed(statement: str) -> str:
    return statement.rstrip(" .!,;:" if "(" in statement else " .!,;:)") + "."
