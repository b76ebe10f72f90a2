"""How common an English word is, by its place in the embedder's vocabulary, which is ordered by frequency."""

from __future__ import annotations

from functools import cache

from compiler.embed.minilm import VOCABULARY

RARE = 1 << 20
"""The rank of what the vocabulary does not hold as a whole word."""
FIRST = 1996
"""Where whole words begin in it."""


def rank(word: str) -> int:
    """0 for the most common word; `RARE` for an unknown one."""
    return _ranks().get(word.lower(), RARE)


@cache
def _ranks() -> dict[str, int]:
    words = VOCABULARY.read_text("utf-8").split("\n")
    return {word: n for n, word in enumerate(words[FIRST:]) if not word.startswith("##")}
