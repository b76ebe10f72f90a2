"""Answers to structured questions: what the person chose, what speaks for it, and what was put up beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from compiler.passes.distil import acts
from compiler.passes.distil.argued import other
from compiler.passes.distil.asked import statement
from compiler.passes.distil.lines import Line, shortened
from compiler.passes.distil.turns import Said
from compiler.records import ToolCall
from compiler.text.prose import plain

_MARKED = re.compile(r"\s*\((?:recommended|default)\)", re.I)


def lines(said: Said, number: int) -> Iterator[Line]:
    """A decision for every answer that leaves its question closed."""
    put_up = options(said.calls)
    for match in acts.ANSWER.finditer(said.text):
        question, given = plain(match.group(1)).strip(), plain(match.group(2)).strip()
        answer = _MARKED.sub("", given).strip()
        if len(answer) <= 1 or acts.DECLINES.match(answer):
            continue
        offered = put_up.get(question, {})
        taken = [label for label in offered if label in given]
        left = [_MARKED.sub("", label) for label in offered if label not in taken] if taken else []
        line = Line("decision", shortened(statement(question, answer)), (number,), match.start(), match.end(), 4.0)
        yield replace(
            line,
            reason=offered[taken[0]] or None if len(taken) == 1 else None,
            instead_of="; ".join(left) or other(question, answer) or None,
        )


def options(calls: Sequence[ToolCall]) -> dict[str, dict[str, str]]:
    """Question → label → description of the options that tools put up, as `AskUserQuestion` of Claude Code and
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
