"""What a person typed, as terms. A query is text: hyphens, quotes, colons and code symbols mean themselves."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from compiler.store.keywords import WIDE
from compiler.text.words import STOP

MOST_TERMS = 40
"""Distinct terms looked up; a pasted page is cut to its first ones."""

_PIECE = re.compile(r"[^\s,;!?()\[\]{}<>\"“”„«»、。，！？「」『』]+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{3,200})[\"”»]")


@dataclass(frozen=True, slots=True)
class Query:
    """`words` single words without those that carry nothing; `phrases` several words that were typed as one (quoted, or
    joined as in `foo_bar.baz`); `wide` runs of scripts written without spaces; `every` all words as typed, in order."""

    text: str
    words: tuple[str, ...]
    phrases: tuple[str, ...]
    wide: tuple[str, ...]
    every: tuple[str, ...]

    @property
    def empty(self) -> bool:
        return not (self.words or self.phrases or self.wide)

    @property
    def length(self) -> int:
        """Different words; of scripts without spaces, two characters count as one."""
        return len(self.every) + sum(len(run) + 1 for run in self.wide) // 2


def parse(text: str) -> Query:
    """Terms of a query, each once, in the order typed. A query of stop words alone keeps them."""
    text = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode())
    wide = _once(m.group() for m in WIDE.finditer(text))
    latin = WIDE.sub(" ", text)
    every = _once(w.lower().replace("’", "'") for w in _WORD.findall(latin))
    words = [w for w in every if w not in STOP and (len(w) > 1 or w.isdigit())] or ([] if wide else every)
    phrases = [m.group(1) for m in _QUOTED.finditer(latin)]
    phrases += [p for p in (piece.strip(".:'’-_/\\") for piece in _PIECE.findall(latin)) if _joined(p)]
    return Query(
        text, tuple(words[:MOST_TERMS]), _once(p.lower() for p in phrases)[:MOST_TERMS], wide[:MOST_TERMS], every
    )


def named(words: Sequence[str], names: Collection[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The names, given as their words, of which all words stand one after the other."""
    longest = max(map(len, names), default=0)
    runs = (tuple(words[a : a + n]) for n in range(1, longest + 1) for a in range(len(words) - n + 1))
    return sorted({run for run in runs if run in names})


def _joined(piece: str) -> bool:
    """Several words written as one: `sqlite-vec`, `foo_bar`, `a.b/c`; not `don't`."""
    return len(_WORD.findall(piece)) > 1


def _once(items: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))  # type: ignore[call-overload]
