"""Many texts laid end to end: what is cheap for a character is dear for a text, and most texts are short."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from compiler.text.redact.gate import lowered
from compiler.text.redact.runs import kinds_of

_SIZE = 2**18
"""Characters of a sheet, unless one text has more: its copies stay in the processor's cache."""
_BETWEEN = "\0"
"""Part of no literal, no run and no line break."""


class Sheet:
    """Some texts as one; `numbers` are theirs among the texts that the sheets were cut from."""

    def __init__(self, texts: Sequence[str], numbers: Sequence[int]) -> None:
        self.texts = texts
        self.numbers = numbers
        self.text = _BETWEEN.join(texts)
        self._starts = [0, *accumulate(len(text) + 1 for text in texts)]

    @cached_property
    def low(self) -> str:
        """The sheet in lower case, every place kept."""
        return lowered(self.text)

    @cached_property
    def kinds(self) -> str:
        """What each character is; see `runs`."""
        return kinds_of(self.text)

    def place(self, pos: int) -> tuple[int, int]:
        """A place on the sheet as (which of its texts, place in that text)."""
        index = bisect_right(self._starts, pos) - 1
        return index, pos - self._starts[index]

    def low_of(self, index: int) -> str:
        start = self._starts[index]
        return self.low[start : start + len(self.texts[index])]


def sheets(texts: Sequence[str], shortest: int) -> Iterator[Sheet]:
    """The texts of at least `shortest` characters, those in ASCII apart from the others."""
    long = [n for n, text in enumerate(texts) if len(text) >= shortest]
    for plain in (True, False):
        yield from _cut(texts, (n for n in long if texts[n].isascii() is plain))


def _cut(texts: Sequence[str], numbers: Iterable[int]) -> Iterator[Sheet]:
    chosen: list[int] = []
    size = 0
    for n in numbers:
        chosen.append(n)
        size += len(texts[n])
        if size >= _SIZE:
            yield Sheet([texts[m] for m in chosen], chosen)
            chosen, size = [], 0
    if chosen:
        yield Sheet([texts[m] for m in chosen], chosen)
