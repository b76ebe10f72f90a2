"""The regular expressions by which a model edits a canvas, applied without a regex engine: in one, a pattern written
by a model may run forever. Literals, escapes and `.*` or `[\\s\\S]*` between them are what occurs; the rest is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_TRIES = 1_000
_WHOLE = re.compile(r"\^?(?:\(\?[sm]+\))?\^?\(?(?:\.|\[\\s\\S\]|\[\\S\\s\])[*+]\??\)?\$?")
_ANY = r"\.|\[\\s\\S\]|\[\\S\\s\]|\(\?:\.\|\\n\)|\(\.\|\\n\)"
_TOKEN = re.compile(rf"(?P<any>{_ANY})[*+](?P<lazy>\??)|\\(?P<escaped>.)|(?P<plain>.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_SPECIAL = frozenset(".*+?[](){}|^$")


@dataclass(frozen=True, slots=True)
class _Gap:
    """Any text: up to the end of the line, or of the document; as much as possible, or as little (`lazy`)."""

    line: bool
    lazy: bool


def substitute(text: str, pattern: str, replacement: str, every: bool = False) -> str | None:
    """The text with the first match, or `every` one, replaced literally; None for no match or a refused pattern."""
    if _WHOLE.fullmatch(pattern):
        return replacement
    tokens = _tokens(pattern)
    if not tokens:
        return None
    out: list[str] = []
    at = 0
    while (found := _match(text, tokens, at)) is not None:
        start, end = found
        out += [text[at:start], replacement]
        if end == start:
            break
        at = end
        if not every:
            break
    return "".join([*out, text[at:]]) if out else None


def _tokens(pattern: str) -> list[str | _Gap] | None:
    dotall = pattern.startswith(("(?s)", "(?ms)", "(?sm)"))
    pattern = re.sub(r"^\(\?[sm]+\)", "", pattern)
    pattern = pattern.removeprefix("^")
    if pattern.endswith("$") and not pattern.endswith("\\$"):
        pattern = pattern[:-1]
    tokens: list[str | _Gap] = []
    for found in _TOKEN.finditer(pattern):
        if found["any"]:
            tokens.append(_Gap(found["any"] == "." and not dotall, bool(found["lazy"])))
            continue
        char = found["plain"] if found["plain"] else _escaped(found["escaped"])
        if char is None or (found["plain"] and char in _SPECIAL):
            return None
        if tokens and isinstance(tokens[-1], str):
            tokens[-1] += char
        else:
            tokens.append(char)
    return tokens


def _escaped(char: str) -> str | None:
    """The character an escape stands for; None for a class such as `\\d`."""
    return _ESCAPES.get(char) or (None if char.isalnum() else char)


def _match(text: str, tokens: list[str | _Gap], at: int) -> tuple[int, int] | None:
    first = tokens[0]
    for _ in range(MAX_TRIES):
        if isinstance(first, str):
            start = text.find(first, at)
            if start < 0:
                return None
            end = _rest(text, tokens[1:], start + len(first))
        else:
            start = at
            end = _rest(text, tokens, at)
        if end is not None:
            return start, end
        following = text.find("\n", at) + 1 if not isinstance(first, str) else start + 1
        if following <= at:
            return None
        at = following
    return None


def _rest(text: str, tokens: list[str | _Gap], at: int) -> int | None:
    """Where a match of the tokens from `at` on ends. A gap reaches to the literal after it."""
    gap: _Gap | None = None
    for token in tokens:
        if isinstance(token, _Gap):
            gap = token
            continue
        if gap is None:
            if not text.startswith(token, at):
                return None
        else:
            limit = _limit(text, at, gap)
            found = text.find(token, at, limit) if gap.lazy else text.rfind(token, at, limit)
            if found < 0:
                return None
            at, gap = found, None
        at += len(token)
    return at if gap is None or gap.lazy else _limit(text, at, gap)


def _limit(text: str, at: int, gap: _Gap) -> int:
    end = text.find("\n", at) if gap.line else -1
    return len(text) if end < 0 else end
