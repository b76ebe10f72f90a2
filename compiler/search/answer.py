"""Answers put together from what the notes already say, every sentence with the place it comes from.

No model writes here: decisions, facts and loops that bear on the question are quoted as they stand, newest first. A
model may later write the sentences; what it is given and what it may cite is the same `Answer`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from compiler.embed import Embedder
from compiler.search.asked import Asked
from compiler.search.passages import Passages
from compiler.search.query import parse
from compiler.search.relevance import is_answerable
from compiler.search.searcher import Searcher
from compiler.search.types import Filters, Hit
from compiler.store import passages
from compiler.store.connection import Store
from compiler.store.outcomes import Outcome, outcomes
from compiler.text.words import STOP

MOST = 6
"""Statements in an answer."""
FIRST = 3
"""Of each conversation, where all of some days are asked for: its head, which is no statement, and two items."""
MISSES = 3
BESIDE, BESIDE_ALONE = 0.6, 0.35
"""A statement scores at least this share of the best one's, and alone, without what its conversation adds, this share
of what the best does so, or it is about something else."""
FEW_WORDS = 4
"""A question with fewer words of its own may lean on the one before: when it goes on from it or points at it."""
GOES_ON = re.compile(r"\s*(and|or|but|so|also|then|what about|how about|same|und|oder|et|ou|y|o|og|och)\b", re.I)
POINTS = re.compile(r"\b(it|its|that|this|those|these|them|they|there|then|he|him|she|her|one|ones)\b", re.I)
GREETINGS = re.compile(
    r"hi|hello|hey|yo|thanks?|thx|ok(ay)?|(good)?bye|good|morning|evening|afternoon|night|great|cool|nice|cheers|how|"
    r"are|you|doing|today|there|a|lot|so|much|very|all|everyone"
)
ANSWERING = ("decision", "fact", "loop", "key_point")

Reason = Literal["answered", "nothing", "no question"]


@dataclass(frozen=True, slots=True)
class Statement:
    """`text` with the numbers of the citations it rests on. `done` of a loop: closed since; `replaced_by` of a decision
    or a fact that no longer holds: the words of the one that took its place."""

    text: str
    kind: str
    citations: tuple[int, ...]
    date: str | None = None
    done: bool = False
    replaced_by: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """`citations[n - 1]` is what `[n]` stands for. Without statements, `reason` says why and `misses` name what came
    nearest."""

    question: str
    reason: Reason
    statements: tuple[Statement, ...] = ()
    citations: tuple[Hit, ...] = ()
    misses: tuple[Hit, ...] = ()


def answer(
    store: Store,
    question: str,
    *,
    previous: Sequence[str] = (),
    filters: Filters | None = None,
    embedder: Embedder | None = None,
    searcher: Searcher | None = None,
) -> Answer:
    """Statements of the notes that bear on a question, cited; `previous` are the questions before it in a talk. Where
    the notes say nothing, the best passages of messages themselves."""
    if is_greeting(question):
        return Answer(question, "no question")
    searcher = searcher or Searcher(store, embedder)
    with store.snapshot():  # a compile may be at work
        asked, about = searcher.judge(standalone(question, previous), filters or Filters(), is_answerable)
        if not len(asked.conversations) or not about:
            nearest = searcher.show(asked, limit=MISSES, passages=1)
            return Answer(question, "nothing", misses=tuple(nearest))
        hits = _from_notes(searcher, asked) or searcher.show(asked, limit=MISSES, passages=1)
        hits.sort(key=lambda hit: ANSWERING.index(hit.kind) if hit.kind in ANSWERING else 0)
        hits.sort(key=lambda hit: ((hit.date or "")[:10], hit.conversation_id), reverse=True)
        hits = [replace(hit, rank=number) for number, hit in enumerate(hits, start=1)]
        unseen = (*filters.without, *filters.without_items) if filters else ()
        became = outcomes(store, [hit.item_id for hit in hits if hit.item_id], unseen)
        statements = tuple(
            Statement(hit.text, hit.kind, (hit.rank,), hit.date, *became.get(hit.item_id or "", Outcome()))
            for hit in hits
        )
        return Answer(question, "answered", statements, tuple(hits))


def is_greeting(text: str) -> bool:
    """Whether a text only says hello or thanks, or nothing at all."""
    query = parse(text)
    return not query.wide and all(GREETINGS.fullmatch(word) for word in query.every)


def standalone(question: str, previous: Sequence[str]) -> str:
    """The question with the one before it when it has hardly any words of its own: `croatia?`, `and in May?`, `why did
    we drop it?`. `What did I decide about the database?` stands by itself."""
    query = parse(question)
    own = len(query.words) if any(word not in STOP for word in query.words) else 0
    leans = own < 2 or (own < FEW_WORDS and (GOES_ON.match(question) or POINTS.search(question)))
    return f"{previous[-1]} {question}" if previous and not query.wide and leans else question


def _from_notes(searcher: Searcher, asked: Asked) -> list[Hit]:
    """The items that bear most on the question, each once."""
    table = Passages(asked.notes)
    owners = asked.corpus.notes.owner
    standing = dict(zip(asked.conversations.tolist(), asked.scores.tolist(), strict=True))
    found = [
        (score + standing.get(int(owners[row]), 0.0), score, row)
        for conversation in np.unique(owners[asked.notes.found])
        for row, score in table.best(asked.corpus.notes, int(conversation), FIRST if asked.listed else MOST + 1)
    ]
    found.sort(key=lambda entry: (-entry[0], entry[2]))
    kinds = {row: p.kind for row, p in passages.load(searcher.store, [row for *_, row in found[: 8 * MOST]]).items()}
    stating = [entry for entry in found if kinds.get(entry[2]) in ANSWERING]
    least = BESIDE * max((score for score, _, _ in stating), default=0.0)
    least_alone = BESIDE_ALONE * max((alone for _, alone, _ in stating), default=0.0)
    chosen = [(score, row) for score, alone, row in stating if score >= least and alone >= least_alone]
    hits = searcher.show_notes(asked, chosen[: 2 * MOST])
    once = {" ".join(hit.text.lower().split()): hit for hit in reversed(hits)}
    return [hit for hit in hits if once[" ".join(hit.text.lower().split())] is hit][:MOST]
