"""Where a text gives somebody's words in quotation marks, as opposed to naming something in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.text.words import length

MARKED = re.compile(
    r"\"[^\"\n]*\"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|(?<![\w'’])'(?=[\w¡¿])(?:[^'\n]|(?<=\w)'(?=\w))*'(?![\w'’])"
    r"|(?<!\w)‘(?:[^‘’]|(?<=\w)’(?=\w))*’(?!\w)"
)
"""A stretch in quotation marks of any kind; an apostrophe between letters is none."""
_SPEAKS = re.compile(r"\b(?:i|i['’](?:m|ve|ll|d)|we|we['’](?:re|ve|ll|d)|my|our|me|us)\b|[.!?…]\W*$", re.I)
LEAST = 4
"""Words from which a stretch in quotation marks is a sentence."""


def spoken(text: str) -> Iterator[tuple[int, int]]:
    """`(start, end)` of each quotation of whole sentences, marks included: what is said there is said by somebody else,
    or in a text. A name in quotation marks is no such thing."""
    for found in MARKED.finditer(text):
        inside = found.group()[1:-1]
        if length(inside) >= LEAST and _SPEAKS.search(inside):
            yield found.span()


def without(text: str) -> str:
    """The text with an ellipsis in place of each such quotation."""
    for start, end in reversed(list(spoken(text))):
        text = f"{text[:start]}…{text[end:]}"
    return text
