"""Where to look: the places of a few hundred literals, found at memory speed.

Patterns are matched only at these places, so the cost of a text is that of searching literals, whatever it holds. An
Aho-Corasick automaton finds them all in one pass; without its library google-re2's alternation does, or that of `re`.
The places, and so the findings, are the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
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
    that overlap, the first. By `re`: slow, but everywhere."""

    def __init__(self, literals: Sequence[str]) -> None:
        self._literals = tuple(literals)

    def hits(self, text: str) -> Iterable[tuple[int, int]]:
        return self._searched(self._pattern, text)

    @cached_property
    def _pattern(self) -> Any:
        return re.compile(_by_first_character(self._literals))

    @cached_property
    def _beginning(self) -> dict[str | bytes, tuple[int, ...]]:
        """Literal, as text and as bytes → the indexes of all that it begins with."""
        return {
            key: tuple(i for i, other in enumerate(self._literals) if literal.startswith(other))
            for literal in set(self._literals)
            for key in (literal, _bytes(literal))
        }

    def _searched(self, pattern: Any, text: str | bytes) -> Iterator[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        match = pattern.search(text)
        while match is not None:
            pos = match.start()
            found += ((index, pos) for index in self._beginning[match.group()])
            match = pattern.search(text, pos + 1)
        return self._apart(found)

    def _apart(self, found: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        found.sort()
        last, free = -1, 0
        for index, pos in found:
            if index != last or pos >= free:
                yield index, pos
                last, free = index, pos + len(self._literals[index])


class LinearGate(Gate):
    """The same places by google-re2, which reads a text once whatever the number of literals; for ASCII, where a byte
    is a character."""

    def hits(self, text: str) -> Iterable[tuple[int, int]]:
        if len(text) < _LONG or not text.isascii():
            return super().hits(text)
        return self._searched(self._linear, text.encode())

    @cached_property
    def _linear(self) -> Any:
        longest_first = sorted(set(self._literals), key=lambda literal: (-len(literal), literal))
        return re2.compile("|".join(re.escape(literal) for literal in longest_first).encode())


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


def _by_first_character(literals: Iterable[str]) -> str:
    """An alternation in two steps, the longest first, which `re` leaves after one comparison at most places."""
    rests: dict[str, set[str]] = defaultdict(set)
    for literal in literals:
        rests[literal[0]].add(literal[1:])
    return "|".join(
        re.escape(first) + "(?:" + "|".join(map(re.escape, sorted(rest, key=lambda r: (-len(r), r)))) + ")"
        for first, rest in sorted(rests.items())
    )


def gate(literals: Iterable[str]) -> Gate:
    """The fastest there is for these literals."""
    literals = tuple(literals)
    if ahocorasick_rs:
        return AutomatonGate(literals)
    linear = re2 and _are_few(literals) and all(map(str.isascii, literals))
    return LinearGate(literals) if linear else Gate(literals)


def _are_few(literals: Sequence[str]) -> bool:
    return sum(map(len, literals)) <= _TABLED
