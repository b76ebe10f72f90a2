"""Tokens that a terminal broke at its right margin, or that a stream cut in two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from compiler.text.redact.runs import Seam, seams
from compiler.text.redact.shape import Finding
from compiler.text.redact.sheet import Sheet
from compiler.text.redact.tokens import find_tokens
from compiler.text.redact.values import is_random


def find_wrapped(sheet: Sheet, found: Mapping[int, Sequence[Finding]]) -> Iterator[tuple[int, Finding]]:
    """Tokens that are whole only together with the start of the next line, and tokens found whole (`found`, by text of
    the sheet) that go on there with what no word looks like."""
    ends = {(which, finding.end): finding for which, tokens in found.items() for finding in tokens}
    parted: list[Seam] = []
    for seam in seams(sheet.text, sheet.kinds):
        if not ends or (whole := ends.get(sheet.place(seam.cut))) is None:
            parted.append(seam)
        elif seam.end - seam.resume >= 12 and is_random(sheet.text[seam.resume : seam.end]):
            which, end = sheet.place(seam.end)
            yield which, Finding(whole.kind, whole.start, end)
    yield from _across(sheet, parted)


def _across(sheet: Sheet, parted: Sequence[Seam]) -> Iterator[tuple[int, Finding]]:
    joined = [sheet.text[seam.start : seam.cut] + sheet.text[seam.resume : seam.end] for seam in parted]
    for index, finding in find_tokens(Sheet(joined, range(len(joined)))):
        seam = parted[index]
        if finding.start < seam.cut - seam.start < finding.end:
            which, start = sheet.place(seam.start + finding.start)
            length = finding.end - finding.start + seam.resume - seam.cut
            yield which, Finding(finding.kind, start, start + length)
