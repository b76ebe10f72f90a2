"""Where a JSON value ends, found by counting its brackets outside strings, over whole blocks at a time (numpy)."""

from __future__ import annotations

from typing import Any

_QUOTE, _BACKSLASH, _OPEN, _CLOSE = 0x22, 0x5C, 0x7B, 0x7D


class Brackets:
    """Counts over the consecutive blocks of one value, which begins with a bracket."""

    def __init__(self) -> None:
        import numpy  # 0.1 s to import: only who reads an export pays

        self._np: Any = numpy
        self._depth = 0
        self._quoted = False
        self._escapes = 0  # backslashes that the last block ended with

    def end_in(self, data: bytes | bytearray) -> int | None:
        """The number of bytes of this block up to the value's closing bracket; None if it goes on."""
        np = self._np
        block = np.frombuffer(data, np.uint8)
        quotes = np.flatnonzero(block == _QUOTE)
        if self._escapes or (block[quotes - 1] == _BACKSLASH).any():
            quotes = quotes[self._unescaped(block, quotes)]
        folded = block | 0x20  # [ falls on {, and ] on }
        marks = np.flatnonzero((folded == _OPEN) | (folded == _CLOSE))
        marks = marks[(np.searchsorted(quotes, marks) + self._quoted) % 2 == 0]
        depths = self._depth + np.cumsum(np.where(folded[marks] == _OPEN, 1, -1))
        ends = np.flatnonzero(depths <= 0)
        if len(ends):
            return int(marks[ends[0]]) + 1
        self._depth = int(depths[-1]) if len(depths) else self._depth
        self._quoted = bool((self._quoted + len(quotes)) % 2)
        run = len(data) - len(data.rstrip(b"\\"))
        self._escapes = run + (self._escapes if run == len(data) else 0)
        return None

    def _unescaped(self, block: Any, quotes: Any) -> Any:
        """Which quotes have an even run of backslashes before them; a run may begin in the block before."""
        np = self._np
        runs = np.zeros(len(quotes), np.int64)
        touched = np.flatnonzero((block[quotes - 1] == _BACKSLASH) & (quotes > 0))
        if len(touched):
            slashes = np.flatnonzero(block == _BACKSLASH)
            starts = slashes[np.concatenate(([True], np.diff(slashes) != 1))]  # of each run
            begun = starts[np.searchsorted(starts, quotes[touched]) - 1]
            runs[touched] = quotes[touched] - begun + np.where(begun == 0, self._escapes, 0)
        if len(quotes) and quotes[0] == 0:
            runs[0] = self._escapes
        return runs % 2 == 0
