"""At most two sentences: what the person wanted, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.passes.distil import cues
from compiler.passes.distil.lines import shortened
from compiler.passes.distil.similarity import Floats
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import stated


def summary(turns: Sequence[Said], units: Sequence[Unit], score: Floats) -> str:
    """The most telling sentence of the person's first message, then the model's most central statement (of its last
    message where it worked with tools: the outcome)."""
    asked = _best(
        units,
        score,
        [i for i, unit in enumerate(units) if unit.kind == "said" and turns[unit.said].turn == _first(turns)],
    )
    answers = [i for i, unit in enumerate(units) if unit.kind == "prose" and _stated(unit.text)]
    if any(said.working for said in turns):
        final = [i for i in answers if turns[units[i].said].last]
        last = max((units[i].said for i in final), default=-1)
        answers = [i for i in final if units[i].said == last] or answers
    told = _best(units, score, answers)
    parts = [_sentence(units[i].text) for i in (asked, told) if i is not None]
    return " ".join(dict.fromkeys(parts))


def _first(turns: Sequence[Said]) -> int:
    return min((said.turn for said in turns if said.speaker == "person"), default=0)


def _best(units: Sequence[Unit], score: Floats, indices: Sequence[int]) -> int | None:
    return max(indices, key=lambda i: (float(score[i]), -i), default=None)


def _stated(text: str) -> bool:
    return not (
        cues.QUESTION.search(text)
        or cues.LEADS_ON.search(text)
        or cues.PRAISE.match(text)
        or cues.OFFER.search(text)
        or cues.NARRATION.match(text)
    )


def _sentence(text: str) -> str:
    text = shortened(stated(text))
    return text if text[-1:] in ".!?…。！？" else text.rstrip(" :;,") + "."
