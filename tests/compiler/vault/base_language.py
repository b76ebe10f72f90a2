"""A small interpreter of Obsidian Bases' expressions: just the part that our bases use, over notes as plain data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

TOKEN = re.compile(r'\s*(?:(?P<text>"[^"]*")|(?P<number>\d+)|(?P<name>[A-Za-z_][\w.]*)|(?P<sign>==|!=|&&|>|[(),]))')


def names_in(expression: str) -> set[str]:
    """Every bare name, without functions and methods."""
    found = set()
    for kind, value in tokens(expression):
        if kind == "name" and value not in ("if", "this"):
            found.add(value.removesuffix(".format").removeprefix("note."))
    return found


def tokens(expression: str) -> list[tuple[str, str]]:
    """Kind and text of each token; an error for anything else."""
    out, at = [], 0
    while at < len(expression.rstrip()):
        match = TOKEN.match(expression, at)
        assert match, f"cannot read {expression[at:]!r}"
        out.append((str(match.lastgroup), match[0].strip()))
        at = match.end()
    return out


def holds(expression: str, note: Mapping[str, Any]) -> bool:
    """Whether a filter takes a note."""
    value, rest = _comparison(tokens(expression), note)
    assert not rest
    return bool(value)


def value_of(expression: str, note: Mapping[str, Any]) -> Any:
    """A formula's value."""
    value, rest = _comparison(tokens(expression), note)
    assert not rest
    return value


def _comparison(rest: list[tuple[str, str]], note: Mapping[str, Any]) -> tuple[Any, list[tuple[str, str]]]:
    left, rest = _single(rest, note)
    if rest and rest[0][1] in ("==", "!=", ">"):
        sign = rest[0][1]
        right, rest = _single(rest[1:], note)
        if sign == ">":
            return left is not None and right is not None and left > right, rest
        return (left == right) is (sign == "=="), rest
    return left, rest


def _single(rest: list[tuple[str, str]], note: Mapping[str, Any]) -> tuple[Any, list[tuple[str, str]]]:
    (kind, text), rest = rest[0], rest[1:]
    if kind == "text":
        return text[1:-1], rest
    if kind == "number":
        return int(text), rest
    if text == "if":
        condition, rest = _comparison(_past(rest, "("), note)
        yes, rest = _comparison(_past(rest, ","), note)
        no, rest = _comparison(_past(rest, ","), note)
        return (yes if condition else no), _past(rest, ")")
    if text.endswith(".format"):
        pattern, rest = _single(_past(rest, "("), note)
        value = note.get(text.removesuffix(".format"))
        moment = datetime.fromisoformat(str(value)) if value is not None else None
        shown = pattern.replace("YYYY", "%Y").replace("MM", "%m").replace("DD", "%d")
        return (moment.strftime(shown) if moment else None), _past(rest, ")")
    return note.get(text), rest


def _past(rest: list[tuple[str, str]], sign: str) -> list[tuple[str, str]]:
    assert rest[0][1] == sign, f"expected {sign}, found {rest[0][1]}"
    return rest[1:]


def sortable(value: Any) -> tuple[int, Any]:
    """Empty values last, whatever the direction asks of the others."""
    if isinstance(value, (date, datetime)):
        value = value.isoformat()
    return (1, "") if value is None else (0, value)
