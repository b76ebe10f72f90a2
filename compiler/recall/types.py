"""What is read back, as plain frozen values: the same for a terminal, for JSON and for an agent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler.search import Hit
from compiler.store.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was said. `date` ISO 8601; `note` the conversation's note, a path below the vault."""

    conversation_id: str
    message_id: str | None
    title: str | None
    date: str | None
    source: str
    project: str | None
    note: str | None


@dataclass(frozen=True, slots=True)
class Other:
    """Another decision, by id."""

    id: str
    text: str
    date: str | None


@dataclass(frozen=True, slots=True)
class Decision:
    """`superseded` decisions no longer hold: `superseded_by` is what replaced them. `told` is in how many places it was
    said, `place` the first of them."""

    id: str
    text: str
    status: Literal["standing", "superseded"]
    superseded_by: Other | None
    replaces: tuple[Other, ...]
    reason: str | None
    instead_of: str | None
    quote: str
    told: int
    place: Place


@dataclass(frozen=True, slots=True)
class Loop:
    """Something that was left to do. A `closed` one is done: by the person's tick, or shown by a conversation, in
    `closed_in`, with the words `closed_why`. `place` is where it was told last."""

    id: str
    text: str
    status: Literal["open", "closed"]
    closed_by: Literal["person", "conversation"] | None
    closed_in: Place | None
    closed_why: str | None
    quote: str
    told: int
    place: Place


@dataclass(frozen=True, slots=True)
class Former:
    """A value that a fact had before."""

    value: str
    date: str | None


@dataclass(frozen=True, slots=True)
class Fact:
    """`trust` `said` by the person in `conversations` conversations, or only `remembered` by a product. `since` the
    month in which the value last changed, `before` the earlier ones, newest first; `evidence` newest first."""

    id: str
    text: str
    theme: str
    trust: Literal["said", "remembered"]
    conversations: int
    since: str | None
    before: tuple[Former, ...]
    evidence: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """`first` and `last` are days of its conversations; `latest` the newest few of them."""

    id: str
    name: str
    conversations: int
    standing_decisions: int
    open_loops: int
    first: str | None
    last: str | None
    latest: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """A name and in how many conversations it occurs."""

    name: str
    conversations: int


@dataclass(frozen=True, slots=True)
class Found:
    """One passage of a search, as the command line's JSON gives it: `rank` its conversation's (from 1), `score` in 0..1
    its own, `keyword_rank` and `vector_rank` its places in the two lists that were fused, `message_id` of a note's item
    its first evidence, `note` a path below the vault, `source_ref` the original file and the place in it. `status` of a
    decision and of a loop, as their own lists tell it."""

    rank: int
    score: float
    keyword_rank: int | None
    vector_rank: int | None
    conversation_id: str
    message_id: str | None
    source: str
    title: str | None
    date: str | None
    snippet: str
    note: str | None
    source_ref: str
    kind: str
    status: Literal["standing", "superseded", "open", "closed"] | None


def found(hit: Hit, became: Outcome) -> Found:
    status: Literal["standing", "superseded", "open", "closed"] | None = None
    if hit.kind in ("decision", "fact"):
        status = "superseded" if became.replaced_by else "standing"
    elif hit.kind == "loop":
        status = "closed" if became.done else "open"
    return Found(**hit.row(), kind=hit.kind, status=status)
