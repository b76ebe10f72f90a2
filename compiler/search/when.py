"""A question's words and its time taken apart: what is asked about, and which days it is asked about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np

from compiler.search.corpus import Corpus, Floats, Mask
from compiler.search.dates import Span, spans
from compiler.search.query import parse
from compiler.search.types import Kind
from compiler.text.words import STOP, listed

_ASKING = listed(
    "anything ask asked chat chats conversation conversations discuss discussed everything happen happened history "
    "learn learned list made make notes show something start started summarise summarize summary talk talked talking "
    "tell topic topics work worked working wrote"
)
_DECIDING = listed("agree agreed choice choices choose chose chosen decide decided decision decisions")
LONG = 31
"""Days over which nearness fades at most: what lies beside `before June` may be as far off as beside `in June`."""


@dataclass(frozen=True, slots=True)
class When:
    """`text` is what is looked for: the question without its days. `told` are those that may have been told in the same
    words then, `in March` but not `yesterday`. `only` says that the question asks for nothing but time, for decisions
    alone where `kind` says so."""

    text: str
    spans: tuple[Span, ...]
    told: str = ""
    only: bool = False
    kind: Kind | None = None

    def near(self, corpus: Corpus) -> Floats:
        """By conversation: 1 where it was held in these days, less the farther it lies from them; 0 without a time."""
        best = np.zeros(len(corpus.ids), dtype=np.float32)
        for span in self.spans:
            since, until = span.since.toordinal(), span.until.toordinal()
            gap = np.maximum(np.maximum(since - corpus.ended, corpus.began - until), 0)
            best = np.maximum(best, np.nan_to_num(1 / (1 + gap / min(until - since + 1, LONG))))
        return best.astype(np.float32)

    def inside(self, corpus: Corpus) -> Mask:
        """Which conversations were held in these days."""
        held: Mask = self.near(corpus) >= 1
        return held


def read(text: str, today: date) -> When:
    """What a question says of time, and what is left of it."""
    found = spans(text, today)
    if not found:
        return When(text, ())
    left = parse(_without(text, found))
    words = set(left.every) - STOP
    if not left.wide and words <= _ASKING | _DECIDING:
        return When("", found, only=True, kind="decision" if words & _DECIDING else None)
    told = " ".join(text[span.start : span.end] for span in found if not span.relative)
    return When(_without(text, found), found, told)


def _without(text: str, taken: tuple[Span, ...]) -> str:
    for span in reversed(taken):
        text = f"{text[: span.start]} {text[span.end :]}"
    return text.strip()
