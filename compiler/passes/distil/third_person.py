"""A person's own sentence told about them: "I've been vegan since 2019" → "User has been vegan since 2019".

Statements only; a question or a quotation is left alone by the callers. From the second mention on the pronoun is
"they", so that no chain of "User … User's … User" comes about.
"""

from __future__ import annotations

import re

from compiler.passes.distil.wording import apostrophised, opened
from compiler.text.quotations import MARKED
from compiler.text.words import listed

NAME = "User"

_KEPT = re.compile(rf"({MARKED.pattern}|`[^`]*`)")
_APOSTROPHE = re.compile(r"(?<=\w)’(?=\w)")
_CONTRACTED = {
    "i'm": ("is", "are"),
    "i've": ("has", "have"),
    "i'll": ("will", "will"),
    "i'd": ("would", "would"),
}
_PERSON = re.compile(r"\b(i'm|i've|i'll|i'd|i|my|me|mine|myself)\b", re.I)
_ADVERB = re.compile(
    r"(?:\s+(?:[a-z]+ly|always|never|often|once|twice|also|just|still|already|usually|sometimes|currently|now|ever|even"
    r"|both|mostly"
    r"|rarely|almost|only|definitely))*\s+",
    re.I,
)
_NUMERAL = re.compile(
    r"\b(?:act|part|phase|type|class|chapter|scene|war|grade|stage|level|vitamin|volume|book)\s+$", re.I
)
_JOINED = re.compile(
    r"(?: (?!and\b|or\b)[\w'’-]+){0,8}? (?:and|or|but) (?:also |then |often |usually |mostly |never |always )?"
    r"(have|do|don't|go|live|eat|hate|want|make|take|come|get|speak|teach|write|read|prefer|enjoy|keep"
    r"|avoid|know|own|sell|bake"
    r"|(?:like|love|need|work|run|play|drink|walk|hike|bike|cycle|sleep|travel|use|study|train|help"
    r"|try|feel|paint|drive"
    r"|climb|ride|swim|cook|sing|commute|grow|raise|manage|lead|volunteer|dance|fish|garden"
    r"|deploy|merge|release|ship|host|build|test)"
    r"(?= (?:in|at|on|to|for|from|with|as|by|the|an?|my|it|them|every|twice|once|all|mostly"
    r"|part-time|only|nights|weekends|days)\b)|(?<=often |never )[a-z]+|(?<=always )[a-z]+|(?<=usually )[a-z]+)\b"
)
_EMPHATIC = re.compile(r"(?<= (?:them|that|this|here|ones)) myself\b|(?<= it) myself\b", re.I)
_OPENS = re.compile(r"(?<=[.!] )t(?=hey |heir |hem )")
_VERB = re.compile(r"[a-z]+(?:'t)?", re.I)
_MODAL = listed(
    "can did should shall ought cannot must won't will might used can't would couldn't didn't may could wouldn't "
    "shouldn't hadn't had"
)
_IRREGULAR = {
    "am": "is",
    "are": "is",
    "was": "was",
    "were": "was",
    "have": "has",
    "haven't": "hasn't",
    "do": "does",
    "don't": "doesn't",
    "go": "goes",
}
_PAST = listed(
    "told knew paid put meant chose wore went won moved stood quit found woke did flew drove wrote forgot cut held "
    "spoke became read caught hurt threw got spent said sent brought broke saw taught set led felt began ate ran left "
    "kept hit slept rose met sat grew came rode thought gave made heard sold drew lost let bought fell built swam "
    "took had"
)
_BASE_IN_ED = listed("wed embed seed succeed speed bleed need exceed feed shed proceed weed breed heed")
_BASE_AMBIGUOUS = listed("put cut read let set")
_HEARD = re.compile(r"read (?=(?:that|about|somewhere|online|an article|in (?:an?|the)|on (?:the|a|reddit))\b)", re.I)
"""Reading that is told of, and over."""


def told(sentence: str) -> str:
    """The sentence with its first-person words replaced and the verbs after "I" agreeing; first letter in upper
    case."""
    named = False
    out: list[str] = []
    for piece in _KEPT.split(_EMPHATIC.sub("", apostrophised(_APOSTROPHE.sub("'", sentence)))):
        if _KEPT.fullmatch(piece):
            out.append(piece)
            continue
        text, named = _told(piece, named)
        out.append(text)
    return opened(_OPENS.sub(lambda match: match.group().upper(), "".join(out).strip()))


def _told(text: str, named: bool) -> tuple[str, bool]:
    out, at = [], 0
    for match in _PERSON.finditer(text):
        if match.start() < at:
            continue
        word = match.group(1).lower()
        if word == "i" and (
            _NUMERAL.search(text, 0, match.start()) or text[match.end() : match.end() + 1] in (".", ")")
        ):
            continue  # "Act I", an enumeration's "i." or "i.e."
        out.append(text[at : match.start()])
        at = match.end()
        if word in ("my", "mine", "me", "myself"):
            plain = {"my": f"{NAME}'s", "mine": f"{NAME}'s", "me": NAME, "myself": "themself"}
            after = {"my": "their", "mine": "theirs", "me": "them", "myself": "themself"}
            out.append((after if named else plain)[word])
        elif word in _CONTRACTED:
            singular, plural = _CONTRACTED[word]
            out.append(f"they {plural}" if named else f"{NAME} {singular}")
            if word == "i'm" and not named:
                at = _join(text, at, out)
        elif named:
            verb = re.match(r"\s+(am|was|wasn't)\b", text[at:], re.I)
            out.append("they")
            if verb:
                out.append({"am": " are", "was": " were", "wasn't": " weren't"}[verb.group(1).lower()])
                at += verb.end()
        else:
            out.append(NAME)
            adverbs = _ADVERB.match(text, at)
            verb = _VERB.match(text, adverbs.end()) if adverbs else None
            if adverbs and verb:
                agreeing = verb.group() if _HEARD.match(text, verb.start()) else third(verb.group())
                out.append(text[at : adverbs.end()] + agreeing)
                at = verb.end()
                if agreeing != verb.group():
                    at = _join(text, at, out)
        named = True
    out.append(text[at:])
    return "".join(out), named


def _join(text: str, at: int, out: list[str]) -> int:
    """A second verb of the same subject agrees as well, "lives in Bergen and swims"; returns where it ends."""
    joined = _JOINED.match(text, at)
    if joined is None or _PERSON.search(text, at, joined.end()):
        return at
    out.append(text[at : joined.start(1)] + third(joined.group(1)))
    return joined.end()


def third(verb: str) -> str:
    """A verb as it follows he or she; past tense and modals as they are."""
    low = verb.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low in _MODAL or (low in _PAST and low not in _BASE_AMBIGUOUS) or low.endswith("n't"):
        return verb
    if low.endswith("ed") and low not in _BASE_IN_ED:
        return verb
    if low in ("and", "or", "to", "with", "in", "at", "on", "am"):
        return verb
    if re.search(r"(?:s|x|z|ch|sh|o)$", low):
        return verb + "es"
    if re.search(r"[^aeiou]y$", low):
        return verb[:-1] + "ies"
    return verb + "s"
