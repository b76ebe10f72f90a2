"""An answer in a model's words: made from the lines that an extractive answer cites, and held to them.

A sentence is shown once it is whole and borne out. A citation that does not support its sentence is removed; a sentence
without any that does is left out.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from compiler.llm import Client, Reply, Request, prompts
from compiler.passes.ground import Embed, Spoken
from compiler.records import Message
from compiler.search.answer import Answer, standalone
from compiler.text import sentences
from compiler.text.words import terms, words

MOST_TOKENS = 400
QUESTION_TOKENS = 60
_LINE = 500
"""Characters of a line that the model is shown."""
_EARLIER = 4
"""Earlier questions that a question may refer to."""
_TOGETHER = 0.2
"""What lines must hold more of a sentence together than the best of them alone, for all of them to be cited."""
_MARK = re.compile(r"\s*\[(\d+(?:\s*[,;]\s*\d+)*)\]")
_MARKS = re.compile(r"(?:\[[\d,; ]+\]\s*)+\.?\s*")
_NOTHING = re.compile(r"\W*NOTHING\W*", re.I)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence without its marks, and the numbers of the citations that bear it out."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    date: str
    state: str
    title: str
    text: str


def stand_alone(client: Client, question: str, previous: Sequence[str]) -> tuple[str, Reply | None]:
    """The question with what it refers to put in, and what asking cost. Without earlier questions nothing is asked;
    where the model's words are no use, the rules' stand."""
    if not previous:
        return question, None
    system, user = prompts.render("standalone", question=question, previous=list(previous)[-_EARLIER:])
    reply = client.complete(Request(system, user, QUESTION_TOKENS))
    text = reply.text.strip().strip("\"'“”").strip()
    known = set(terms(words(" ".join((question, *previous)))))
    asked = set(terms(words(text)))
    fits = "\n" not in text and 0 < len(text) <= 300 and len(asked & known) * 2 >= len(asked)
    kept = set(terms(words(question))) <= asked
    return (text if fits and kept else standalone(question, previous)), reply


def write(client: Client, found: Answer, embed: Embed | None = None) -> Generator[Sentence, None, Reply]:
    """The sentences of an answer as they come; returns what it cost. None where the model sees no answer in the
    lines."""
    lines = [_Line((hit.date or "")[:10], "", hit.title or "Untitled", hit.text[:_LINE]) for hit in found.citations]
    for statement in found.statements:
        state = "done" if statement.done else "replaced" if statement.replaced_by else ""
        for number in statement.citations if state else ():
            line = lines[number - 1]
            lines[number - 1] = _Line(line.date, state, line.title, line.text)
    system, user = prompts.render("answer", lines=lines, question=found.question)
    checker = _Checker(lines, embed)
    pieces = client.stream(Request(system, user, MOST_TOKENS))
    buffer = ""
    while True:
        try:
            buffer += next(pieces)
        except StopIteration as stop:
            reply: Reply = stop.value
            break
        starts = _starts(buffer)
        for start, end in pairwise(starts):
            yield from checker.checked(buffer[start:end])
        buffer = buffer[starts[-1] :]  # marks may follow the last one yet
    for start, end in pairwise([*_starts(buffer), len(buffer)]):
        yield from checker.checked(buffer[start:end])
    return reply


class _Checker:
    """Sentences against the lines they cite."""

    def __init__(self, lines: Sequence[_Line], embed: Embed | None) -> None:
        self._messages = [
            Message(str(n), "user", f"{line.text} {line.state} {line.title} {line.date}")
            for n, line in enumerate(lines, start=1)
        ]
        self._embed = embed

    def checked(self, text: str) -> list[Sentence]:
        """The sentence with the citations that bear it out, its own before others; none without any."""
        claim = _MARK.sub("", text).strip().lstrip("-*• ").strip()
        if not claim or _NOTHING.fullmatch(claim):
            return []
        cited = [int(n) for group in _MARK.findall(text) for n in re.findall(r"\d+", group)]
        own = list(dict.fromkeys(n for n in cited if 1 <= n <= len(self._messages)))
        alone = {n: share for n in own if (share := self._share(claim, [n]))}
        numbers = list(alone)
        if len(own) > len(alone) and self._share(claim, own) >= max(alone.values(), default=0) + _TOGETHER:
            numbers = own
        if not numbers:
            numbers = [n for n in range(1, len(self._messages) + 1) if n not in own and self._share(claim, [n])][:1]
        return [Sentence(claim, tuple(numbers))] if numbers else []

    def _share(self, claim: str, numbers: Sequence[int]) -> float:
        """How much of a claim's words these lines hold; 0 where they do not bear it out."""
        ground = Spoken([self._messages[n - 1] for n in numbers], self._embed).support(claim)
        return ground.lexical if ground else 0.0


def _starts(text: str) -> list[int]:
    """Where sentences begin, each with the marks that follow it; at least one."""
    out = [0]
    for start, end in sentences.spans(text):
        marks = _MARKS.match(text, start, end)
        begins = marks.end() if marks else start
        if begins > 0 and begins < end and text[begins:end].strip(" ."):
            out.append(begins)
    return out
