"""Where Gemini CLI keeps its sessions, and which folder each `tmp/<id>` stands for.

`<id>` was the SHA-256 of the project's path, and is a short name since 2026. After google-gemini/gemini-cli 0.61
(`storage.ts`, `projectRegistry.ts`, `chatRecordingService.ts`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adapters._reading.fields import mapping, text
from compiler.records import Env, Problem

SOURCE = "gemini_cli"
LOG, CHATS = "logs.json", "chats"
WINDOWS_HOMES = Path("/mnt/c/Users")
"""Where Windows' home folders appear under WSL."""

_DEPTH = 5
_PASSED_OVER = re.compile(r"antigravity.*|extensions|history|tool-outputs|node_modules|\.git")
"""Folders that hold other things: another product's conversations, shadow repositories."""
_SESSION = re.compile(r"session-.*\.jsonl?")
_CHECKPOINT = re.compile(r"checkpoint(-.*)?\.json")
_HEAD = re.compile(rb'"sessionId"\s*:\s*"')


def usual_places(env: Env) -> Iterator[Path]:
    yield Path(env.variables.get("GEMINI_CLI_HOME") or env.home) / ".gemini"
    if "WSL_DISTRO_NAME" in env.variables:
        yield from (home / ".gemini" for home in _entries(WINDOWS_HOMES) if home.is_dir())


@dataclass(slots=True)
class Project:
    """What lies in one `tmp/<id>`, or in a folder of session files copied from it."""

    folder: Path
    sessions: dict[str, list[Path]] = field(default_factory=dict)
    """By path without ending: a whole-file JSON of 2025, the JSON Lines that continue it, or both in this order."""
    remains: list[Path] = field(default_factory=list)
    """The prompt log and the checkpoints that `/chat save` wrote."""


def projects_below(root: Path) -> list[Project]:
    found: dict[Path, Project] = {}
    for file in [root] if root.is_file() else _files(root, _DEPTH):
        folder = file.parent
        agent = folder.parent.name == CHATS and file.suffix == ".jsonl"
        owner = folder.parent.parent if agent else folder.parent if folder.name == CHATS else folder
        if agent or _SESSION.fullmatch(file.name) or (file == root and file.suffix == ".jsonl"):
            project = found.setdefault(owner, Project(owner))
            project.sessions.setdefault(str(file.with_suffix("")), []).append(file)
        elif file.name == LOG or _CHECKPOINT.fullmatch(file.name):
            found.setdefault(owner, Project(owner)).remains.append(file)
    return [found[folder] for folder in sorted(found)]


def parent_of(session: Path) -> str | None:
    """The session that a sub-agent's file lies under: `chats/<parent>/<id>.jsonl`."""
    return session.parent.name if session.parent.parent.name == CHATS else None


def looks_like_ours(file: Path) -> bool:
    """Whether a file begins as a session or as a prompt log."""
    try:
        with file.open("rb") as stream:
            head = stream.read(4096)
    except OSError:
        return False
    return bool(_HEAD.search(head)) and (b'"messageId"' if file.name == LOG else b'"projectHash"') in head


def path_of_project(folder: Path, project_hash: str) -> str | Problem | None:
    """The project's path: by the mark in its folder, the registry of short names, or a known path with this hash. A
    Problem where one of these is there and cannot be read."""
    try:
        return _path_of_project(folder, project_hash)
    except OSError as error:
        return Problem(SOURCE, str(error.filename or folder), "unreadable file", error.strerror or str(error))


def _path_of_project(folder: Path, project_hash: str) -> str | None:
    if marked := _text(folder / ".project_root").strip():
        return text(marked)
    settings = folder.parent.parent
    named = mapping(_loaded(settings / "projects.json").get("projects"))
    for path, name in sorted(named.items()):
        if name == folder.name:
            return text(path)
    hashes = {project_hash, folder.name}
    for path in sorted({*named, *_loaded(settings / "trustedFolders.json")}):
        if hashlib.sha256(path.encode("utf-8", "replace")).hexdigest() in hashes:
            return text(path)
    return None


def _loaded(file: Path) -> Mapping[str, Any]:
    try:
        return mapping(json.loads(_text(file)))
    except (ValueError, RecursionError):
        return {}


def _text(file: Path) -> str:
    """Empty where there is no such file."""
    try:
        return file.read_text("utf-8", "replace")
    except (FileNotFoundError, NotADirectoryError):
        return ""


def _files(folder: Path, depth: int) -> Iterator[Path]:
    for entry in _entries(folder):
        if entry.is_symlink():
            continue
        if entry.is_file():
            yield entry
        elif depth and entry.is_dir() and not _PASSED_OVER.fullmatch(entry.name):
            yield from _files(entry, depth - 1)


def _entries(folder: Path) -> list[Path]:
    """Sorted; none where the folder cannot be listed."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
