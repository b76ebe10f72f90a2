"""Text that may be printed into a note, and the cleaning that comes before every escaping."""

from __future__ import annotations

import re
import unicodedata


class Inert(str):
    """Text that has passed an escaper, or that the compiler wrote itself. Templates refuse any other."""

    __slots__ = ()


ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
BREAKS = re.compile("\r\n?|\u2028|\u2029|\x85")
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but tab and newline, DEL, C1
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"  # zero width, bidi controls
    "\ue000-\uf8ff"  # private use: citation marks of chat products
    "\ud800-\udfff"  # lone surrogates
    "\U000e0000-\U000e007f]"  # tag characters: text hidden from readers, not from models
)

SUSPECT = re.compile(f"{BREAKS.pattern}|{UNSEEN.pattern}")
"""Nearly every text is clean: one look instead of three replacements."""


def clean(text: str) -> str:
    """Without what cannot be seen or misleads: terminal colours, control, bidi, zero-width and tag characters. Line
    ends become `\\n`; joiners U+200C/D stay, several scripts and emoji need them."""
    if not SUSPECT.search(text):
        return text
    return UNSEEN.sub("", BREAKS.sub("\n", ANSI.sub("", text)))


def clean_prose(text: str) -> str:
    """Cleaned, in Unicode form C."""
    return clean(text) if text.isascii() else unicodedata.normalize("NFC", clean(text))


def one_line(text: str) -> str:
    """Cleaned prose on one line, white space collapsed."""
    return " ".join(clean_prose(text).split())


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, cut at a word where one ends in the last third, with an ellipsis."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    space = head.rfind(" ")
    return (head[:space] if space > limit * 2 // 3 else head).rstrip(" ,;:-") + "…"
