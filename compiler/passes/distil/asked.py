"""A question with its answer as one statement: "Where should logs go?" and "out/" are "Logs should go to out/"."""

from __future__ import annotations

import re

from compiler.passes.distil.wording import opened
from compiler.text.words import terms, words

_WE = r"(?:we|i|you|claude|the (?:agent|assistant|model))"
_AUX = r"(?:should|do|would|shall|can|could|will|must|did)"
_TAKE = (
    r"(?:use|have|prefer|pick|choose|want|like|go with|take|support|target|apply|adopt|do|add|run|include|keep"
    r"|start with"
    r"|see|put|set|state|show|list|name|call|mention)(?: to (?:use|see|have|do|add))?"
)
_WHERE = re.compile(
    rf"where should (?:{_WE} (?P<put>put|store|keep|save|place|write|add)|(?P<subject>.+?) "
    r"(?P<verb>go|live|sit|reside|be \w+))\b(?P<rest>.*)",
    re.I,
)
_WHICH = re.compile(
    rf"(?:which|what)(?: (?:kind|sort|type) of)? (?P<subject>\w.*?) {_AUX} (?:{_WE}|.{{2,40}}?) {_TAKE}\b(?P<rest>.*)",
    re.I,
)
_CALLED = re.compile(r"what should (?P<subject>.+?) be (?P<verb>called|named)\b(?P<rest>.*)", re.I)
_HOW_WE = re.compile(
    rf"how (?:should|would|do|can) {_WE} (?:like to |want to |like me to |want me to )?(?P<does>.+)", re.I
)
_BE = re.compile(r"(?:how|what|when|where) should (?P<subject>.+?) (?P<verb>be .+|look|work|behave)", re.I)
_WHETHER = re.compile(
    rf"(?:(?:should|shall|can|could|may) (?:{_WE}|this|it)|(?:do you want|would you like|want|ok(?:ay)?|ready"
    rf"|is it ok(?:ay)?)"
    r"(?: (?:me|us|for me))? to(?: (?:also|go ahead and))?) (?P<does>.+)",
    re.I,
)
_EITHER = re.compile(r"should (?P<subject>.+?) be (?P<one>.+?),? or (?P<other>.+)", re.I)
_PASSIVE = re.compile(r"should (?P<subject>.+?) be (?P<what>.+)", re.I)
_SHOULD = re.compile(r"(?:should|shall) (?P<rest>.+)", re.I)
_YES = re.compile(r"(?:yes|yep|yeah|sure|ok(?:ay)?|correct|do it|go ahead)\b[\s,.:;!–—-]*", re.I)
_NO = re.compile(r"(?:no|nope|don(?:'|’)?t)\b(?! \w)[\s,.:;!–—-]*", re.I)
_PLACED = re.compile(
    r"(?:in|to|at|on|under|inside|next to|beside|with|within|below|above|into|directly|only|as)\b", re.I
)
_INVERTED = re.compile(
    r"(?:^|[,.] )(?:which|what|how|where|when|why|who|is|are|do|does|did|has|have|can|will|would|should)\b", re.I
)
"""What cannot stand as a statement, not even as a label."""
_LEADS = re.compile(
    r"^(?:(?:first|next|one|last|final|quick)(?: \w+)? question|and|also|so|finally|ok(?:ay)?)\b[:,]?\s+", re.I
)
ALONE = 4
"""Terms from which the last question of several sentences says by itself what it asks."""


def statement(question: str, answer: str) -> str:
    """What was settled by an answer; where grammar does not allow a statement, the two side by side."""
    asked = _LEADS.sub("", _last(question)).rstrip(" ?:.")
    yes, no = _YES.match(answer), _NO.match(answer)
    if yes or no:
        return _yes_or_no(asked, answer, yes, no)
    if found := _WHERE.fullmatch(asked):
        if found["put"]:
            return opened(f"{found['put']}{found['rest']}: {answer}")
        place = answer if _PLACED.match(answer) else f"{'to' if found['verb'] == 'go' else 'in'} {answer}"
        return opened(f"{found['subject']} should {found['verb']}{found['rest']} {place}")
    if found := _EITHER.fullmatch(asked):
        return opened(f"{found['subject']} should be {_rather(answer, found['one'], found['other'])}")
    if found := _CALLED.fullmatch(asked):
        return opened(f"{found['subject']}{found['rest']} should be {found['verb']} {answer}")
    if found := _WHICH.fullmatch(asked) or _HOW_WE.fullmatch(asked):
        return opened(f"{' '.join(group.strip() for group in found.groups() if group)}: {answer}")
    if found := _BE.fullmatch(asked):
        return opened(f"{found['subject']} should {found['verb']}: {answer}")
    if found := _WHETHER.fullmatch(asked):
        return opened(f"{found['does']}: {answer}")
    if found := _PASSIVE.fullmatch(asked):
        return opened(f"{found['subject']} should be {found['what']}: {answer}")
    if found := _SHOULD.fullmatch(asked):
        return opened(f"{found['rest']}: {answer}")
    return f"{opened(asked)}{'?' if _INVERTED.search(asked) else ':'} {answer}"


def _yes_or_no(asked: str, answer: str, yes: re.Match[str] | None, no: re.Match[str] | None) -> str:
    rest = answer[(yes or no).end() :]  # type: ignore[union-attr]
    if found := _WHETHER.fullmatch(asked):
        does = found["does"] if yes else f"do not {found['does']}"
        news = set(terms(words(rest))) - set(terms(words(does)))
        return opened(does + (f": {rest}" if news else ""))
    if found := _PASSIVE.fullmatch(asked):
        return opened(
            f"{found['subject']} should {'' if yes else 'not '}be {found['what']}" + (f": {rest}" if rest else "")
        )
    return f"{opened(asked)}? {answer}"


def _rather(answer: str, one: str, other: str) -> str:
    """The answer of an alternative, with the other one where the answer is one of them."""
    said = set(terms(words(answer)))
    ours, theirs = (len(said & set(terms(words(option)))) for option in (one, other))
    if ours == theirs:
        return f"{one} or {other}: {answer}"
    taken = answer[:1].lower() + answer[1:] if re.match(r"[A-Z](?:[a-z]| )", answer) else answer
    return f"{taken} rather than {one if theirs > ours else other}"


def _last(question: str) -> str:
    """The last sentence of a question, unless it needs those before it."""
    _, mark, last = question.rstrip(" ?").rpartition(". ")
    return last if mark and len(set(terms(words(last)))) >= ALONE else question
