"""What was settled: a choice in the person's words, an option they picked, a proposal they took up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from compiler.passes.distil import acceptance, cues
from compiler.passes.distil.lines import Line, of_unit, shortened
from compiler.passes.distil.similarity import Floats
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import stated
from compiler.text.prose import plain

_CHOICE = re.compile(
    r"\b(?:let(?:'|’)?s (?:go with|use|stick (?:with|to)|keep|drop|skip|call it|do|switch|move|not)"
    r"|(?:i|we)(?:'|’)?(?:ll| will|(?:'|’)?m| am|(?:'|’)?re| are)? (?:going|go|went"
    r"|stick(?:ing)?) (?:to go )?(?:with|for)"
    r"|(?:i|we)(?:'|’)?(?:ve)? (?:have )?(?:decided|chosen|chose|settled on|agreed|picked|opted|ruled out|rejected)"
    r"|(?:my|our|the) (?:decision|choice|pick) is|(?:i|we)(?:'|’)(?:d| would) rather|go with|instead of|rather than"
    r"|(?:i|we)(?:'|’)(?:ll|m|re) (?:use|using|take|taking|book(?:ing)?|keep(?:ing)?|drop(?:ping)?|skip(?:ping)?"
    r"|switch(?:ing)?)"
    r"|lock(?:ed)? (?:it |that |this )?in|finali[sz]ed?)\b",
    re.I,
)
_UNDECIDED = re.compile(
    r"\b(?:if|whether|torn|not sure|unsure|trying to decide|help me (?:choose|decide|pick)|should (?:i|we)|could"
    r"|might|maybe|perhaps"
    r"|thinking (?:of|about)|considering|consider|wondering|what if|suppose|imagine|would you|which|can you"
    r"|could you)\b",
    re.I,
)
_TAKES_UP = re.compile(
    r"\b(?:let(?:'|’)?s (?:do (?:it|that|this)|go (?:with|for|ahead)|lock|use (?:it|that|this)|proceed"
    r"|move forward|push|run with|stick)"
    r"|go ahead|go for it|do it|ship it|approved|confirmed|i(?:'|’)?ll (?:take|go with|integrate|use|start"
    r"|do) (?:it|that|this|with)?"
    r"|that(?:'|’)?s (?:the plan|it|settled|the one|exactly (?:it|what))|deal|agreed|lock (?:it|that|this) in"
    r"|works for me|make it so)\b",
    re.I,
)


def find(turns: Sequence[Said], units: Sequence[Unit], score: Floats) -> Iterator[Line]:
    """Decisions in reading order, each once; what was withdrawn later is for the caller to drop."""
    by_message: dict[int, list[int]] = {}
    for index, unit in enumerate(units):
        by_message.setdefault(unit.said, []).append(index)
    for number, said in enumerate(turns):
        if said.speaker != "person":
            continue
        if said.message.role == "tool":
            yield from _answers(said, number)
            continue
        opening = plain(said.text[said.blocks[0].start : said.blocks[0].end])
        before = _proposal_before(turns, number)
        if before is not None and acceptance.reply(opening) == "picks":
            picked = _picked(turns[before], opening)
            if picked is not None:
                text, start, end = picked
                yield Line("decision", stated(shortened(text)), (before, number), start, end, 3.0)
                continue
        own = [i for i in by_message.get(number, ()) if _chooses(units[i].text)]
        for i in own[:2]:
            yield of_unit("decision", units[i], float(score[i]) + 1.0, i)
        if (
            not own
            and before is not None
            and acceptance.reply(opening) == "accepts"
            and _TAKES_UP.search(opening[:300])
        ):
            best = _core(units, score, by_message.get(before, ()))
            if best is not None:
                line = of_unit("decision", units[best], float(score[best]) + 0.5, best)
                yield Line("decision", line.text, (before, number), line.start, line.end, line.score, unit=best)


def _chooses(text: str) -> bool:
    return (
        bool(_CHOICE.search(text)) and not cues.QUESTION.search(text) and not _UNDECIDED.search(text) and len(text) > 25
    )


def _proposal_before(turns: Sequence[Said], number: int) -> int | None:
    return number - 1 if number and turns[number - 1].speaker == "model" else None


def _core(units: Sequence[Unit], score: Floats, indices: Sequence[int]) -> int | None:
    """The unit that says best what a message proposed: no offers, praise or lead-ins."""
    good = [
        i
        for i in indices
        if not cues.QUESTION.search(units[i].text)
        and not cues.LEADS_ON.search(units[i].text)
        and not cues.OFFER.search(units[i].text)
        and not cues.PRAISE.match(units[i].text)
        and not cues.NARRATION.match(units[i].text)
    ]
    return max(good, key=lambda i: (float(score[i]), -i)) if good else None


_ANSWER = re.compile(r"\"((?:[^\"\\]|\\.)+)\"=\"((?:[^\"\\]|\\.)+)\"")


def _answers(said: Said, number: int) -> Iterator[Line]:
    """Question and answer pairs of a structured question."""
    for match in _ANSWER.finditer(said.text):
        question, answer = plain(match.group(1)), plain(match.group(2))
        yield Line("decision", shortened(f"{question} {answer}"), (number,), match.start(), match.end(), 3.0)


_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_LETTER = re.compile(
    r"\b(?:option|number|no\.?|variant|choice|plan|approach) ?#?([a-h]|\d)\b|\b([a-h]|\d)\b(?=\W|$)", re.I
)


def _picked(said: Said, reply: str) -> tuple[str, int, int] | None:
    """The option of the model's message that a reply names by letter, number or ordinal, with its place."""
    low = reply.lower()[:80]
    ordinal = next((n for word, n in _ORDINALS.items() if re.search(rf"\b{word}\b", low)), None)
    letter = _LETTER.search(low)
    mark = str(ordinal) if ordinal else (letter.group(1) or letter.group(2)).lower() if letter else None
    if mark is None:
        return None
    names = {mark, str(ord(mark) - 96) if mark.isalpha() else chr(96 + int(mark))}
    label = "|".join(sorted(names))
    pattern = re.compile(
        rf"^[ \t>*_#-]*(?:\*\*)?(?:option|plan|approach|variant|choice)?\s*\(?(?:{label})(?:[.):]|\s*[—–:-])\s*(.+)$",
        re.I | re.M,
    )
    for match in pattern.finditer(said.text):
        shown = plain(match.group(1)).strip(" :*—–-\"'")
        if len(shown) > 3:
            return shown, match.start(), match.end()
    return None
