"""What goes into a search and what comes out, as plain frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["message", "note", "decision", "fact", "loop", "key_point", "tool"]


@dataclass(frozen=True, slots=True)
class Filters:
    """`sources` any of these; `project` by its whole name or its last folder, case ignored; `since` and `until` ISO
    dates or times, both inclusive, judged by the message's time, else the conversation's; `kind` None finds messages
    and notes, and leaves tool output out; `without` conversations to leave out (the one being held, say), and
    `without_items` what was dismissed in notes."""

    sources: tuple[str, ...] = ()
    project: str | None = None
    since: str | None = None
    until: str | None = None
    kind: Kind | None = None
    without: tuple[str, ...] = ()
    without_items: tuple[str, ...] = ()

    @property
    def narrows(self) -> bool:
        """Whether the store must be asked which rows may pass."""
        return bool(self.sources or self.project or self.since or self.until)


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage found. `rank` is its conversation's (from 1); `score` in 0..1 is its own, and comparable between
    conversations; `keyword_rank` and `vector_rank` its place in those two lists, None if it is not in one. `marks` are
    the spans of the snippet that match the query; `text` is the whole passage, `item_id` the note's item that it is.
    `message_id` of a note's item is its first evidence. `note` is the conversation's note, a path below the vault."""

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
    kind: str = "message"
    project: str | None = None
    marks: tuple[tuple[int, int], ...] = ()
    text: str = ""
    item_id: str | None = None

    def row(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {name: getattr(self, name) for name in ROW}


ROW = (
    "rank", "score", "keyword_rank", "vector_rank", "conversation_id", "message_id", "source", "title", "date",
    "snippet", "note", "source_ref",
)  # fmt: skip
