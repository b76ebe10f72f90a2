"""One question with all evidence for it."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.search.corpus import Corpus, Floats, Ints
from compiler.search.fusion import Evidence
from compiler.search.query import Query


@dataclass(frozen=True, slots=True)
class Asked:
    """All evidence for one question: what ranking, relevance and answers are made of. `coverage` is how much of its
    words the best single passage holds, `known` the share of them that stand anywhere; `conversations` are indexes of
    `corpus.ids`, best first."""

    query: Query
    corpus: Corpus
    messages: Evidence
    notes: Evidence
    coverage: float
    known: float
    conversations: Ints
    scores: Floats

    @property
    def listed(self) -> bool:
        """Whether only days were asked for: what was said then is listed, and nothing was matched."""
        return self.notes.listed
