"""The last state wins: what the person takes back, or the model concedes to have got wrong, is not in the note."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from compiler.passes.distil import acts, choosing, in_a_word, options, taken_up
from compiler.passes.distil.turns import Said
from compiler.passes.distil.turns import working as is_working
from compiler.passes.distil.units import Unit
from compiler.text import sentences
from compiler.text.words import terms, words

_CONCEDES = re.compile(
    r"\W*(?:you(?:'|’)re (?:absolutely |quite |totally )?right|you are (?:absolutely |quite )?right|my mistake"
    r"|my apologies|i was wrong|i apologi[sz]e|sorry,|apologies|good catch|right you are|indeed, that was wrong"
    r"|i stand corrected|oh,? you(?:'|’)re right)\b",
    re.I,
)


_CONDUCT = re.compile(
    r"\b(?:right to (?:be|push|ask|focus|call|want|highlight|question)"
    r"|frustrat|delay|confusion|misunderst|repeat|repetit|inconvenience|stress)",
    re.I,
)
"""What a model apologises for that is no claim of its own."""
OPENING = 160
"""Characters within which it says what for."""
_LISTED = ("item", "headed", "outline", "pack")


def dead(turns: Sequence[Said], units: Sequence[Unit]) -> set[int]:
    """Indices of units that something later in the conversation cancels: of the turn before a withdrawal all that
    shares its subject, of earlier turns what says much the same; of a message the model then concedes, its
    claims; of options that were put up for choice, all, and the words that pick (the decision names the one picked);
    of what is changed ("make it five"), the choice; of what is taken back as a whole, all."""
    gone, working = undone(turns), is_working(turns)
    out = {
        i
        for i, unit in enumerate(units)
        if turns[unit.said].turn in gone
        or (turns[unit.said].turn - 1 in gone and turns[unit.said].speaker == "person")
        or _taken_up(turns, unit.said, gone)
    }
    for number, said in enumerate(turns):
        if said.speaker == "person" and acts.act(said.words, number > 0) == "withdraws":
            subject = set(terms(words(said.words)))
            for index, unit in enumerate(units):
                if unit.said >= number:
                    break
                shared = len(subject.intersection(terms(unit.tokens)))
                near = turns[unit.said].turn >= said.turn - 1
                if shared >= (1 if near else 3):
                    out.add(index)
        elif said.speaker == "person" and in_a_word.revises(said.words):
            out.update(
                i
                for i, unit in enumerate(units)
                if turns[unit.said].turn == said.turn - 1
                and (turns[unit.said].speaker == "model" or choosing.chooses(unit.typed))
            )
        elif said.speaker == "person" and number and turns[number - 1].speaker == "model":
            out.update(_put_up(turns, units, number, working))
        elif _concedes(turns, number):
            objected = said.turn
            out.update(
                index
                for index, unit in enumerate(units)
                if turns[unit.said].turn == objected - 1 and turns[unit.said].speaker == "model"
            )
    return out


def _put_up(turns: Sequence[Said], units: Sequence[Unit], number: int, working: bool) -> Iterator[int]:
    """Where a reply takes one of the options before it: these, and the words that only pick."""
    before, reply = turns[number - 1], turns[number].words
    if taken_up.taken(turns, number, working) is not None:
        own = [i for i, unit in enumerate(units) if unit.said == number]
        yield from (i for i in own if units[i].start == units[own[0]].start)
    elif not any(choosing.chooses(one) and options.named(before, one) for one in sentences.split(reply)):
        return
    menus = [menu for menu in options.menus(before) if 1 < len(menu) <= options.MOST_OPTIONS]
    spans = [(one.start, one.end) for menu in menus for one in menu]
    for i, unit in enumerate(units):
        inside = any(start <= unit.start < end for start, end in spans)
        if unit.said == number - 1 and (unit.kind in _LISTED or inside):
            yield i


def undone(turns: Sequence[Said]) -> set[int]:
    """The turns that the next one takes back as a whole: "revert that", "undo", "scrap it"."""
    return {said.turn - 1 for said in turns if said.speaker == "person" and acts.takes_back(said.words)}


def _taken_up(turns: Sequence[Said], number: int, gone: Collection[int]) -> bool:
    """Whether the reply to a model's message only took it up, in a turn that was taken back."""
    said, after = turns[number], turns[number + 1] if number + 1 < len(turns) else None
    replied = said.speaker == "model" and after is not None and after.speaker == "person" and after.turn in gone
    return replied and after is not None and acts.act(after.words, True) in ("approves", "picks")


def _concedes(turns: Sequence[Said], number: int) -> bool:
    """Whether the model admits in this message that the objection it answers is right."""
    said = turns[number]
    if said.speaker != "model" or not _CONCEDES.match(said.text) or _CONDUCT.search(said.text[:OPENING]):
        return False
    objection = next((n for n in range(number - 1, -1, -1) if turns[n].speaker == "person"), 0)
    return objection > 0 and acts.objects(turns[objection].words)
