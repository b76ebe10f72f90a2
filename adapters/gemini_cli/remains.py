"""What is left of sessions that the product has deleted (after 30 days, unless told otherwise): the log of prompts
(`logs.json`), and the histories that the person saved by name (`checkpoint-<tag>.json`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import orjson

from adapters._reading.fields import instant, items, mapping, text
from adapters._reading.messages import distinct
from adapters.gemini_cli.layout import LOG, SOURCE, path_of_project
from adapters.gemini_cli.sessions import load
from adapters.gemini_cli.turns import command, messages_of, typed
from compiler.records import Conversation, Known, Message, Problem, Record, Unchanged


def read_remains(
    files: Sequence[Path], sessions: Sequence[Sequence[Path]], root: Path, known: Known
) -> Iterator[Record]:
    """Conversations for what no session file holds. A prompt counts once: session, checkpoint, log, in this order."""
    present: set[str] = set()
    said: set[str] = set()
    for group in sessions:
        session = load(group)
        present.add(text(session.header.get("sessionId")))
        said |= {typed(e.record.get("displayContent") or e.record.get("content")) for e in session.records.values()}
    logged: dict[str, list[Message]] = {}
    for file in files:
        if file.name == LOG:
            yield from _read_log(file, present, logged)
    for identity, messages in list(logged.items()):
        if known(identity) is not None:
            said |= {message.text.strip() for message in messages}
            del logged[identity]
            yield Unchanged(identity)
    for file in files:
        if file.name != LOG:
            yield from _read_checkpoint(file, root, said)
    for identity, messages in sorted(logged.items()):
        if any(message.text.strip() not in said for message in messages):
            yield from _conversation(identity, messages, files[0].with_name(LOG), root, {"source_gone": "1"})


def _read_log(file: Path, present: set[str], logged: dict[str, list[Message]]) -> Iterator[Problem]:
    try:
        entries = _loaded(file)
    except OSError as error:
        yield Problem(SOURCE, str(file), "unreadable file", error.strerror or str(error))
        return
    except ValueError as error:
        yield Problem(SOURCE, str(file), "torn file", str(error)[:200])
        return
    for place, entry in enumerate(map(mapping, items(entries))):
        session, words = text(entry.get("sessionId")), text(entry.get("message")).strip()
        if not session or session in present or not words or command(words):
            continue
        identity = f"{SOURCE}:{session}"
        own = f"{identity}#log:{entry.get('messageId', place)}"
        messages = logged.setdefault(identity, [])
        own = f"{own}~{place}" if any(message.id == own for message in messages) else own
        messages.append(Message(own, "user", words, (), instant(entry.get("timestamp")), f"[{place}]", "person"))


def _read_checkpoint(file: Path, root: Path, said: set[str]) -> Iterator[Record]:
    """A saved history (`Content[]`, since 2025-10 inside `history`), unless all its prompts stand elsewhere."""
    try:
        value = _loaded(file)
    except OSError as error:
        yield Problem(SOURCE, str(file), "unreadable file", error.strerror or str(error))
        return
    except ValueError as error:
        yield Problem(SOURCE, str(file), "torn file", str(error)[:200])
        return
    tag = unquote(file.stem.removeprefix("checkpoint").removeprefix("-")) or "checkpoint"
    identity = f"{SOURCE}:{file.parent.name}/{tag}"
    messages: list[Message] = []
    for place, content in enumerate(
        map(mapping, items(value if isinstance(value, list) else mapping(value).get("history")))
    ):
        for message in messages_of(_record(content, place), identity, f"history[{place}]", None, False):
            if isinstance(message, Message):
                messages.append(message)
    prompts = {message.text.strip() for message in messages if message.role == "user"}
    if prompts - said:
        said |= prompts
        yield from _conversation(identity, messages, file, root, {}, tag)


def _record(content: Mapping[str, Any], place: int) -> dict[str, Any]:
    """A turn of the model's own history in the form of a session's records."""
    parts = items(content.get("parts"))
    kind = "user" if content.get("role") == "user" else "gemini"
    return {"id": str(place), "type": kind, "content": parts}


def _conversation(
    identity: str, messages: list[Message], file: Path, root: Path, attrs: dict[str, str], title: str | None = None
) -> Iterator[Conversation | Problem]:
    project = path_of_project(file.parent, "")
    if isinstance(project, Problem):
        yield project
        project = None
    times = sorted(message.created_at for message in messages if message.created_at)
    yield Conversation(
        id=identity,
        source=SOURCE,
        title=title,
        project=project,
        created_at=times[0] if times else None,
        updated_at=times[-1] if times else None,
        source_ref=str(file.absolute()),
        messages=distinct(messages),
        attrs={"root": str(root.absolute())} | attrs,
    )


def _loaded(file: Path) -> Any:
    return orjson.loads(file.read_bytes())
