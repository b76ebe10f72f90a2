"""The patterns' common ground: how one is compiled, what an edge is, what a visible mask is.

Every pattern stays in the RE2 subset (no look-around, no back-reference, no nested unbounded repeat) and names its
character classes, so that it means the same in `re` and in google-re2. Patterns are matched *at* a place that a literal
search found, never searched for, and every repeat that a hostile text could stretch is bounded.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Finding(NamedTuple):
    """A secret in a text: `text[start:end]` is the value alone, without its name, quotes or host."""

    kind: str
    start: int
    end: int


PATTERNS: dict[str, str] = {}
"""Every pattern in use, by name: what the tests hold to the RE2 subset."""


def shape(name: str, pattern: str) -> re.Pattern[str]:
    PATTERNS[name] = pattern
    return re.compile(pattern)


ANSI = r"(?:\x1b|\\x1b|\\u001b|\\033|\\e)\[[0-9;]{0,12}[A-Za-z]"
SPACE = rf"(?:[ \t{chr(0xA0)}{chr(0x3000)}]|{ANSI}){{0,40}}"
"""Blanks and terminal colour, which a copied terminal puts anywhere between a name and its value."""

LINE = r"(?:[+>]|[ ]{0,6}[0-9]{1,6}[\t→:|])"
"""What a diff, a quotation or a numbered listing puts before a line."""

_LEFT_ESCAPE = shape(
    "left escape",
    rf"(?:\\{{1,8}}(?:[nrtbfv0]|u[0-9A-Fa-f]{{4}}|x[0-9A-Fa-f]{{2}})|{ANSI}|%[0-9A-Fa-f]{{2}}|&[a-z]{{2,5}};)$",
)
_PLACEHOLDER_BEFORE = shape("placeholder before", r"\[redacted:[a-z0-9-]{1,40}\]$")
WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")


def at_edge(text: str, pos: int) -> bool:
    """Whether a token may begin at `pos`: after anything but an ASCII letter or digit, or after an escape that ends in
    one (a literal `\\n` or `\\t`, a colour code, `%3D`, `\\u0022`); not after an earlier redaction, lest what followed
    a token begin to look like one."""
    if pos == 0:
        return True
    if text[pos - 1] == "]" and "[redacted:" in text[max(0, pos - 52) : pos]:
        return _PLACEHOLDER_BEFORE.search(text[max(0, pos - 52) : pos]) is None
    if text[pos - 1] not in WORD:
        return True
    return _LEFT_ESCAPE.search(text[max(0, pos - 20) : pos]) is not None


PLACEHOLDER = shape("placeholder", r"\[redacted:[a-z0-9-]{1,40}\]")
_MASK = shape("visible mask", r"\.\.\.|…|\*\*\*|•••|xxxx|XXXX|<|\$\{|\$\(|\{\{|\[redacted|\[REDACTED|REDACTED")


def is_masked(value: str) -> bool:
    """Whether the value visibly is a stand-in: `xxxx`, `***`, `...`, `<…>`, `${…}`, an earlier redaction."""
    return _MASK.search(value) is not None
