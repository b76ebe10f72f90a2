"""Tokens that a terminal broke at its right margin, or that a stream cut in two."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import NamedTuple

from compiler.text.redact.gate import RUN_CHARS
from compiler.text.redact.shape import Finding, shape
from compiler.text.redact.values import is_random

_TAIL = shape("token up to a line's end", r"[A-Za-z0-9_.~+/=%:-]{1,400}$")
_HEAD = shape("token from a line's start", r"[A-Za-z0-9_.~+/=%:-]{1,400}")
_MARGIN = shape("between the halves of a wrapped token", r"\r?\n[ \t]{0,12}(?:[│┃|>][ \t]{0,4})?")
_SHORTEST = 18
"""No vendor's token is shorter."""


class Seam(NamedTuple):
    """A line's last run of token characters and the next line's first: `text[cut - left:cut]`, `text[resume:…]`."""

    cut: int
    left: int
    resume: int
    joined: str


def wrapped(text: str, found: list[Finding], find_tokens: Callable[[str], list[Finding]]) -> list[Finding]:
    """Tokens that are whole only together with the start of the next line, and tokens found whole in `found` that go on
    there with what no word looks like."""
    ends = {finding.end: finding for finding in found}
    result: list[Finding] = []
    seams: list[Seam] = []
    pos = text.find("\n")
    while pos >= 0:
        cut = pos - 1 if pos and text[pos - 1] == "\r" else pos
        if cut and text[cut - 1] in RUN_CHARS and (seam := _seam(text, cut)) is not None:
            if (whole := ends.get(cut)) is None:
                seams.append(seam)
            elif len(seam.joined) - seam.left >= 12 and is_random(seam.joined[seam.left :]):
                result.append(Finding(whole.kind, whole.start, seam.resume + len(seam.joined) - seam.left))
        pos = text.find("\n", pos + 1)
    return result + _across(seams, find_tokens)


def _seam(text: str, cut: int) -> Seam | None:
    margin = _MARGIN.match(text, cut)
    if margin is None or (head := _HEAD.match(text, margin.end())) is None:
        return None
    start = max(text.rfind("\n", max(0, cut - 400), cut), text.rfind(" ", max(0, cut - 400), cut), cut - 401) + 1
    if cut - start + len(head.group()) < _SHORTEST:
        return None
    tail = _TAIL.search(text[max(0, start) : cut])
    if tail is None or len(tail.group()) < 4 or len(tail.group()) + len(head.group()) < _SHORTEST:
        return None
    return Seam(cut, len(tail.group()), head.start(), tail.group() + head.group())


def _across(seams: list[Seam], find_tokens: Callable[[str], list[Finding]]) -> list[Finding]:
    """All seams are searched at once, laid under one another."""
    starts: list[int] = []
    at = 0
    for seam in seams:
        starts.append(at)
        at += len(seam.joined) + 1
    result: list[Finding] = []
    for finding in find_tokens("\n".join(seam.joined for seam in seams)) if seams else ():
        index = bisect_right(starts, finding.start) - 1
        seam = seams[index]
        start, end = finding.start - starts[index], finding.end - starts[index]
        if start < seam.left < end:
            result.append(Finding(finding.kind, seam.cut - seam.left + start, seam.resume + end - seam.left))
    return result
