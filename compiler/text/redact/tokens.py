"""Vendors' tokens on a sheet, found at their prefixes."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact import vendors
from compiler.text.redact.gate import gate
from compiler.text.redact.runs import long_runs
from compiler.text.redact.shape import Finding, shape
from compiler.text.redact.sheet import Sheet

_DOT = vendors.LITERALS.index(".")
"""A vendor without a prefix but for the dot between the token's parts: looked for in runs as long as the token."""
_SHORTEST_DOTTED = 58
_DOTS = shape("dot", r"[.]")
_INDEXES = tuple(index for index in range(len(vendors.LITERALS)) if index != _DOT)
_GATE = gate(vendors.LITERALS[index] for index in _INDEXES)


def find_tokens(sheet: Sheet) -> Iterator[tuple[int, Finding]]:
    """(which of the sheet's texts, what is there), by vendor and then by place."""
    hits = [(_INDEXES[index], pos) for index, pos in _GATE.hits(sheet.text)]
    for start, end in long_runs(sheet.kinds, _SHORTEST_DOTTED):
        hits += ((_DOT, dot.start()) for dot in _DOTS.finditer(sheet.text, start, end))
    hits.sort()
    covered = 0
    last = None
    for index, pos in hits:
        which, at = sheet.place(pos)
        if (index, which) != last:
            last, covered = (index, which), 0
        if at >= covered:
            for finding in vendors.find_vendor(sheet.texts[which], index, at):
                covered = max(covered, finding.end)
                yield which, finding
