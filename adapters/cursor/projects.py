"""Which folder a conversation belongs to, from the many ways in which Cursor names folders."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from adapters._reading.fields import items, mapping, text

_URI = re.compile(r"([a-z][a-z0-9+.-]+):(?://([^/]*))?(/.*)?", re.S)
_DRIVE = re.compile(r"/?([A-Za-z]):(?:[\\/](.*))?", re.S)
_MOUNTED_DRIVE = re.compile(r"/mnt/([a-z])(?:/(.*))?", re.S)
_WSL_SHARE = re.compile(r"(?:\\\\|//)wsl(?:\.localhost|\$)[\\/][^\\/]+(.*)", re.S | re.I)
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.S)
_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.S)


@dataclass(frozen=True, slots=True)
class Project:
    """`path` with forward slashes and an upper-case drive, the same for every spelling of one folder; `remote` the
    machine it lies on, where that is another; `folders` all folders of a multi-root workspace."""

    path: str
    remote: str | None = None
    folders: tuple[str, ...] = ()


def at(location: str) -> Project | None:
    """The project at a URI (`file:///c%3A/…`, `vscode-remote://wsl%2Bubuntu/…`) or a path of any platform."""
    drive_or_path = _DRIVE.fullmatch(location) or location.startswith(("/", "\\"))
    uri = None if drive_or_path else _URI.fullmatch(location)
    if uri is None:
        return Project(_plain(location)) if drive_or_path else None
    scheme, host, path = uri[1], unquote(uri[2] or ""), unquote(uri[3] or "")
    if not path or scheme == "untitled":
        return None
    if scheme == "file":
        return Project(_plain(f"//{host}{path}" if host else path))
    return Project(_plain(path), _machine(host) or None)


def of_identifier(identifier: Any, workspaces: Mapping[str, Project]) -> Project | None:
    """From the `workspaceIdentifier` of a composer: its uri, its workspace file, or the window its id names."""
    identifier = mapping(identifier)
    for field in ("uri", "configPath"):
        location = identifier.get(field)
        if isinstance(location, dict):
            location = text(location.get("external")) or text(location.get("fsPath")) or text(location.get("path"))
        if found := at(text(location)):
            return _workspace(text(location)) if field == "configPath" else found
    return workspaces.get(text(identifier.get("id")))


def of_workspace_json(file: Path) -> Project | None:
    """From the `workspace.json` beside a workspace database; of its two fields the workspace file is the truer one."""
    try:
        fields = mapping(json.loads(file.read_text("utf-8", "replace")))
    except (OSError, ValueError, RecursionError):
        return None
    if workspace := text(fields.get("workspace")) or text(fields.get("configuration")):
        return _workspace(workspace)
    return at(text(fields.get("folder")))


def _workspace(location: str) -> Project | None:
    """A `.code-workspace`: its folder if it has one, else the workspace by its own name beside its folders."""
    file = at(location)
    if file is None:
        return None
    folders = tuple(_folders(file)) if file.remote is None else ()
    if len(folders) == 1:
        return Project(folders[0])
    named = file.path.removesuffix(".code-workspace")
    if named == file.path and folders:  # an unnamed workspace, kept by Cursor itself
        return Project(folders[0], None, folders)
    return Project(named, file.remote, folders)


def _folders(workspace: Project) -> Iterator[str]:
    mounted = re.sub(r"^([A-Z]):/", lambda drive: f"/mnt/{drive[1].lower()}/", workspace.path)
    for path in (Path(workspace.path), Path(mounted)):
        try:
            content = path.read_text("utf-8-sig", "replace")
        except (OSError, ValueError):
            continue
        bare = _TRAILING_COMMA.sub(lambda part: part[1] or "", _COMMENT.sub(lambda part: part[1] or "", content))
        try:
            folders = items(mapping(json.loads(bare)).get("folders"))
        except (ValueError, RecursionError):
            return
        for folder in map(mapping, folders):
            location = text(folder.get("path")) or text(folder.get("uri"))
            if found := at(location):
                yield found.path
            elif location:
                yield _plain(_resolved(PurePosixPath(workspace.path).parent / location.replace("\\", "/")))
        return


def of_slug(folder: Path) -> Project | None:
    """The project of `~/.cursor/projects/<slug>`: what it says itself, else the one existing folder so spelled.

    A slug is a path with every `/` and `.` made `-`, so `Users-a-my-app` may be two folders: then it is unknown.
    """
    for name, field in ((".workspace-trusted", "workspacePath"), ("repo.json", "path")):
        try:
            stated = text(mapping(json.loads((folder / name).read_text("utf-8", "replace"))).get(field))
        except (OSError, ValueError, RecursionError):
            continue
        if found := at(stated):
            return found
    slug, top = folder.name, Path("/")
    if (drive := re.match(r"([a-zA-Z])-", slug)) and Path(f"{drive[1]}:/").is_dir():
        slug, top = slug[2:], Path(f"{drive[1]}:/")
    matches = list(_spelled(top, slug.lower(), 12))
    return at(str(matches[0])) if len(matches) == 1 else None


def _spelled(folder: Path, slug: str, depth: int) -> Iterator[Path]:
    try:
        inner = sorted(entry for entry in folder.iterdir() if entry.is_dir()) if depth else []
    except OSError:
        return
    for entry in inner:
        name = re.sub(r"[^a-z0-9]", "-", entry.name.lower()).lstrip("-")
        if name == slug:
            yield entry
        elif name and slug.startswith(name + "-"):
            yield from _spelled(entry, slug.removeprefix(name).lstrip("-"), depth - 1)


def _plain(path: str) -> str:
    if share := _WSL_SHARE.fullmatch(path):
        path = share[1] or "/"
    elif drive := _DRIVE.fullmatch(path) or _MOUNTED_DRIVE.fullmatch(path):
        path = f"{drive[1].upper()}:/{drive[2] or ''}"
    path = path.replace("\\", "/")
    return path.rstrip("/") if len(path) > 3 else path


def _resolved(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and len(parts) > 1:
            parts.pop()
        elif part not in ("..", "."):
            parts.append(part)
    return str(PurePosixPath(*parts))


def _machine(authority: str) -> str:
    """`ssh-remote+{"hostName":"box"}` → `ssh-remote+box`; a container's description is opaque."""
    kind, _, name = authority.partition("+")
    if kind in ("dev-container", "attached-container"):
        return kind
    if name.startswith("{"):
        try:
            name = text(mapping(json.loads(name)).get("hostName"))
        except (ValueError, RecursionError):
            name = ""
    return f"{kind}+{name}" if name else kind
