"""A proposal that the person takes up: options picked, the question that proposed, the way recommended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from compiler.passes.distil import choosing, cues, loops, options, outcome, picking, proposals, settling
from compiler.passes.distil.argued import argued, clause_of_grounds
from compiler.passes.distil.forms import presentable
from compiler.passes.distil.labels import unlabelled
from compiler.passes.distil.lines import Line, of_unit, shortened, told_beside
from compiler.passes.distil.options import Option
from compiler.passes.distil.subjects import heading, subject
from compiler.passes.distil.talk import Talk
from compiler.passes.distil.third_person import told
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import LONGEST
from compiler.passes.distil.wishes import wished
from compiler.passes.distil.wording import lowered, opened, requested, stated
from compiler.text import sentences
from compiler.text.words import terms, words

CERTAIN = 3.5
_SEVERAL = re.compile(r"\b(?:these|those|they|all|none|neither)\b", re.I)
LONGEST_TOPIC = 90
_QUESTION = re.compile(r"(?:what|which|where|when|who|how|why|is|are|does|do|did)(?:'|’)?s?\b", re.I)
"""Openings of a question: no phrase to stand in front of its answer."""
_CARRY_OUT = re.compile(
    r"\b(?:draft|implement|do|start|build|write|make|take|go|use|try|first|top|\d|one|two|three|four|five)\b", re.I
)
_LOOKS = re.compile(
    r"(?:check|look (?:at|into|up)|find(?: out)?|see|research|figure out|explain|verify|review|investigate"
    r"|suggest|propose)\s+"
    r"(?:(?:if|whether|how|why|what|that|for|me|us)\s+)*",
    re.I,
)
_BUT = re.compile(r"(?:[.!,;–—]\s+|\n)((?:but|except|only without)\b[^.!?\n]{3,80})", re.I)
_ASKS = re.compile(r"\?(?=\W|$)")
"""In an item of a list: it asks the person something rather than being put up for choice."""
SHORT = 12
"""Words of a reply that only picks."""
_OWN_WORDS = 2
"""Terms from which a reply that picks several options is told in its own words, the options named behind."""


def picked(talk: Talk, before: int, number: int) -> Iterator[Line]:
    """The options of a message that the next one takes by letter, number, place or name, or says again; what
    they answer stands in front where they do not say it."""
    asked, reply = talk.turns[before], talk.turns[number].words
    pick = taken(talk.turns, number, talk.working) if talk.working or number <= talk.tested else None
    if pick is None:
        return
    first = pick.taken[0]
    text = (
        unlabelled(stated(first.text)).rstrip(" :")
        if len(pick.taken) == 1
        else _together(pick, asked, pick.reply or reply)
    )
    if pick.changes:
        text = f"{shortened(text, LONGEST - len(pick.changes) - 3).rstrip('.')}, {pick.changes}"
    if (more := _instruction(pick.reply or reply)) and len(text) + len(more) + 2 <= LONGEST:
        text = f"{text.rstrip('.')}. {more}"
    evidence: tuple[int, ...] = (before, number)
    asking, topic = asked_about(talk, before) if len(pick.taken) == 1 else (0, "")
    if topic and not set(terms(words(topic))) & set(terms(words(text))):
        text, evidence = f"{topic}: {text}", (*evidence, asking)
    refused = [option.name for option in pick.refused] or options.beside(asked, pick.taken)
    line = Line("decision", shortened(text), evidence, first.start, first.end, CERTAIN)
    why = clause_of_grounds(reply)[1] if not pick.changes and len(reply) <= picking.LONGEST else None
    yield replace(line, reason=why, instead_of="; ".join(refused) or None)


def taken(turns: Sequence[Said], number: int, working: bool) -> picking.Picked | None:
    """Which of the options that the message before puts up a reply takes; a question to the person is none."""
    asked, reply = turns[number - 1], turns[number].words
    pick = picking.picked(list(options.menus(asked)), reply)
    if not working and not settling.takes(turns, number, by_name=pick is None):
        return None
    if pick is None and (by_words := options.repeated(asked, reply) or _called(asked, reply)):
        but = _BUT.search(reply)
        pick = picking.Picked((by_words,), (), but.group(1).lower() if but else "")
    return None if pick is None or _ASKS.search(pick.taken[0].text) else pick


def _instruction(reply: str) -> str:
    """What a reply asks for in the sentence after the one that picks."""
    after = next(iter(sentences.split(reply)[1:2]), "")
    asks = cues.IMPERATIVE.match(after) and "?" not in after and proposals.specific(after, _OWN_WORDS)
    return told(stated(after)) if asks else ""


def asked_about(talk: Talk, number: int) -> tuple[int, str]:
    """The message that a model's answers, with what it asks for as a phrase; empty where that says little or much."""
    asking = next((n for n in range(number - 1, -1, -1) if talk.turns[n].speaker == "person"), 0)
    for i in talk.of(asking):
        unit = talk.units[i]
        if unit.kind == "said" and (request := requested(unit.typed)) and len(request) <= LONGEST_TOPIC:
            request = opened(_LOOKS.sub("", request))
            tells = len(set(terms(words(request)))) >= 3 and not _QUESTION.match(request) and ":" not in request
            return asking, request if tells else ""
    return asking, ""


