"""One text in, the secrets in it out."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from compiler.records import Redacted as RedactedText
from compiler.text.redact import commands, headers, keyed, manifests, pem, prose, tables, urls, vendors
from compiler.text.redact.gate import RUN_CHARS, Runs, gate, lowered
from compiler.text.redact.shape import PLACEHOLDER, Finding
from compiler.text.redact.wrap import wrapped

RULES_VERSION = 1
"""Bumped when the rules find more or less than before: stored text may then be scanned again."""

Look = Callable[[str, str, int], Iterator[Finding]]
"""(text, lower-cased text, place of the literal) → what is there."""
Table = tuple[tuple[str, Look], ...]


def _vendor(index: int) -> Look:
    return lambda text, low, pos: vendors.find_vendor(text, index, pos)


def _command(word: str) -> Look:
    return lambda text, low, pos: commands.find_command(text, word, pos)


def _pem(anchor: str) -> Look:
    return lambda text, low, pos: pem.find_private_key(text, anchor, pos)


def _plain(look: Callable[[str, int], Iterator[Finding]]) -> Look:
    return lambda text, low, pos: look(text, pos)


_EXACT: Table = (
    *((anchor, _pem(anchor)) for anchor in pem.ANCHORS),
    (pem.ENCODED, _plain(pem.find_encoded_key)),
    *((literal, _vendor(i)) for i, literal in enumerate(vendors.LITERALS) if not RUN_CHARS.issuperset(literal)),
    ("://", _plain(urls.find_userinfo)),
    ("@tcp(", _plain(urls.find_data_source)),
    ("@unix(", _plain(urls.find_data_source)),
    *((port, _plain(urls.find_pgpass)) for port in urls.PORTS),
    ("uthorization", _plain(headers.find_authorization)),
    *((scheme, _plain(headers.find_scheme)) for scheme in ("earer ", "earer%20", "earer\x1b", "EARER ", "asic ")),
    ("ookie", _plain(headers.find_cookies)),
    (" -b ", _plain(headers.find_cookies)),
    *((call, _plain(headers.find_pair)) for call in ("auth=(", "BasicAuth(", "basic_auth(", "basicAuth(")),
    *((word, _command(word)) for word in commands.WORDS),
    ("echo ", _plain(commands.find_piped)),
    ("printf ", _plain(commands.find_piped)),
    ("login", _plain(manifests.find_netrc)),
    ("kind", _plain(manifests.find_manifest)),
    ("auth", _plain(manifests.find_stored_login)),
    *((rule, _plain(tables.find_columns)) for rule in tables.RULES),
)
_TOKENS: Table = tuple(
    (literal, _vendor(index)) for index, literal in enumerate(vendors.LITERALS) if RUN_CHARS.issuperset(literal)
)
_LOWERED: Table = (
    *((anchor, keyed.find_keyed) for anchor in keyed.ANCHORS),
    *((anchor, prose.find_said) for anchor in prose.ASCII_ANCHORS),
    *((anchor, prose.find_seed) for anchor in ("seed phrase", "seed words", "mnemonic", "recovery phrase")),
)
_WIDE: Table = tuple((anchor, prose.find_said_wide) for anchor in prose.WIDE_ANCHORS)

_EXACT_GATE = gate(literal for literal, _ in _EXACT)
_TOKENS_GATE = gate(literal for literal, _ in _TOKENS)
_LOWERED_GATE = gate(literal for literal, _ in _LOWERED)
_WIDE_GATE = gate(literal for literal, _ in _WIDE)

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
    if len(text) < _SHORTEST:
        return []
    low = lowered(text)
    found = find_tokens(text)
    found += wrapped(text, found, find_tokens)
    _look(_EXACT, _EXACT_GATE.hits(text), text, low, found)
    _look(_LOWERED, _LOWERED_GATE.hits(low), text, low, found)
    if not text.isascii():
        _look(_WIDE, _WIDE_GATE.hits(low), text, low, found)
    return merged(text, found) if found else found


def find_tokens(text: str) -> list[Finding]:
    """Vendors' tokens alone; only long runs are searched for them."""
    found: list[Finding] = []
    runs = Runs(text)
    if runs.text:
        _look(_TOKENS, ((index, runs.place(pos)) for index, pos in _TOKENS_GATE.hits(runs.text)), text, "", found)
    return found


def _look(table: Table, hits: Iterable[tuple[int, int]], text: str, low: str, found: list[Finding]) -> None:
    last, covered = -1, 0
    for index, pos in hits:
        if index != last:
            last, covered = index, 0
        if pos < covered:
            continue
        for finding in table[index][1](text, low, pos):
            found.append(finding)
            covered = max(covered, finding.end)


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
