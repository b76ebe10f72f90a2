"""Runs of the characters that tokens are made of, and the line breaks that may go through one.

Both are read off a copy of the text in which every character is replaced by its kind, so that searching for a run is
searching for a string.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from compiler.text.redact.shape import shape

RUN_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~+/=%:-")
SHORTEST_TOKEN = 18
"""No vendor's token is shorter."""
_LONGEST_HALF = 400


def _kind(char: str) -> str:
    if char in RUN_CHARS:
        return "a"
    if char in "\n\r":
        return char
    return " " if char in " \t" else "|" if char in "|>?" else "."


_KINDS = bytes(ord(_kind(chr(code))) for code in range(256))
_SHORTEST_HALF = 4
_ENDING = "a" * _SHORTEST_HALF + "\n"
_RUN = shape("run", r"a+")
_MARGIN = shape("margin before a run", r"\r?[ ]{0,12}(?:[|][ ]{0,4})?(a+)")
_RULES = frozenset(("", "│", "┃", "|", ">"))


def kinds_of(text: str) -> str:
    """`a` for a token's characters, blanks and line ends as they are, `|` for a margin's rule, `.` for all else. What
    is not ASCII may be a rule as well."""
    kinds = text.encode("ascii", "replace").translate(_KINDS).decode("ascii")
    return kinds.replace("\r\n", "\n\r") if "\r" in kinds else kinds


def long_runs(kinds: str, shortest: int) -> Iterator[tuple[int, int]]:
    """(start, end) of every run of at least so many characters."""
    long = "a" * shortest
    start = kinds.find(long)
    while start >= 0:
        end = _RUN.match(kinds, start).end()  # type: ignore[union-attr]  # it begins with an `a`
        yield start, end
        start = kinds.find(long, end)


class Seam(NamedTuple):
    """A line's last run and the next line's first: `text[start:cut]` and `text[resume:end]`."""

    start: int
    cut: int
    resume: int
    end: int


def seams(text: str, kinds: str) -> Iterator[Seam]:
    """Where a line ends in a run that, with the one the next line begins with, is long enough for a token."""
    pos = kinds.find(_ENDING)
    while pos >= 0:
        cut = pos + _SHORTEST_HALF
        if (match := _MARGIN.match(kinds, cut + 1)) is not None:
            resume, end = match.span(1)
            end = min(end, resume + _LONGEST_HALF)
            floor = max(0, cut - _LONGEST_HALF)
            start = floor + len(kinds[floor:cut].rstrip("a"))
            if cut - start + end - resume >= SHORTEST_TOKEN and text[cut:resume].strip(" \t\r\n") in _RULES:
                yield Seam(start, cut, resume, end)
        pos = kinds.find(_ENDING, cut)
