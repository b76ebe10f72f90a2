"""What OpenCode keeps of a session, in whichever era: its facts, its rows, and what was made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from adapters._reading.embedded import decoded
from adapters._reading.fields import instant, items, mapping, number, text
from adapters._reading.messages import distinct
from compiler.records import Conversation, Message, Problem, Record, Seen, Skipped

SOURCE = "opencode"
PLACEHOLDERS = ("New session - ", "Child session - ")
"""Titles that OpenCode gives before the model has found one."""


@dataclass(frozen=True, slots=True)
class Session:
    """The facts of a session, whichever file or table holds them. `reverted` is the first message that was taken back,
    `reverted_within` that its beginning stands."""

    id: str
    title: str | None
    folder: str | None
    parent: str | None = None
    fork_of: str | None = None
    version: str | None = None
    created: str | None = None
    updated: str | None = None
    reverted: str | None = None
    reverted_within: bool = False

    @staticmethod
    def of(fields: Mapping[str, Any]) -> Session:
        """From a row of `session` or `session_v2`, or a session's JSON file, which names the same things otherwise."""
        times = mapping(fields.get("time"))
        taken_back = mapping(decoded(fields.get("revert")))
        title = text(fields.get("title")).strip()
        return Session(
            id=text(fields.get("id")),
            title=None if not title or title.startswith(PLACEHOLDERS) else title,
            folder=text(fields.get("directory")) or None,
            parent=text(fields.get("parent_id") or fields.get("parentID")) or None,
            fork_of=text(fields.get("fork_session_id")) or None,
            version=text(fields.get("version")) or None,
            created=moment(fields.get("time_created") or times.get("created")),
            updated=moment(fields.get("time_updated") or times.get("updated")),
            reverted=text(taken_back.get("messageID")) or None,
            reverted_within=bool(text(taken_back.get("partID"))),
        )


@dataclass(slots=True)
class Reading:
    """Messages in order, and what was met on the way. `starts` says which message each row read begins with."""

    session: Session
    messages: list[Message] = field(default_factory=list)
    starts: dict[str, int] = field(default_factory=dict)
    model: str | None = None
    unknown: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)

    def begin(self, identity: str) -> None:
        """A row begins; what is said next belongs to it."""
        self.starts[identity] = len(self.messages)

    def say(self, message: Message) -> None:
        if message.text or message.tool_calls:
            self.messages.append(message)

    def native(self, identity: str) -> str:
        return f"{SOURCE}:{self.session.id}#{identity}"


def moment(value: Any) -> str | None:
    """Epoch milliseconds as ISO 8601; 0 and absent are unknown."""
    return instant(value) if number(value) else None


def answers(given: Any) -> str:
    """What the person chose or wrote, in their words alone: a list of lists of answers."""
    return "\n".join(text(answer) for reply in items(given) for answer in items(reply) if text(answer)).strip()


def conclude(reading: Reading, where: str, root: str, revision: str | None = None) -> Iterable[Record]:
    """The records of a session that has been read."""
    session = reading.session
    yield from reading.problems
    yield from (Seen(SOURCE, kind, session.version, count) for kind, count in sorted(reading.unknown.items()))
    place = f"{where}: {session.id}"
    if not reading.messages:
        if reading.unknown or reading.problems:
            yield Problem(SOURCE, place, "no messages", f"{len(reading.starts)} records, none of them understood")
        else:
            yield Skipped(SOURCE, place, "empty")
        return
    said = _set_aside(reading)
    if session.parent:
        said = [_delegated(message) for message in said]
    times = sorted(message.created_at for message in said if message.created_at)
    facts = {"root": root, "model": reading.model, "version": session.version, "revision": revision}
    parent = session.parent or session.fork_of
    yield Conversation(
        id=f"{SOURCE}:{session.id}",
        source=SOURCE,
        title=session.title,
        project=session.folder,
        created_at=session.created or (times[0] if times else None),
        updated_at=(times[-1] if times else None) or session.updated,
        source_ref=where,
        messages=distinct(said),
        parent=f"{SOURCE}:{parent}" if parent else None,
        kind="subagent" if session.parent else "main",
        attrs={key: value for key, value in facts.items() if value},
    )


def _set_aside(reading: Reading) -> list[Message]:
    """What was taken back (`revert`) lies on a branch, from its first message to the end."""
    places = list(reading.starts)
    if reading.session.reverted not in reading.starts:
        return reading.messages
    k = places.index(reading.session.reverted or "") + reading.session.reverted_within
    first = reading.starts[places[k]] if k < len(places) else len(reading.messages)
    aside = (replace(message, branch="reverted") for message in reading.messages[first:])
    return [*reading.messages[:first], *aside]


def _delegated(message: Message) -> Message:
    """In a sub-agent's session the prompts are another agent's words."""
    return replace(message, role="system", origin="agent") if message.role == "user" else message
