"""Where to look: the places of a few hundred literals, found at memory speed.

Patterns are matched only at these places, so the cost of a text is that of searching literals, whatever it holds. With
google-re2 installed one alternation finds them all at once; the places, and so the findings, are the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from compiler.text.redact.shape import shape

try:
    import re2
except ImportError:  # the optional extra
    re2 = None


def lowered(text: str) -> str:
    """`text.lower()` with every place kept (`İ` alone would grow)."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)


class Gate:
    """All places of `literals` in a text, as (index of the literal, place), by literal and then by place."""

    def __init__(self, literals: Sequence[str]) -> None:
        self._literals = tuple(literals)

    def hits(self, text: str) -> Iterator[tuple[int, int]]:
        find = text.find
        for index, literal in enumerate(self._literals):
            pos = find(literal)
            while pos >= 0:
                yield index, pos
                pos = find(literal, pos + 1)


class LinearGate(Gate):
    """The same places by one pass of google-re2; for ASCII text, where a byte is a character."""

    def __init__(self, literals: Sequence[str]) -> None:
        super().__init__(literals)
        longest_first = sorted(set(literals), key=lambda literal: (-len(literal), literal))
        self._pattern: Any = re2.compile("|".join(re.escape(literal) for literal in longest_first).encode())
        self._at: dict[bytes, tuple[int, ...]] = {
            literal.encode(): tuple(i for i, other in enumerate(literals) if literal.startswith(other))
            for literal in longest_first
        }

    def hits(self, text: str) -> Iterator[tuple[int, int]]:
        if len(text) < 2000 or not text.isascii():
            yield from super().hits(text)
            return
        data = text.encode()
        found: list[tuple[int, int]] = []
        search = self._pattern.search
        match = search(data)
        while match is not None:
            pos = match.start()
            found += ((index, pos) for index in self._at[match.group()])
            match = search(data, pos + 1)
        yield from sorted(found)


def gate(literals: Iterable[str]) -> Gate:
    return (Gate if re2 is None else LinearGate)(tuple(literals))


_RUN = shape("long run", r"[A-Za-z0-9_.~+/=%:-]{16,}")
RUN_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~+/=%:-")


class Runs:
    """The long runs of a text (where alone a token can be) laid end to end, with the way back to their places."""

    def __init__(self, text: str) -> None:
        pieces: list[str] = []
        self._starts: list[int] = []
        self._places: list[int] = []
        at = 0
        for run in _RUN.finditer(text):
            piece = run.group()
            pieces.append(piece)
            self._starts.append(at)
            self._places.append(run.start())
            at += len(piece) + 1
        self.text = "\n".join(pieces)

    def place(self, pos: int) -> int:
        index = bisect_right(self._starts, pos) - 1
        return self._places[index] + pos - self._starts[index]
