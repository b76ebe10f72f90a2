"""Answers to structured questions: what the person chose, what speaks for it, and what was put up beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from compiler.passes.distil import acts, cues
from compiler.passes.distil.argued import other
from compiler.passes.distil.asked import statement
from compiler.passes.distil.lines import Line, shortened
from compiler.passes.distil.turns import Said
from compiler.records import ToolCall
from compiler.text.prose import plain

Options = Mapping[str, Mapping[str, str]]
"""Question → label → description of the options put up."""
_LINE = re.compile(r"[^\n]+")
_MARKED = re.compile(r"\s*\((?:recommended|default)\)", re.I)


def lines(said: Said, number: int, before: int | None = None) -> Iterator[Line]:
    """A decision for every answer that leaves its question closed; `before` is the message that put the questions."""
    put_up = options(said.calls)
    for question, given, start, end in _given(said, put_up):
        answer = _MARKED.sub("", given).strip()
        offered = put_up.get(question, {})
        asks = "?" in answer and answer not in offered
        if len(answer) <= 1 or asks or acts.DECLINES.match(answer):
            continue
        taken = [label for label in offered if label in given]
        left = [_MARKED.sub("", label) for label in offered if label not in taken] if taken else []
        evidence = (number,) if before is None or question in said.text else (number, before)
        line = Line("decision", shortened(statement(question, answer)), evidence, start, end, 4.0)
        why = offered[taken[0]] if len(taken) == 1 else ""
        yield replace(
            line,
            reason=why if why and not cues.IMPERATIVE.match(why) else None,
            instead_of="; ".join(left) or other(question, answer) or None,
        )


def _given(said: Said, put_up: Options) -> Iterator[tuple[str, str, int, int]]:
    """Each question with the answer given and its place: as the message says them together, else by its lines, one a
    question, where those are the options put up."""
    together = list(acts.ANSWER.finditer(said.text))
    for match in together:
        yield plain(match.group(1)).strip(), plain(match.group(2)).strip(), match.start(), match.end()
    for line in () if together else _LINE.finditer(said.text):
        question = next((asked for asked, offered in put_up.items() if line.group() in offered), None)
        if question is not None:
            yield question, line.group(), line.start(), line.end()


def options(calls: Sequence[ToolCall]) -> Options:
    """The options that tools put up, as `AskUserQuestion` of Claude Code and
    `request_user_input` of Codex write them."""
    out: dict[str, dict[str, str]] = {}
    for call in calls:
        for asked in _objects(_parsed(call.input), "questions"):
            choices = {_text(one, "label"): _text(one, "description") for one in _objects(asked, "options")}
            out[plain(_text(asked, "question")).strip()] = {label: told for label, told in choices.items() if label}
    return out


def _parsed(text: str) -> Any:
    try:
        return json.loads(text) if '"questions"' in text else None
    except ValueError:
        return None


def _objects(value: Any, key: str) -> list[Mapping[str, Any]]:
    found = value.get(key) if isinstance(value, dict) else None
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _text(value: Mapping[str, Any], key: str) -> str:
    found = value.get(key)
    return found.strip() if isinstance(found, str) else ""
