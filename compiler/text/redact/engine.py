"""Texts in, the secrets in them out."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from compiler.records import Redacted as RedactedText
from compiler.text.redact.shape import PLACEHOLDER, Finding
from compiler.text.redact.sheet import Sheet, sheets
from compiler.text.redact.signs import find_signed
from compiler.text.redact.tokens import find_tokens
from compiler.text.redact.wrap import find_wrapped

RULES_VERSION = 2
"""Bumped when the rules find more or less than before: stored text may then be scanned again."""

_ROUNDS = 6
_SHORTEST = 7
"""A name, a sign and a value take as much."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without its secrets, and how many of each kind it held."""

    text: RedactedText
    counts: Counter[str] = field(default_factory=Counter)


def find(text: str) -> list[Finding]:
    """The secrets of a text, in order, none overlapping another."""
    return find_each([text]).get(0, [])


def find_each(texts: Sequence[str]) -> dict[int, list[Finding]]:
    """The secrets of each text that holds any, by the text's number; every text is read by itself."""
    found: dict[int, list[Finding]] = {}
    for sheet in sheets(texts, _SHORTEST):
        for which, findings in _find_on(sheet).items():
            if findings := merged(sheet.texts[which], findings):
                found[sheet.numbers[which]] = findings
    return found


def _find_on(sheet: Sheet) -> dict[int, list[Finding]]:
    """By text of the sheet, the surest first."""
    found: dict[int, list[Finding]] = defaultdict(list)
    for which, finding in find_tokens(sheet):
        found[which].append(finding)
    for which, finding in list(find_wrapped(sheet, found)):
        found[which].append(finding)
    for which, finding in find_signed(sheet):
        found[which].append(finding)
    return found


def merged(text: str, found: Iterable[Finding]) -> list[Finding]:
    """Overlapping findings as one, named by the surest (the first found); none reaches into an earlier placeholder."""
    ranked = sorted((f.start, -f.end, rank, f) for rank, f in enumerate(found))
    result: list[tuple[int, Finding]] = []
    for _, _, rank, finding in ranked:
        if result and finding.start < result[-1][1].end:
            best, previous = result[-1]
            kind = previous.kind if best <= rank else finding.kind
            result[-1] = min(best, rank), Finding(kind, previous.start, max(previous.end, finding.end))
        else:
            result.append((rank, finding))
    return _clear_of_placeholders(text, [finding for _, finding in result])


def _clear_of_placeholders(text: str, found: list[Finding]) -> list[Finding]:
    if "[redacted:" not in text:
        return found
    taken = [match.span() for match in PLACEHOLDER.finditer(text)]
    ends = [end for _, end in taken]
    clear: list[Finding] = []
    for finding in found:
        next_taken = bisect_right(ends, finding.start)
        if next_taken == len(taken) or taken[next_taken][0] >= finding.end:
            clear.append(finding)
    return clear


def replace(text: str, found: Iterable[Finding]) -> str:
    """The text with each finding's place taken by `[redacted:kind]`."""
    pieces: list[str] = []
    at = 0
    for finding in found:
        pieces += text[at : finding.start], f"[redacted:{finding.kind}]"
        at = finding.end
    return "".join(pieces) + text[at:]


def redact(text: str) -> Redacted:
    """The text without its secrets. Idempotent: rounds go on until nothing more is found."""
    counts: Counter[str] = Counter()
    for _ in range(_ROUNDS):
        found = find(text)
        if not found:
            break
        counts.update(finding.kind for finding in found)
        text = replace(text, found)
    return Redacted(RedactedText(text), counts)
