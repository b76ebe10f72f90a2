"""A direction that the person gives and the model follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from compiler.passes.distil import acts, outcome, proposals
from compiler.passes.distil.argued import SHORTEST, argued, gives_grounds
from compiler.passes.distil.labels import unlabelled
from compiler.passes.distil.lines import Line, of_unit, told_beside
from compiler.passes.distil.talk import Talk
from compiler.passes.distil.units import LONGEST
from compiler.passes.distil.wishes import proposes, wished
from compiler.passes.distil.wording import opened, stated
from compiler.text.prose import plain
from compiler.text.words import terms, words

_SETS_OUT = re.compile(r"(?:looking at|i see|i noticed|wondering|i was)\b", re.I)
"""Openings of a sentence that leads up to what the person wants."""
_VAGUE = re.compile(r"\?|\b(?:it|that|this|those|these|them|which|stuff|something|maybe)\b", re.I)
_CLAUSE = re.compile(r"[,;–—]\s+(?=(?:we|i|don(?:'|’)?t|use|keep|only|no)\b)|\s(?:but|and|so) (?=we\b)", re.I)
_WANTS = re.compile(
    r"^(?:to answer your question(?: about [^:,]{1,60})?[:,]\s*|(?:what )?i(?:(?:'|’)d like| want| would like| need)"
    r"(?: is(?= an? )|(?: you)? to(?= \w)))\s*",
    re.I,
)
"""What stands before a wish and says no more than that it is one."""
_CONTRASTS = re.compile(r"\b(?:instead of|rather than)\b", re.I)
_JOINS = (",", ";", "–", "—")
_QUOTED = re.compile(r"[\"“`][^\"”`]*[\"”`]")
_NO = re.compile(r"\W*(?:no|nope|nah|rather not)\b", re.I)
ENOUGH = 3
"""Terms a wish needs to be told beside the report on it."""
CONTENT = 4
"""Terms a person's sentence needs to say by itself what it settles."""


def directed(talk: Talk, number: int, *, first: bool = False) -> Iterator[Line]:
    """The person's directing sentence where it says by itself what it settles, else the report on it, with the person's
    reason. The `first` message of a conversation is its task; what it narrows counts where a report takes it up."""
    said = talk.turns[number]
    sentences = [i for i in talk.of(number) if talk.units[i].kind == "said"]
    if not sentences or said.long_paste or acts.asks_advice(said.words):
        return
    best = max(
        sentences,
        key=lambda i: (
            _tells_how(talk.units[i].typed) or proposes(talk.units[i].typed),
            not _VAGUE.search(wished(talk.units[i].typed)),
            len(set(terms(talk.units[i].tokens))),
            -i,
        ),
    )
    wish = _wish(talk, best)
    content = set(terms(words(wish.text)))
    directs = _tells_how(talk.units[best].typed) or proposes(talk.units[best].typed)
    if directs and len(content) >= CONTENT and not first and not _VAGUE.search(wish.text):
        line = argued(wish, leads_up=_leads_up(wish.text))
        yield line if line.reason else replace(line, reason=_why(talk, number, best, line.text))
        return
    if "?" in wish.text and (outcome.refused(talk, number) or outcome.asks_back(talk, number)):
        return
    about = set(terms(words(wish.text if first else said.words)))
    if len(content) < CONTENT and number:
        about |= talk.subject(number - 1)
    told = (outcome.of_task if first else outcome.report)(talk, number, about)
    if told is not None:
        line = of_unit("decision", talk.units[told], 2.5, told)
        more = _goes_on(talk, best)
        why = argued(wish).reason or _why(talk, number, best, f"{wish.text} {more}")
        text = _told(wish.text, more, outcome.at_word(line.text))
        yield replace(
            line, said=(talk.units[told].said, number), text=text, reason=why, instead_of=_turned_down(talk, number)
        )
    elif first and _CONTRASTS.search(wish.text) and not _VAGUE.search(wish.text):
        yield argued(wish)


def _leads_up(text: str) -> bool:
    """Whether the first of two sentences says why the second directs."""
    first, _, then = text.partition(". ")
    return bool(then and gives_grounds(first) and acts.TELLING.search(then) and not acts.TELLING.search(first))


def _goes_on(talk: Talk, best: int) -> str:
    """The sentence after a question that says more of how it is meant."""
    one = talk.units[best]
    for i in talk.of(one.said):
        after = talk.units[i]
        if (
            "?" in one.typed
            and after.kind == "said"
            and after.part == one.part + 1
            and acts.TELLING.search(after.typed)
        ):
            text = wished(after.typed)
            return text if "?" not in after.typed and len(one.typed) + len(text) <= LONGEST else ""
    return ""


def _told(wish: str, more: str, report: str) -> str:
    """What was wanted, where that says by itself what it means, with what more the person says of it, or with what was
    done about it as far as there is room."""
    settles = wished(wish)
    tells = proposes(wish) or ("?" not in wish and acts.TELLING.search(_QUOTED.sub("", wish)))
    if not tells or _VAGUE.search(settles) or len(set(terms(words(f"{settles} {more}")))) < ENOUGH:
        return report
    if more:
        return f"{settles}. {more}"
    return told_beside(settles, report)


def _turned_down(talk: Talk, number: int) -> str | None:
    """What the model had asked to do, where the message begins with a no."""
    before = talk.reply_to(number)
    asked = (
        proposals.question(talk.turns[before]) if before is not None and _NO.match(talk.turns[number].words) else None
    )
    return asked[0] if asked else None


def _why(talk: Talk, number: int, best: int, told: str) -> str | None:
    """The person's grounds, where another sentence of the message gives them than the one `told`."""
    own = [talk.units[i].typed for i in talk.of(number) if talk.units[i].kind == "said" and i != best]
    part = talk.units[best].part
    after = [
        talk.units[i].typed for i in talk.of(number) if talk.units[i].kind == "said" and talk.units[i].part == part + 1
    ]
    asks = proposes(talk.units[best].typed)
    for typed in (talk.units[best].typed.partition("?")[2], *own):
        news = set(terms(words(typed))) - set(terms(words(told)))
        if (
            "?" not in typed
            and len(typed) > SHORTEST
            and len(news) >= ENOUGH
            and (gives_grounds(typed) or (asks and typed in after))
        ):
            return stated(typed.strip()).rstrip(" .!") + "."
    return None


def _wish(talk: Talk, best: int) -> Line:
    """A directing sentence, or clause of one: with the clause before it that belongs to it, and without what only leads
    up to its last directing clause."""
    unit, said = talk.units[best], talk.turns[talk.units[best].said]
    before = [i for i in talk.of(unit.said) if talk.units[i].kind == "said" and talk.units[i].part == unit.part - 1]
    start = unit.start
    for i in before:
        one = talk.units[i]
        joined = said.text[one.end : unit.start].strip() in _JOINS and unit.end - one.start <= LONGEST
        if joined and not _SETS_OUT.match(one.typed) and not _VAGUE.search(one.typed):
            start = one.start
    text = stated(plain(said.text[start : unit.end])).rstrip(" .!")
    for clause in reversed(list(_CLAUSE.finditer(text))):
        rest = text[clause.end() :]
        if acts.TELLING.search(rest) and len(set(terms(words(rest)))) >= CONTENT and not _VAGUE.search(rest):
            text = opened(rest)
            break
    text = opened(_WANTS.sub("", text))
    return Line("decision", unlabelled(text), (unit.said,), start, unit.end, 2.5, unit=best)


def _tells_how(sentence: str) -> bool:
    return bool(acts.TELLING.search(_QUOTED.sub("", sentence))) and not _SETS_OUT.match(sentence)
