"""Vendors' tokens on a sheet: most stand in a long run, and only those runs are searched for them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from compiler.text.redact import vendors
from compiler.text.redact.gate import gate
from compiler.text.redact.runs import RUN_CHARS, long_runs
from compiler.text.redact.shape import Finding, shape
from compiler.text.redact.sheet import Sheet

_DOT = vendors.LITERALS.index(".")
"""A vendor without a prefix but for the dot between the token's parts: too common to be looked for everywhere."""
_SHORTEST_DOTTED = 58
_INDEXES = tuple(
    index for index, literal in enumerate(vendors.LITERALS) if index != _DOT and RUN_CHARS.issuperset(literal)
)
_DOTS = shape("dot", r"[.]")
_GATE = gate(vendors.LITERALS[index] for index in _INDEXES)

OTHERS = tuple(index for index, literal in enumerate(vendors.LITERALS) if not RUN_CHARS.issuperset(literal))
"""Vendors whose prefix holds another character and may stand in no run."""


def find_tokens(sheet: Sheet) -> Iterator[tuple[int, Finding]]:
    """(which of the sheet's texts, what is there)."""
    runs = list(long_runs(sheet.kinds))
    covered = 0
    last = None
    for index, run, pos in _prefixes([sheet.text[start:end] for start, end in runs]):
        which, at = sheet.place(runs[run][0] + pos)
        if (index, which) != last:
            last, covered = (index, which), 0
        if at >= covered:
            for finding in vendors.find_vendor(sheet.texts[which], index, at):
                covered = max(covered, finding.end)
                yield which, finding


def find_in_runs(runs: Sequence[str]) -> Iterator[tuple[int, Finding]]:
    """The same in runs that stand for themselves."""
    for index, run, pos in _prefixes(runs):
        for finding in vendors.find_vendor(runs[run], index, pos):
            yield run, finding


def _prefixes(runs: Sequence[str]) -> list[tuple[int, int, int]]:
    """(vendor, which run, place in it) of every prefix, by vendor; the runs are searched laid end to end."""
    if not runs:
        return []
    found = [
        (_DOT, number, dot.start())
        for number, run in enumerate(runs)
        if len(run) >= _SHORTEST_DOTTED
        for dot in _DOTS.finditer(run)
    ]
    starts = [0, *accumulate(len(run) + 1 for run in runs)]
    for index, pos in _GATE.hits("\n".join(runs)):
        run = bisect_right(starts, pos) - 1
        found.append((_INDEXES[index], run, pos - starts[run]))
    found.sort()
    return found
