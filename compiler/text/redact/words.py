"""A word of running text that may be a password though nothing but the sentence says so."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import Finding, shape
from compiler.text.redact.values import is_expression, is_stand_in, is_wordy

WORD = r"[!#-&(-;=?-Z^-_a-{}~]"
"""What such a word is made of: no quotes, brackets, backslashes, bars."""
_WORD = shape("word of a sentence", rf"{WORD}{{4,120}}")
_TYPED_SIGNS = frozenset("!#$%&*?^~+")
_IN_CODE = frozenset("/.,:<>()=")


def word_at(text: str, pos: int) -> str:
    """The word that begins there without the punctuation after it; "" for what is a stand-in, an option or code."""
    if (found := _WORD.match(text, pos)) is None:
        return ""
    value = found.group().rstrip(",;:.)]}")
    return "" if len(value) < 4 or value.startswith("--") or is_stand_in(value) or is_expression(value) else value


def password_at(text: str, pos: int) -> Iterator[Finding]:
    """The word there, if it looks made up enough to be a password where the sentence alone proves little."""
    value = word_at(text, pos)
    if value and _is_made_up(value):
        yield Finding("password", pos, pos + len(value))


def _is_made_up(value: str) -> bool:
    digits = sum(map(str.isdigit, value))
    mixed = not value[:-1].isalnum() or value.lower() not in (value, value[:1].lower() + value[1:]) or digits >= 3
    enough = digits >= 2 or (digits == 1 and not (_TYPED_SIGNS.isdisjoint(value) and is_wordy(value)))
    letters = sum(map(str.isalpha, value))
    return len(value) >= 8 and enough and letters >= 3 and mixed and _IN_CODE.isdisjoint(value)
