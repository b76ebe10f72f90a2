"""What flows through Musubi: source-neutral, frozen, standard library only.

Adapters yield `Record`s (a conversation, or what stands in its place); ingest redacts and stores them; passes read
conversations back and make `Note`s. Identity is derived, never generated: a conversation is `source:native_id`, a
message `conversation_id#native_id`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NewType, Protocol

Role = Literal["user", "assistant", "tool", "system"]
Origin = Literal["person", "model", "harness", "agent", "paste"]
"""Who really wrote a message: the person at the keyboard, the model they talk to, the tool around it (its tags,
summaries, notifications), another agent, or a document the person pasted."""

ConversationKind = Literal["main", "note", "subagent", "memory", "project"]
"""`main` a conversation the person led; `note` one of their own notes; `subagent` a transcript under a parent;
`memory` what a product remembers of the person (custom instructions too: candidates of low trust); `project` a
project's documents and instructions. Counts and lists show `main` and `note`."""

Redacted = NewType("Redacted", str)
"""Text that has passed the redactor. The store's writers take nothing else."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool the model called: its name, its input as the source wrote it (JSON text), the call's native id."""

    name: str
    input: str = ""
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One turn, or one tool result, as the adapter found it.

    `id` is `conversation_id#native_id`; `created_at` ISO 8601 UTC (`2026-10-03T21:14:05Z`, fractions allowed) or None;
    `place` the line number or row key in the source (`120`, `bubbleId:…`); `branch` None on the path the person saw,
    else a name for the alternative.
    """

    id: str
    role: Role
    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    created_at: str | None = None
    place: str = ""
    origin: Origin | None = None
    branch: str | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation, whole. `source_ref` is the absolute path of the file it came from (for a zip member
    `archive.zip!member.json`); `project` the working folder or project name as the source gives it; `parent` the id of
    the conversation that this one continues, forks or serves; `attrs` small extra facts as text (`model`, `version`,
    `git_branch`, `root` = the source's root that `source_ref` is shown relative to, `revision` = the source's own
    change marker, `source_gone` = "1" for what only a prompt log still holds, `loose` = "1" for a record whose source
    does not say which conversation it belongs to, `retold` = "1" for an export without the ids of what it tells,
    `aliases`, `tags`, `links` = JSON lists).
    """

    id: str
    source: str
    title: str | None
    project: str | None
    created_at: str | None
    updated_at: str | None
    source_ref: str
    messages: tuple[Message, ...]
    parent: str | None = None
    kind: ConversationKind = "main"
    attrs: Mapping[str, str] = field(default_factory=dict)


Sealed = NewType("Sealed", Conversation)
"""A conversation every text of which has been redacted; made by `compiler.text.redact.seal` alone."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An error as a value: `where` is path and place (`…/a.jsonl:120`), `what` a short constant kind (`torn line`),
    `detail` a sentence for the person. Never holds transcript text beyond 80 characters."""

    source: str
    where: str
    what: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something left out on purpose, with its reason (`warm-up`, `draft`, `empty`)."""

    source: str
    where: str
    reason: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Seen:
    """A record type or key not understood: the drift canary. `version` is the producing tool's, where known."""

    source: str
    type: str
    version: str | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Says that a conversation still has the revision the store knows, so it was not read again."""

    conversation_id: str


Record = Conversation | Problem | Skipped | Seen | Unchanged


@dataclass(frozen=True, slots=True)
class Unit:
    """What is read at once: a stable key and the files whose change makes it stale, below `root`."""

    key: str
    root: Path
    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Env:
    """The machine as an adapter may see it: home folder, `sys.platform`, environment variables."""

    home: Path
    platform: str
    variables: Mapping[str, str]


Known = Callable[[str], str | None]
"""Conversation id → the `revision` attribute it was last stored with, or None."""


def nothing_known(_conversation_id: str) -> str | None:
    return None


class Adapter(Protocol):
    """Reads one source's format. Read-only in every sense: no write lock, no file beside the user's, no network, no
    clock. Nothing raises out of `discover` or `read` for bad input: it becomes a Problem."""

    name: str
    version: int
    """Bumped when the meaning of what is read changes: every unit is then read again."""

    def locate(self, env: Env) -> Sequence[Path]:
        """The places where this source may live on this machine, whether or not they exist, most usual first."""
        ...

    def claims(self, path: Path) -> bool:
        """Whether a path handed over without a name (`musubi import PATH`) is this source's, judged by structure."""
        ...

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        """The units below a root (a file or folder), sorted by key, without reading their content where possible."""
        ...

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        """A unit's records; memory is bounded by the largest conversation. A container of many conversations may yield
        `Unchanged` for one whose revision is already known."""
        ...


ItemKind = Literal["decision", "fact", "loop", "key_point"]


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a note: what was decided, what is true of the person, what is open, what mattered.

    `evidence` holds message ids, best first, never empty; `quote` is verbatim from the first of them; `reason` and
    `instead_of` are a decision's why and what it rejected; `done` says that a loop was closed within its own
    conversation. `score` in 0..1 ranks within the kind.
    """

    id: str
    kind: ItemKind
    text: str
    evidence: tuple[str, ...]
    quote: str
    reason: str | None = None
    instead_of: str | None = None
    done: bool = False
    score: float = 0.0


EntityType = Literal[
    "person", "tool", "library", "service", "file", "project", "place", "organisation", "note", "other"
]


@dataclass(frozen=True, slots=True)
class Entity:
    """Something named that a conversation is about; `name` as it is usually written."""

    name: str
    type: EntityType = "other"


@dataclass(frozen=True, slots=True)
class Note:
    """What a conversation concluded. `maker` is `rules` or the id of the model that wrote it."""

    conversation_id: str
    title: str
    summary: str
    items: tuple[Item, ...]
    entities: tuple[Entity, ...] = ()
    topics: tuple[str, ...] = ()
    maker: str = "rules"
