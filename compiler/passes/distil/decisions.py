"""What was settled: a question answered, an option picked, a proposal taken up, a direction followed.

A decision is mostly a pair of messages: the person's part may be one word, the content then stands in the proposal
before it or in the report that follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from compiler.passes.distil import (
    acts,
    answers,
    choosing,
    cues,
    drafts,
    endorsed,
    in_a_word,
    outcome,
    settling,
    taken_up,
)
from compiler.passes.distil.amended import amended
from compiler.passes.distil.directed import directed
from compiler.passes.distil.lines import Line
from compiler.passes.distil.similarity import Floats
from compiler.passes.distil.talk import Talk, talk
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.text import sentences

BESIDE_THE_POINT = -0.6
"""Log odds below which a choice is about something else than its conversation ("let's keep moving"), where that is also
below the middle of the conversation."""
FEW = 20
"""Units up to which a conversation is too short to judge that by."""


def find(turns: Sequence[Said], units: Sequence[Unit], score: Floats) -> Iterator[Line]:
    """Decisions in reading order; what was withdrawn later is for the caller to drop."""
    held = talk(turns, units, score)
    least = min(BESIDE_THE_POINT, float(np.median(score))) if len(units) > FEW else -np.inf
    spoke = next((number for number, said in enumerate(turns) if said.speaker == "model"), len(turns))
    settled: set[int] = set()
    for number, said in enumerate(turns[: drafts.game(turns)]):
        if said.speaker == "person":
            for line in _settled(held, number, number > spoke, least):
                settled.add(said.turn)
                yield line
    if held.working:
        yield from endorsed.at_their_word(held, settled)
        yield from endorsed.declared(held)


def _settled(held: Talk, number: int, replies: bool, least: float) -> Iterator[Line]:
    """What a message of the person's settles; `replies` says that the model has spoken before."""
    said, before = held.turns[number], held.reply_to(number)
    does = acts.act(said.words, replies)
    asked = held.working or "?" in said.words.split("→")[0]
    settles = list(answers.lines(said, number, before) if asked else ())
    if before is not None and not settles and does not in ("answers", "withdraws"):
        settles = list(taken_up.picked(held, before, number))
        settles = settles or list(amended(held, before, number) if held.working else ())
    if settles or does == "answers":
        yield from settles
    elif held.working and (does == "directs" or (does == "none" and outcome.concedes(held, number))):
        yield from directed(held, number)
    elif held.working and does == "approves" and before is not None:
        yield from taken_up.approved(held, before, number)
    elif not acts.pasted(said.words) and not said.long_paste:
        if held.working and before is not None:
            yield from endorsed.shipped(held, before, number)
        narrowed = held.working and not replies and acts.narrows(said.words)
        task = list(directed(held, number, first=True) if narrowed else ())
        yield from task
        chosen = [line for line in choosing.chosen(held, number) if line.score >= least and not task]
        chosen = [in_a_word.restated(held, number, line) for line in chosen]
        chosen = chosen or list(in_a_word.settled(held, number) if not task else ())
        if not chosen and not held.working:
            chosen = list(in_a_word.changed(held, number))
        yield from chosen
        agreed = does == "approves" and (held.working or settling.agrees(said.words))
        if not chosen and agreed and before is not None:
            yield from (line for line in taken_up.approved(held, before, number) if line.score >= least)
        elif not chosen and does == "directs" and _complied(held.turns, number):
            yield from directed(held, number)


def _complied(turns: Sequence[Said], number: int) -> bool:
    """Whether the model, which only talks here, at once says briefly that it has done so."""
    after = turns[number + 1] if number + 1 < len(turns) else None
    if after is None or len(after.text) >= settling.BRIEF:
        return False
    return any(cues.DONE.match(sentence) for sentence in sentences.split(after.words)[:2])
