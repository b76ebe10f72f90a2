"""Why a decision was taken and what it was taken instead of, each in the words it was told in.

Both are cut out of the decision's own text where they trail, so that a note says them once; what it was taken instead
of may also be the other option of a question or of a menu.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from compiler.passes.distil.lines import Line
from compiler.passes.distil.wording import lowered, opened
from compiler.text import sentences
from compiler.text.words import terms, words

_BECAUSE = re.compile(
    r"[,;–—]?\s+(?:because of|due to|on account of|because|given that|as long as it means"
    r"|since (?=(?:the|we|i|user|they|it|that|this|there|our|my|their|nobody|everyone|most)\b))\s*"
    r"|[,;–—]\s+(?:as|for) (?=(?:the|we|user|they|it|that|this|there|our|their) (?:\w+ )?(?:is|are|was|has|have"
    r"|can|cannot|can't|does|do|will|would|only|needs?|wants?|costs?|\w+s)\b)",
    re.I,
)
_THEREFORE = re.compile(
    r"[:;–—,]\s+(?=(?:the|we (?:don(?:'|’)?t|can(?:'|’)?t|only|have|need)|user(?:'s)? \w+|they|it(?:(?:'|’)s)?"
    r"|there|nobody|everyone) )",
    re.I,
)
_NOT_THAT = re.compile(r"(?:no|not) [^:,.]{2,40}[:,]\s+", re.I)
_GROUNDS = re.compile(
    r"\b(?:because|since|so that|wants?|needs?|matters?|hates?|prefers?|costs?|cheaper|faster|slower|easier|simpler"
    r"|better|worse|safer|enough|too (?!bad)\w+|can(?:'|’)?t|cannot|allergic|nobody|everyone|(?:does|do)n(?:'|’)?t"
    r"|fails?|breaks?|would (?:be|have|need|cost|break)|risk\w*|expensive|that way|price|budget|ha(?:s|ve) to)\b",
    re.I,
)
_WEAKER = re.compile(
    rf"{_GROUNDS.pattern}|\b(?:still|only|already|works?|likes?|loves?|quick(?:er)?|simple|cheap|standard|closest"
    rf"|best)\b",
    re.I,
)
_OF = re.compile(r"because of|due to|on account of", re.I)
_REFERS = re.compile(r"\b(?:it|that|this|those|these|them|one)\b", re.I)
_GOES_ON = re.compile(
    r"\W*(?:then|next|after that|also|and|but|please|now|can you|let(?:'|’)?s|how|what|don(?:'|’)?t"
    r"|no need|first|for now"
    r"|just|make|remind|tell|show|give|move|keep|regarding|if|once|hi|hello)\b|.*(?:\?|\byou\b)",
    re.I,
)
_LETS = re.compile(r"let(?:'|’)?s (?:just |also |then )*(not )?(?=\w)|let us (not )?", re.I)
_CALLED = re.compile(r"^(?:decided|decision|settled|agreed|final (?:choice|answer))\s*[:–—]\s*(?=\w)", re.I)
_PROPOSES = re.compile(
    r"(?:so,? )?(?:i(?:'|’)d|i would|my (?:suggestion|recommendation|proposal|plan) (?:is|would be)(?: to)?:?)"
    r"(?: (?:recommend|suggest|propose))?(?: (?:to|that (?:you|we)))? (?=\w{3})"
    r"|i (?:recommend|suggest|propose) (?:to |that (?:you|we) )?(?=\w{3})",
    re.I,
)
_NAME = r"([\w.+#/'’-]+(?: [\w.+#/'’-]+){0,4}?)"
_ENDS = (
    r"(?=\s*(?:[,.;:!?)–—]|$)|\s+(?:because|since|so|for|and|but|when|where|which|as|with|if|in|on|at|to|everywhere"
    r"|here|there|now|then)\b)"
)
_INSTEAD = re.compile(
    rf",?\s+(?:instead of|rather than|(?<=\w) ?as opposed to|and not|but not)\s+(?:the |a |an )?{_NAME}{_ENDS}"
    rf"|,\s+not (?!yet\b|only\b|just\b|later\b|today\b|now\b|because\b)(?:the |a |an )?{_NAME}{_ENDS}",
    re.I,
)
_LEFT = re.compile(
    r"\b(?:switch|mov|migrat|chang|go)(?:e|es|ing|ed)?\s+(?:\w+ )?from\s+(?:the |a |an )?"
    rf"{_NAME}(?=\s+(?:in)?to\b)"
    rf"|\b(?:decid\w+ against|chose\w* against|rul\w+ out|reject\w*)\s+(?:the |a |an )?{_NAME}{_ENDS}"
    rf"|\b(?:pick|choos|chose|prefer|tak)\w*\s+(?:\S+ ){{1,5}}?over\s+(?:the |a |an )?{_NAME}{_ENDS}"
    rf"|(?:^|[.;]\s+)no (?!need\b|idea\b|more\b|one\b|longer\b|problem\b|matter\b|rush\b|worries\b){_NAME}(?=:)",
    re.I,
)
_EITHER = re.compile(
    rf"\b(?:between|compar(?:e|ing))\s+(?:an? |the )?{_NAME}\s+(?:and|or|vs\.?|versus"
    rf"|with)\s+(?:an? |the )?{_NAME}{_ENDS}"
    rf"|(?:^|[.,;:!?]\s+|\b(?:use|take|buy|choose|pick|prefer|in|by|on|with|for)\s+)(?:in |on "
    rf"|by )?(?:an? |the )?{_NAME},? or "
    rf"(?:in |on |by |with |use )?(?:an? |the )?{_NAME}\?",
    re.I,
)
SHORTEST = 12
"""Characters a decision must keep, or give as a reason."""


def argued(line: Line, asked: str = "", others: Iterable[str] = (), *, leads_up: bool = False) -> Line:
    """The decision with its reason and what it was taken instead of. `asked` is what stood before it, in plain words;
    `others` are the names of the options of a menu that were not picked; `leads_up` says that the first of two
    sentences only leads up to the decision."""
    text, instead = _instead(line.text, "; ".join(others))
    text, reason = _reason(text, leads_up)
    text = _CALLED.sub("", text)
    if proposes := _PROPOSES.match(text):
        text = text[proposes.end() :]
        text = f"Use {text}" if re.match(r"(?:the|an?) ", text) else text
    if lets := _LETS.match(text):
        text = ("Do not " if lets.group(1) or lets.group(2) else "") + text[lets.end() :]
    return replace(line, text=opened(text), reason=reason, instead_of=instead or other(asked, text) or None)


def gives_grounds(sentence: str) -> bool:
    """Whether a sentence beside a decision says why it was taken."""
    return bool(_GROUNDS.search(sentence)) and not _GOES_ON.match(sentence)


def _reason(text: str, leads_up: bool) -> tuple[str, str | None]:
    """The text without the sentence or clause that says why, and that."""
    told = sentences.split(text)
    if len(told) == 2:
        settles, beside = reversed(told) if leads_up else told
        if gives_grounds(beside) and not (leads_up and _REFERS.search(settles)):
            clause = _BECAUSE.search(beside)
            if clause and len(beside) - clause.end() >= 8:
                return settles, _grounds(clause, beside[clause.end() :])
            return settles, _sentence(_NOT_THAT.sub("", beside, count=1) if _NOT_THAT.match(beside) else beside)
    if (found := _BECAUSE.search(text, SHORTEST)) and len(text) - found.end() >= 8:
        stop = re.search(r"[.;](?:\s|$)|$", text[found.end() :])
        end = found.end() + (stop.start() if stop else 0)
        return _closed(text[: found.start()] + text[end:]), _grounds(found, text[found.end() : end])
    if len(told) == 1 and (found := _THEREFORE.search(text, SHORTEST)) and _WEAKER.search(text, found.end()):
        return _closed(text[: found.start()]), _sentence(text[found.end() :])
    return text, None


def _grounds(because: re.Match[str], told: str) -> str:
    """A reason as a sentence; a noun alone keeps its preposition."""
    named = _OF.search(because.group())
    return f"{opened(named.group())} {lowered(_sentence(told))}" if named else _sentence(told)


def _instead(text: str, others: str) -> tuple[str, str | None]:
    if (found := _INSTEAD.search(text, 4)) and (name := _named(found)):
        rest = text[found.end() :]
        trails = not rest.strip(" .!") and found.start() >= SHORTEST
        return (_closed(text[: found.start()]) if trails else text), name
    if (found := _LEFT.search(text)) and (name := _named(found)):
        return text, name
    return text, others or None


def _named(found: re.Match[str]) -> str | None:
    name = next(group for group in found.groups() if group).strip(" .'’")
    return None if _REFERS.fullmatch(name) or name.lower().startswith(("any ", "all ", "just ")) else name


def other(asked: str, text: str) -> str:
    """Of two alternatives named in a question, the one that the decision does not hold, where it holds the other."""
    held = set(terms(words(text)))
    for found in _EITHER.finditer(asked):
        one, another = [group.strip(" .'’") for group in found.groups() if group]
        a, b = (set(terms(words(name))) for name in (one, another))
        if a and b and held and (a <= held or held <= a) and not b & held:
            return another
        if a and b and held and (b <= held or held <= b) and not a & held:
            return one
    return ""


def _closed(text: str) -> str:
    text = text.rstrip(" ,;:–—")
    return text if text.endswith((".", "!", "…")) else text + "."


def _sentence(text: str) -> str:
    return opened(text.strip(" ,;")).rstrip(" .") + "."
