"""What the databases of one installation say about composers before any of them is read: titles, parents, projects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adapters._reading.fields import items, mapping, number, text
from adapters._reading.sqlite import Unreadable, opened
from adapters.cursor import projects
from adapters.cursor.projects import Project
from adapters.cursor.rows import COMPOSERS, GENERATIONS, PROMPTS, Rows

_KEPT = ("name", "subtitle", "workspaceIdentifier", "subagentInfo", "isArchived", "createdAt", "lastUpdatedAt")


@dataclass(slots=True)
class Workspace:
    """One window's state: its project, the composers it shows, the prompt log of its early versions."""

    database: Path
    project: Project | None
    composers: set[str]
    prompts: list[str]
    sent: list[tuple[float, str]]
    """Epoch milliseconds and text of each prompt sent from here, as logged."""


@dataclass(slots=True)
class Survey:
    heads: dict[str, dict[str, Any]] = field(default_factory=dict)
    workspaces: list[Workspace] = field(default_factory=list)
    """Newest database first: where two claim a composer, the first is right."""
    projects: dict[str, Project] = field(default_factory=dict)
    """By the name of the folder in workspaceStorage."""

    def head(self, composer: str) -> Mapping[str, Any]:
        return self.heads.get(composer, {})

    def showing(self, composer: str) -> list[Workspace]:
        return [workspace for workspace in self.workspaces if composer in workspace.composers]

    def project(self, composer: str, data: Mapping[str, Any]) -> Project | None:
        """By precedence: the composer's own word, its head's, the newest window that shows it."""
        for fields in (data, self.head(composer)):
            if found := projects.of_identifier(fields.get("workspaceIdentifier"), self.projects):
                return found
        if found := self.projects.get(text(self.head(composer).get("workspaceId"))):
            return found
        return next((workspace.project for workspace in self.showing(composer) if workspace.project), None)


def take(databases: Sequence[Path]) -> Survey:
    """Reads the heads of every database that opens; the others are reported when they are read."""
    survey = Survey()
    for path in databases:
        if project := projects.of_workspace_json(path.with_name("workspace.json")):
            survey.projects[path.parent.name] = project
    for path in sorted(databases, key=lambda path: (-_changed(path), str(path))):
        try:
            with opened(path) as database:
                rows = Rows(database)
                for head in rows.heads():
                    _merge(survey.heads, head)
                if path.parent.name != "globalStorage":
                    survey.workspaces.append(_workspace(rows, survey.projects.get(path.parent.name)))
        except Unreadable:
            continue
    return survey


def _workspace(rows: Rows, project: Project | None) -> Workspace:
    listed = mapping(rows.item(COMPOSERS))
    composers = rows.pane_ids() | {text(mapping(head).get("composerId")) for head in items(listed.get("allComposers"))}
    for key in ("selectedComposerIds", "lastFocusedComposerIds"):
        composers |= {text(composer) for composer in items(listed.get(key))}
    prompts = [text(mapping(prompt).get("text")) for prompt in items(rows.item(PROMPTS))]
    return Workspace(rows.path, project, composers - {""}, [prompt for prompt in prompts if prompt], list(_sent(rows)))


def _sent(rows: Rows) -> Iterator[tuple[float, str]]:
    """Only `composer` entries hold a prompt: of an `apply`, the description is a file name."""
    for entry in map(mapping, items(rows.item(GENERATIONS))):
        moment, prompt = number(entry.get("unixMs")), text(entry.get("textDescription"))
        if entry.get("type") in ("composer", "chat") and moment and prompt:
            yield moment, prompt


def _merge(heads: dict[str, dict[str, Any]], head: Mapping[str, Any]) -> None:
    """Of two heads of one composer the later updated wins, field by field, for what it states."""
    composer = text(head.get("composerId"))
    if not composer:
        return
    fresh = {key: head[key] for key in (*_KEPT, "workspaceId") if head.get(key) is not None}
    known = heads.get(composer, {})
    newer = (number(fresh.get("lastUpdatedAt")) or 0) >= (number(known.get("lastUpdatedAt")) or 0)
    heads[composer] = {**known, **fresh} if newer else {**fresh, **known}


def _changed(path: Path) -> int:
    """Nanoseconds of the last change of a database or its log."""
    times = []
    for file in (path, Path(f"{path}-wal")):
        try:
            times.append(file.stat().st_mtime_ns)
        except OSError:
            continue
    return max(times, default=0)
