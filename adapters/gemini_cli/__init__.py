"""Gemini CLI: recorded sessions of both forms, sub-agents, and what the prompt log and checkpoints still hold."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from adapters._reading.fields import instant, items, text
from adapters._reading.messages import distinct
from adapters.gemini_cli.layout import (
    SOURCE,
    looks_like_ours,
    parent_of,
    path_of_project,
    projects_below,
    usual_places,
)
from adapters.gemini_cli.remains import read_remains
from adapters.gemini_cli.sessions import Session, load
from adapters.gemini_cli.turns import NOTICES, messages_of, written
from compiler.records import (
    Conversation,
    Env,
    Known,
    Message,
    Problem,
    Record,
    Seen,
    Skipped,
    Unit,
    nothing_known,
)

_KINDS = ("user", "gemini", *NOTICES)
_WORKING_FOLDER = re.compile(
    r"(?:working in the (?:directory|following directories)|\*\*Workspace Directories):\**\s*(?:- +)?([^\n]+)"
)


class GeminiCli:
    name = SOURCE
    version = 1

    def locate(self, env: Env) -> Sequence[Path]:
        return list(usual_places(env))

    def claims(self, path: Path) -> bool:
        return any(
            looks_like_ours(file)
            for project in projects_below(path)
            for file in [*(group[0] for group in project.sessions.values()), *project.remains]
        )

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        """A unit a session (`session:`), and one a project for its log and checkpoints (`remains:`), which goes stale
        with the project's sessions, because it holds what they do not."""
        units = []
        for project in projects_below(root):
            sessions = list(project.sessions.values())
            units += [Unit(f"session:{_below(root, files[-1])}", root, tuple(files)) for files in sessions]
            if project.remains:
                beside = [file for files in sessions for file in files]
                units.append(Unit(f"remains:{_below(root, project.folder)}", root, (*project.remains, *beside)))
        yield from sorted(units, key=lambda unit: unit.key)

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        if unit.key.startswith("session:"):
            yield from _read_session(unit, known)
            return
        groups: dict[Path, list[Path]] = {}
        remains = [file for file in unit.files if file.name.startswith(("logs", "checkpoint"))]
        for file in unit.files[len(remains) :]:
            groups.setdefault(file.with_suffix(""), []).append(file)
        yield from read_remains(remains, list(groups.values()), unit.root, known)


def _read_session(unit: Unit, known: Known) -> Iterator[Record]:
    session, file = load(unit.files), unit.files[-1]
    yield from session.trouble
    native = text(session.header.get("sessionId")) or file.stem
    identity = f"{SOURCE}:{native}"
    parent = parent_of(file)
    agent = bool(parent) or session.header.get("kind") == "subagent"
    messages: list[Message] = []
    left_out: Counter[str] = Counter()
    for entry in session.records.values():
        kind = entry.record.get("type")
        if kind not in _KINDS:
            yield Seen(SOURCE, f"record {text(kind) or kind}")
            continue
        for found in messages_of(entry.record, identity, entry.place, entry.branch, agent):
            if isinstance(found, Message):
                messages.append(found)
            else:
                left_out[found] += 1
    yield from (Skipped(SOURCE, str(file), reason, count) for reason, count in sorted(left_out.items()))
    if any(message.role in ("user", "assistant") or agent for message in messages):
        project = path_of_project(_project_folder(file), text(session.header.get("projectHash")))
        if isinstance(project, Problem):
            yield project
            project = None
        yield _conversation(session, identity, messages, unit, project, f"{SOURCE}:{parent}" if parent else None, agent)
    elif session.records and not left_out and not messages:
        yield Problem(SOURCE, str(file), "no messages", f"{len(session.records)} records, none of a known type")
    else:
        yield Skipped(SOURCE, str(file), "empty session")


def _conversation(
    session: Session,
    identity: str,
    messages: list[Message],
    unit: Unit,
    project: str | None,
    parent: str | None,
    agent: bool,
) -> Conversation:
    file, header = unit.files[-1], session.header
    times = sorted(message.created_at for message in messages if message.created_at)
    started, changed = instant(header.get("startTime")), instant(header.get("lastUpdated"))
    attrs = {"root": str(unit.root.absolute()), "revision": _digest(unit.files)}
    models = [text(entry.record.get("model")) for entry in session.records.values()]
    if named := [model for model in models if model]:
        attrs["model"] = named[-1]
    return Conversation(
        id=identity,
        source=SOURCE,
        title=text(header.get("summary")).strip() or None,
        project=project or _stated_folder(session),
        created_at=started or (times[0] if times else None),
        updated_at=max([*times[-1:], *([changed] if changed else [])], default=started),
        source_ref=str(file.absolute()),
        messages=distinct(messages),
        parent=parent,
        kind="subagent" if agent else "main",
        attrs=attrs,
    )


def _stated_folder(session: Session) -> str | None:
    """The folder that the session's context names, else the first it was given."""
    for entry in list(session.records.values())[:3]:
        said = written(entry.record.get("content"))
        if "Gemini CLI" in said and (found := _WORKING_FOLDER.search(said)):
            return found[1].strip()
    return next(iter(map(text, items(session.header.get("directories")))), None) or None


def _project_folder(file: Path) -> Path:
    return file.parents[2] if parent_of(file) else file.parents[1]


def _digest(files: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        try:
            with file.open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
        except OSError:
            continue
    return digest.hexdigest()[:24]


def _below(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) and path != root else "."


ADAPTER = GeminiCli()
