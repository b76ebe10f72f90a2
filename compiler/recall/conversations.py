"""One conversation: its head, its note, its messages page by page."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.errors import Unknown
from compiler.passes.filters import shown_note
from compiler.recall.history import History
from compiler.recall.paging import ROOM, Page, clipped, page
from compiler.records import Message, Note
from compiler.store import conversations, notes

TEXT = 6_000
"""Characters of a message shown at once; the rest is read on from `start`."""
INPUT = 1_500
"""Characters of a tool call's input."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a note: `quote` verbatim from the first of the messages in `evidence`."""

    text: str
    evidence: tuple[str, ...]
    quote: str


@dataclass(frozen=True, slots=True)
class NoteView:
    """What a conversation concluded; `actions` are what was left to do."""

    title: str
    summary: str
    key_points: tuple[Line, ...]
    decisions: tuple[Line, ...]
    facts: tuple[Line, ...]
    actions: tuple[Line, ...]
    entities: tuple[str, ...]
    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A tool the model called, its input as JSON text."""

    name: str
    input: str
    id: str | None


@dataclass(frozen=True, slots=True)
class Turn:
    """A message. `text` is a part of it where it is long: from character `start`, of `characters` in all."""

    id: str
    role: str
    text: str
    created_at: str | None
    tool_calls: tuple[Call, ...]
    start: int
    characters: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A conversation; `note` only with its first page. `source_ref` is the file it came from."""

    id: str
    source: str
    title: str | None
    project: str | None
    created_at: str | None
    updated_at: str | None
    messages: int
    source_ref: str
    note: NoteView | None
    page: Page[Turn]


def read(
    history: History, id: str, *, message: str | None = None, start: int = 0, offset: int = 0, limit: int = 30
) -> Reading:
    """Messages from `offset` on, or the one named `message` from its character `start` on."""
    whole = conversations.load(history.store, history.find(id))
    assert whole is not None
    shown = [m for m in whole.messages if m.branch is None]
    made = notes.load(history.store, whole.id)
    note = note_view(shown_note(made)) if made else None
    if message:
        named = [m for m in shown if message in (m.id, m.id.partition("#")[2])]
        if not named:
            raise Unknown(f"There is no message `{message}` in {whole.id}; read it without one to see its messages.")
        turns = page(named[:1], 0, 1, lambda some: [turn(m, start) for m in some])
    else:
        room = ROOM if offset or not note else ROOM // 2
        turns = page(shown, offset, limit, lambda some: [turn(m) for m in some], room)
    return Reading(
        id=whole.id,
        source=whole.source,
        title=history.titles.get(whole.id, note.title if note else whole.title),
        project=whole.project,
        created_at=whole.created_at,
        updated_at=whole.updated_at,
        messages=len(shown),
        source_ref=whole.source_ref,
        note=note if not offset and not message else None,
        page=turns,
    )


def turn(message: Message, start: int = 0) -> Turn:
    """A message, its text from a character on."""
    return Turn(
        id=message.id,
        role=message.role,
        text=message.text[start : start + TEXT],
        created_at=message.created_at,
        tool_calls=tuple(Call(c.name, clipped(c.input, INPUT), c.id) for c in message.tool_calls),
        start=start,
        characters=len(message.text),
    )


def note_view(note: Note) -> NoteView:
    """A note as JSON gives it everywhere."""

    def of(kind: str) -> tuple[Line, ...]:
        return tuple(Line(i.text, i.evidence, i.quote) for i in note.items if i.kind == kind)

    return NoteView(
        title=note.title,
        summary=note.summary,
        key_points=of("key_point"),
        decisions=of("decision"),
        facts=of("fact"),
        actions=of("loop"),
        entities=tuple(e.name for e in note.entities),
        topics=note.topics,
    )
