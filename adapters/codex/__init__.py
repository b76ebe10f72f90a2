"""Codex (CLI, IDE extension, desktop): `~/.codex/sessions/**/rollout-*.jsonl[.zst]`, archived ones, prompt history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adapters._reading.fields import instant, mapping, text
from adapters._reading.homes import homes
from adapters._reading.jsonl import read_jsonl
from adapters.codex import files
from adapters.codex.files import HISTORY, INDEX, SOURCE
from adapters.codex.rollout import Rollout
from adapters.codex.transcript import messages, own, settle
from compiler.records import (
    Conversation,
    Env,
    Known,
    Message,
    Problem,
    Record,
    Seen,
    Skipped,
    Unchanged,
    Unit,
    nothing_known,
)


class CodexAdapter:
    name = SOURCE
    version = 1

    def locate(self, env: Env) -> Sequence[Path]:
        given = [Path(env.variables["CODEX_HOME"])] if env.variables.get("CODEX_HOME") else []
        return [*given, *(home / ".codex" for home in homes(env))]

    def claims(self, path: Path) -> bool:
        if path.is_dir():
            return any(next((path / name).rglob("rollout-*.jsonl*"), None) for name in files.FOLDERS) or (
                path.name in files.FOLDERS and next(path.rglob("rollout-*.jsonl*"), None) is not None
            )
        return files.is_rollout(path) and path.name.startswith("rollout-")

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        if root.is_file():
            yield Unit(files.stem(root), root.parent, (root,))
            return
        history = root / HISTORY
        if history.is_file():
            yield Unit(HISTORY, root, (history,))
        try:
            found = files.rollouts(root)
        except OSError as error:
            yield Problem(SOURCE, str(root), "unreadable folder", error.strerror or str(error))
            return
        for stem, paths in found.items():
            index = files.home(paths[0]) / INDEX
            yield Unit(stem, root, (*paths, index) if index.is_file() else tuple(paths))

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        try:
            yield from _read_history(unit) if unit.files[0].name == HISTORY else self._read(unit, known)
        except OSError as error:  # a file that went, or was locked, between discovery and now
            yield Problem(SOURCE, str(error.filename or unit.files[0]), "unreadable file", error.strerror or str(error))

    def _read(self, unit: Unit, known: Known) -> Iterator[Record]:
        path = unit.files[0]
        names = files.names(files.home(path) / INDEX)
        revision = _revision(path, names.get(files.session_id(path)))
        if known(f"{SOURCE}:{files.session_id(path)}") == revision:
            yield Unchanged(f"{SOURCE}:{files.session_id(path)}")
            return
        for found in files.read_rollout(path):
            if isinstance(found, Problem):
                yield found
            else:
                yield from _read_session(found, path, unit.root, names, revision)


def _read_session(
    rollout: Rollout, path: Path, root: Path, names: Mapping[str, str], revision: str
) -> Iterator[Record]:
    meta = rollout.meta
    version = text(meta.get("cli_version")) or None
    for kind, count in sorted(rollout.unknown.items()):
        yield Seen(SOURCE, kind, version, count)
    session = text(meta.get("id")) or files.session_id(path)
    kind, parent, automated = _standing(meta, rollout)
    if automated:
        yield Skipped(SOURCE, str(path), automated)
        return
    drafts = settle(rollout.drafts)
    parent = parent or text(meta.get("forked_from_id")) or next(iter(rollout.foreign), "")
    if parent and (origin := files.sibling(path, parent)):
        before = next((found for found in files.read_rollout(origin) if isinstance(found, Rollout)), Rollout())
        drafts = own(drafts, settle(before.drafts))
    said = messages(drafts, f"{SOURCE}:{session}", delegated=kind == "subagent")
    if not said:
        if rollout.unknown:
            yield Problem(SOURCE, str(path), "no messages", f"{rollout.records} records, none of them understood")
        else:
            yield Skipped(SOURCE, str(path), "empty")
        return
    times = sorted(message.created_at for message in said if message.created_at)
    yield Conversation(
        id=f"{SOURCE}:{session}",
        source=SOURCE,
        title=names.get(session) or rollout.title,
        project=text(meta.get("cwd")) or rollout.folder,
        created_at=instant(meta.get("timestamp")) or (times[0] if times else None),
        updated_at=times[-1] if times else None,
        source_ref=str(path.absolute()),
        messages=said,
        parent=f"{SOURCE}:{parent}" if parent else None,
        kind="subagent" if kind == "subagent" else "main",
        attrs=_attrs(meta, rollout, root, revision),
    )


def _standing(meta: Mapping[str, Any], rollout: Rollout) -> tuple[str, str, str | None]:
    """(kind, parent's id, why it is left out): who led the session, after `SessionSource` of openai/codex."""
    source = meta.get("source")
    delegation = mapping(source).get("subagent")
    spawned = mapping(mapping(delegation).get("thread_spawn"))
    parent = text(spawned.get("parent_thread_id")) or text(meta.get("parent_thread_id"))
    if delegation is not None and not spawned:
        label = text(delegation) or text(mapping(delegation).get("other")) or "unknown"
        return "subagent", parent, f"sub-agent of the harness ({label})"
    if spawned or text(meta.get("thread_source")) == "subagent":
        return "subagent", parent, None
    if mapping(source).get("internal") is not None:
        return "main", "", "session of the harness"
    if source == "mcp" or "sdk" in text(meta.get("originator")).lower():
        return "main", "", "automated session"
    if source == "exec" and sum(draft.turn for draft in settle(rollout.drafts)) < 2:
        return "main", "", "one-shot session (codex exec)"
    return "main", "", None


def _attrs(meta: Mapping[str, Any], rollout: Rollout, root: Path, revision: str) -> dict[str, str]:
    facts = {
        "root": str(root.absolute()),
        "model": rollout.model or "",
        "version": text(meta.get("cli_version")),
        "git_branch": text(mapping(meta.get("git")).get("branch")),
        "revision": revision,
    }
    return {key: value for key, value in facts.items() if value}


def _revision(path: Path, name: str | None) -> str:
    """A rollout only ever grows: its length, and the name kept beside it, tell whether it changed."""
    return f"{CodexAdapter.version}:{path.stat().st_size} {name or ''}".strip()


def _read_history(unit: Unit) -> Iterator[Record]:
    """Prompts of sessions whose rollouts are gone, from `history.jsonl {session_id, ts, text}`."""
    path = unit.files[0]
    kept = {files.session_id(found[0]) for found in files.rollouts(unit.root).values()}
    gone: dict[str, list[Message]] = {}
    for row in read_jsonl(path, SOURCE):
        if isinstance(row, Problem):
            yield row
            continue
        session, prompt = text(row.value.get("session_id")), text(row.value.get("text")).strip()
        if not session or session in kept or not prompt:
            continue
        native, place = f"{SOURCE}:{session}#history:{row.number}", str(row.number)
        at = instant(row.value.get("ts"))
        gone.setdefault(session, []).append(Message(native, "user", prompt, (), at, place, "person"))
    for session, prompts in sorted(gone.items()):
        yield Conversation(
            id=f"{SOURCE}:{session}",
            source=SOURCE,
            title=None,
            project=None,
            created_at=prompts[0].created_at,
            updated_at=prompts[-1].created_at,
            source_ref=str(path.absolute()),
            messages=tuple(prompts),
            attrs={"root": str(unit.root.absolute()), "source_gone": "1"},
        )


ADAPTER = CodexAdapter()
