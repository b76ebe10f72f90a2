"""The command-line agent's `chats/<hash of the folder>/<id>/store.db`: a root blob and the messages it lists."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adapters._reading.fields import instant, mapping, text
from adapters._reading.messages import distinct
from adapters._reading.sqlite import Database, Unreadable, opened
from adapters.cursor import agent_state
from adapters.cursor.agent_state import State
from adapters.cursor.bubbles import Speakers
from adapters.cursor.composers import VERSION, describe, first_line
from adapters.cursor.projects import Project, at
from adapters.cursor.rows import lenient
from adapters.cursor.tally import SOURCE, Tally
from compiler.records import Conversation, Known, Problem, Record, Unchanged

_PARENTS = ("parentComposerId", "parentAgentId", "parentConversationId", "rootParentConversationId")


def read_store(path: Path, root: Path, known: Known) -> Iterator[Record]:
    try:
        with opened(path) as database:
            yield from _read(database, path, root, known)
    except Unreadable as refusal:
        yield refusal.problem(SOURCE)


def _read(database: Database, path: Path, root: Path, known: Known) -> Iterator[Record]:
    tally = Tally()
    head, beside = _head(database), _beside(path)
    native = text(head.get("agentId")) or path.parent.name
    identity = f"{SOURCE}:{native}"
    latest = text(head.get("latestRootBlobId"))
    about = [latest, text(head.get("name")), text(beside.get("title")), text(beside.get("cwd"))]
    revision = f"store:{VERSION}:{hashlib.sha256(repr(about).encode()).hexdigest()[:24]}"
    stored = known(identity) or ""
    if stored == revision or stored.startswith("composer:"):
        yield Unchanged(identity)
        return

    def blob(name: str) -> bytes | None:
        row = database.one("select cast(data as blob) from blobs where id = ?", name)
        return row[0] if row else None

    root_blob = blob(latest) if latest else None
    if root_blob is not None:
        state = agent_state.from_root(root_blob, blob)
        conversation = _conversation(
            state, identity, head, beside, tally, path, {"root": str(root), "revision": revision}
        )
        if conversation:
            yield conversation
        else:
            yield tally.emptiness(str(path))
    elif latest:
        yield Problem(SOURCE, f"{path}!{latest[:16]}", "missing root", "the conversation's list of messages is gone")
    else:
        tally.skip("empty")
    yield from tally.records(str(path))


def _conversation(
    state: State,
    identity: str,
    head: Mapping[str, Any],
    beside: Mapping[str, Any],
    tally: Tally,
    path: Path,
    attrs: dict[str, str],
) -> Conversation | None:
    agent = mapping(head.get("subagentInfo"))
    parent = next((text(agent[key]) for key in _PARENTS if text(agent.get(key))), "")
    messages, missing = state.messages(identity, tally, Speakers(bool(agent)))
    tally.skip("missing message", missing)
    if not messages:
        return None
    project = _project(beside, state)
    for name, value in (("model", head.get("lastUsedModel")), ("mode", head.get("mode")), ("partial", missing or None)):
        if value and value != "default":
            attrs[name] = text(str(value))
    times = sorted(message.created_at for message in messages if message.created_at)
    started = instant(head.get("createdAt")) or instant(beside.get("createdAtMs")) or (times[0] if times else None)
    changed = instant(beside.get("updatedAtMs"))
    return Conversation(
        id=identity,
        source=SOURCE,
        title=text(head.get("name")).strip() or text(beside.get("title")).strip() or first_line(messages),
        project=project.path if project else None,
        created_at=started,
        updated_at=max([*times[-1:], *([changed] if changed else [])], default=started),
        source_ref=str(path),
        messages=distinct(messages),
        parent=f"{SOURCE}:{parent}" if parent else None,
        kind="subagent" if agent else "main",
        attrs=attrs | (describe(project, []) if project else {}),
    )


def _head(database: Database) -> Mapping[str, Any]:
    """Row `0` of `meta`: JSON, as a rule in hexadecimal. Its `blobEncryptionKey` is passed over."""
    row = database.one("select cast(value as blob) from meta where key = '0'")
    raw = (row[0] if row else None) or b""
    if not raw.lstrip().startswith(b"{"):
        try:
            raw = bytes.fromhex(raw.decode("ascii"))
        except ValueError:
            return {}
    return mapping(lenient(raw))


def _beside(path: Path) -> Mapping[str, Any]:
    try:
        return mapping(lenient(path.with_name("meta.json").read_bytes()))
    except OSError:
        return {}


def _project(beside: Mapping[str, Any], state: State) -> Project | None:
    stated = (text(beside.get("cwd")), state.workspace or "", state.stated_workspace() or "")
    return next((found for location in stated if (found := at(location))), None)