def _called(asked: Said, reply: str) -> Option | None:
    """The option that a short reply, or the short first sentence of one, calls by its name."""
    if len(reply.split()) > SHORT:
        reply = next((first for first in sentences.split(reply)[:1] if not choosing.chooses(first)), "?")
    one = "?" not in reply and len(reply.split()) <= SHORT and not _SEVERAL.search(reply)
    return options.named(asked, reply) if one else None


def _together(pick: picking.Picked, asked: Said, reply: str) -> str:
    """Several options as one line: the person's own words with the options' names, or where those only pick, the
    options, explained as far as there is room."""
    reply = next(iter(sentences.split(reply)), reply).removesuffix(".").removesuffix(pick.changes)
    if len(set(terms(words(_CARRY_OUT.sub("", reply))))) >= _OWN_WORDS:
        over = f"{heading(asked)}: ".removeprefix(": ")
        return over + _named(wished(reply).rstrip(" :)"), (*pick.refused, *pick.taken), LONGEST - len(over))
    shown = [option.name for option in pick.taken]
    room = LONGEST - len(pick.changes) - 3
    for at, option in enumerate(pick.taken):
        longer = [*shown[:at], option.text.rstrip("."), *shown[at + 1 :]]
        if len("; ".join(longer)) <= room:
            shown = longer
    return "; ".join(shown)


def _named(reply: str, options_: Iterable[Option], longest: int) -> str:
    """A reply with the names of options behind their letters, as far as there is room."""
    for option in options_:
        mark = re.search(rf"(?<![\w'’]){option.mark.upper()}(?![\w'’])", reply)
        if mark and len(reply) + len(option.name) + 3 <= longest:
            reply = f"{reply[: mark.end()]} ({option.name}){reply[mark.end() :]}"
    return reply


def approved(talk: Talk, before: int, number: int) -> Iterator[Line]:
    """What a bare approval takes up."""
    said = talk.turns[before]
    if whole := options.offered(said):
        text = "; ".join(option.name for option in whole)
        yield Line("decision", shortened(text), (before, number), whole[0].start, whole[-1].end, CERTAIN)
        return
    if asked := proposals.question(said):
        text, start, end = asked
        if not talk.working and settling.asks(text):
            return
        line = argued(Line("decision", text, (before, number), start, end, CERTAIN))
        about = subject(talk, before, line.text)
        line = replace(line, text=shortened(f"{about}: {lowered(line.text)}" if about else line.text))
        yield line if line.reason else replace(line, reason=proposals.grounds(said, start, end))
        return
    yield from _worked(talk, before, number) if talk.working else _agreed(talk, before, number)


def _worked(talk: Talk, before: int, number: int) -> Iterator[Line]:
    """Where the model set to work at once: the way it had recommended, else what it reports to have done."""
    best = proposals.recommended(talk, before)
    if best is not None:
        line = of_unit("decision", talk.units[best], 1.5, best)
        yield argued(proposals.ruled(replace(line, said=(before, number))))
        return
    told = outcome.report(talk, number, talk.subject(before) | set(terms(words(talk.turns[number].words))))
    if found := proposals.findings(talk.turns[before]):
        titles, start, end = found
        text = told_beside(titles, of_unit("decision", talk.units[told], 1.0).text) if told is not None else titles
        yield Line("decision", shortened(text), (before, number), start, end, 1.5, unit=told)
        return
    earlier = _still_put(talk, before) if told is None else None
    if told is not None:
        yield replace(of_unit("decision", talk.units[told], 1.0, told), said=(talk.units[told].said, number))
    elif earlier is not None:
        line = of_unit("decision", talk.units[earlier], 1.0, earlier)
        yield argued(replace(line, said=(talk.units[earlier].said, number)))


def _still_put(talk: Talk, before: int) -> int | None:
    """What an earlier message recommended, where the person's reply to it picked nothing of its own."""
    for n in range(before - 1, -1, -1):
        said = talk.turns[n]
        if said.speaker == "model" and said.last and not any(picked(talk, n, n + 1)):
            best = proposals.recommended(talk, n)
            if best is not None:
                return best
    return None


def _agreed(talk: Talk, before: int, number: int) -> Iterator[Line]:
    proposed = [i for i in talk.of(before) if presentable(talk.units[i]) and not loops.stays_open(talk.units[i])]
    named = [i for i in proposed if cues.PROPOSAL.search(talk.units[i].text)]
    outlined = [i for i in proposed if talk.units[i].kind in ("outline", "pack")]
    best = max(named or outlined, key=lambda i: (float(talk.score[i]), -i), default=None)
    if best is not None:
        yield replace(of_unit("decision", talk.units[best], float(talk.score[best]) + 0.5, best), said=(before, number))
