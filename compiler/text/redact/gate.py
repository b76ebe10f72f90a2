"""Where to look: the places of a few hundred literals, found at memory speed.

Patterns are matched only at these places, so the cost of a text is that of searching literals, whatever it holds. An
Aho-Corasick automaton finds them all in one pass; without its library google-re2's alternation does, or a search for
each. The places, and so the findings, are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

try:
    import ahocorasick_rs
except ImportError:  # a machine that it has no wheel for
    ahocorasick_rs = None  # type: ignore[assignment]
try:
    import re2
except ImportError:  # the optional extra
    re2 = None

_LONG = 2000
"""Characters from which google-re2 pays for the copy it needs."""
_TABLED = 10_000
"""Characters of literals up to which an engine may keep a table of all it can meet: the fastest, at some 100 bytes a
character."""


def lowered(text: str) -> str:
    """`text.lower()` with every place kept (`İ` alone would grow)."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)


class Gate:
    """The places of some literals in a text, as (index of the literal, place), by literal and then by place; of places
    that overlap, the first."""

    def __init__(self, literals: Sequence[str]) -> None:
        self._literals = tuple(literals)

    def hits(self, text: str) -> Iterable[tuple[int, int]]:
        find = text.find
        for index, literal in enumerate(self._literals):
            pos = find(literal)
            while pos >= 0:
                yield index, pos
                pos = find(literal, pos + len(literal))

    def _apart(self, found: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        found.sort()
        last, free = -1, 0
        for index, pos in found:
            if index != last or pos >= free:
                yield index, pos
                last, free = index, pos + len(self._literals[index])


class LinearGate(Gate):
    """The same places by one pass of google-re2; for ASCII, where a byte is a character."""

    def __init__(self, literals: Sequence[str]) -> None:
        super().__init__(literals)
        longest_first = sorted(set(literals), key=lambda literal: (-len(literal), literal))
        self._pattern: Any = re2.compile("|".join(re.escape(literal) for literal in longest_first).encode())
        self._at: dict[bytes, tuple[int, ...]] = {
            literal.encode(): tuple(i for i, other in enumerate(literals) if literal.startswith(other))
            for literal in longest_first
        }

    def hits(self, text: str) -> Iterable[tuple[int, int]]:
        if len(text) < _LONG or not text.isascii():
            return super().hits(text)
        data = text.encode()
        found: list[tuple[int, int]] = []
        search = self._pattern.search
        match = search(data)
        while match is not None:
            pos = match.start()
            found += ((index, pos) for index in self._at[match.group()])
            match = search(data, pos + 1)
        return self._apart(found)


class AutomatonGate(Gate):
    """The same places by one pass of an automaton over the text's bytes."""

    def __init__(self, literals: Sequence[str]) -> None:
        super().__init__(literals)
        self._automaton = ahocorasick_rs.BytesAhoCorasick(
            [_bytes(literal) for literal in literals],
            implementation=ahocorasick_rs.Implementation.DFA if _are_few(literals) else None,
        )

    def hits(self, text: str) -> Iterable[tuple[int, int]]:
        data = _bytes(text)
        found = self._automaton.find_matches_as_indexes(data, overlapping=True)
        if len(data) == len(text):
            return self._apart([(index, start) for index, start, _ in found])
        return self._apart(_in_characters(data, [(start, index) for index, start, _ in found]))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _in_characters(data: bytes, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """(place in bytes, index) → (index, place in characters)."""
    found.sort()
    result: list[tuple[int, int]] = []
    at = pos = 0
    for start, index in found:
        pos += len(data[at:start].decode("utf-8", "surrogatepass"))
        at = start
        result.append((index, pos))
    return result


def gate(literals: Iterable[str]) -> Gate:
    """The fastest there is for these literals."""
    literals = tuple(literals)
    if ahocorasick_rs:
        return AutomatonGate(literals)
    linear = re2 and _are_few(literals) and all(map(str.isascii, literals))
    return LinearGate(literals) if linear else Gate(literals)


def _are_few(literals: Sequence[str]) -> bool:
    return sum(map(len, literals)) <= _TABLED
