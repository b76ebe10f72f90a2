"""Where to look: the places of a few hundred literals, found at memory speed.

Patterns are matched only at these places, so the cost of a text is that of searching literals, whatever it holds. An
Aho-Corasick automaton finds them all in one pass; without its library google-re2's alternation does, or a search for
each. The places, and so the findings, are the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from compiler.text.redact.shape import shape

try:
    import ahocorasick
except ImportError:  # a machine that it has no wheel for
    ahocorasick = None
try:
    import re2
except ImportError:  # the optional extra
    re2 = None

_SHORT = 400
"""Characters below which one look for any literal costs less than a search for each."""
_LONG = 2000
"""Characters from which google-re2 pays for the copy it needs."""


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
        self._any = re.compile(_by_first_character(literals))

    def hits(self, text: str) -> Iterable[tuple[int, int]]:
        if len(text) < _SHORT and self._any.search(text) is None:
            return ()
        return self._each(text)

    def _each(self, text: str) -> Iterator[tuple[int, int]]:
        find = text.find
        for index, literal in enumerate(self._literals):
            pos = find(literal)
            while pos >= 0:
                yield index, pos
                pos = find(literal, pos + len(literal))

    def _apart(self, found: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        last, free = -1, 0
        for index, pos in found:
            if index != last or pos >= free:
                yield index, pos
                last, free = index, pos + len(self._literals[index])


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
        found.sort()
        return self._apart(found)


class AutomatonGate(Gate):
    """The same places by one pass of an automaton, which knows characters, not bytes."""

    def __init__(self, literals: Sequence[str]) -> None:
        super().__init__(literals)
        owners: dict[str, list[int]] = defaultdict(list)
        for index, literal in enumerate(literals):
            owners[literal].append(index)
        self._automaton: Any = ahocorasick.Automaton()
        for literal, indexes in owners.items():
            self._automaton.add_word(literal, (len(literal), tuple(indexes)))
        self._automaton.make_automaton()

    def hits(self, text: str) -> Iterable[tuple[int, int]]:
        found = [
            (index, end - length + 1) for end, (length, indexes) in self._automaton.iter(text) for index in indexes
        ]
        found.sort()
        return self._apart(found)


def gate(literals: Iterable[str]) -> Gate:
    best = AutomatonGate if ahocorasick else LinearGate if re2 else Gate
    return best(tuple(literals))


def _by_first_character(literals: Iterable[str]) -> str:
    """An alternation in two steps, which `re` leaves after one comparison at most places."""
    rests: dict[str, list[str]] = defaultdict(list)
    for literal in literals:
        rests[literal[0]].append(literal[1:])
    return "|".join(
        re.escape(first) + "(?:" + "|".join(sorted(map(re.escape, rest))) + ")" for first, rest in sorted(rests.items())
    )


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
