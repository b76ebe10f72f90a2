"""Where Cursor keeps its conversations, on each platform and below a folder that a person names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from adapters._reading.sqlite import Unreadable, looks_like_database, opened
from adapters.cursor.rows import CHAT, COMPOSERS
from adapters.cursor.transcripts import FOLDER, transcripts_below
from compiler.records import Env

STATE, STORE = "state.vscdb", "store.db"
PRODUCTS = ("Cursor", "Cursor Nightly")
WINDOWS_HOMES = Path("/mnt/c/Users")
"""Where Windows' home folders appear under WSL."""

_DEPTH = 7
_PASSED_OVER = frozenset(
    {"extensions", "node_modules", "History", "worktrees", "CachedData", "Cache", "logs", "terminals"}
)


def usual_places(env: Env) -> Iterator[Path]:
    """The folders of each product, then those of the command-line agent."""
    settings = [Path(env.variables["VSCODE_PORTABLE"]) / "user-data"] if env.variables.get("VSCODE_PORTABLE") else []
    homes = [env.home]
    if env.platform == "darwin":
        settings += [env.home / "Library/Application Support" / product for product in PRODUCTS]
    elif env.platform == "win32":
        roaming = Path(env.variables.get("APPDATA") or env.home / "AppData/Roaming")
        settings += [roaming / product for product in PRODUCTS]
    else:
        config = Path(env.variables.get("XDG_CONFIG_HOME") or env.home / ".config")
        settings += [config / product for product in PRODUCTS]
        if "WSL_DISTRO_NAME" in env.variables:
            windows = _folders(WINDOWS_HOMES)
            settings += [home / "AppData/Roaming" / product for home in windows for product in PRODUCTS]
            homes += windows
    yield from (folder / "User" for folder in settings)
    if chosen := env.variables.get("CURSOR_CONFIG_DIR"):
        yield Path(chosen)
    yield from (home / ".cursor" for home in homes)
    if env.platform not in ("darwin", "win32"):
        yield Path(env.variables.get("XDG_CONFIG_HOME") or env.home / ".config") / "cursor"


@dataclass(slots=True)
class Found:
    """What lies below a root. `installations` are the databases by the folder they share (`User`), the global one
    first in each."""

    installations: dict[Path, list[Path]] = field(default_factory=dict)
    stores: list[Path] = field(default_factory=list)
    transcripts: list[Path] = field(default_factory=list)


def find(root: Path) -> Found:
    found = Found()
    if root.is_file():
        if root.suffix in (".jsonl", ".txt", ".json"):
            found.transcripts.append(root)
        elif root.name == STORE or is_store(root):
            found.stores.append(root)
        else:
            found.installations[root.parent] = [root]
        return found
    for folder in _walk(root, _DEPTH):
        if folder.name == FOLDER:
            found.transcripts += transcripts_below(folder)
        if (store := folder / STORE).is_file():
            found.stores.append(store)
        if (state := folder / STATE).is_file():
            found.installations.setdefault(_installation(folder), []).append(state)
    for databases in found.installations.values():
        databases.sort(key=lambda path: (path.parent.name != "globalStorage", str(path)))
    return found


def is_cursor(path: Path) -> bool:
    """Whether a file is a database or transcript of Cursor's, or a folder holds one."""
    if path.is_dir():
        found = find(path)
        states = [state for databases in found.installations.values() for state in databases[:1]]
        return bool(found.transcripts) or any(map(is_state, states)) or any(map(is_store, found.stores))
    if path.suffix in (".jsonl", ".txt", ".json"):
        return FOLDER in path.parts
    return is_state(path) or is_store(path)


def is_state(path: Path) -> bool:
    """Told from the databases of other editors by its table of bubbles, or by a list of composers or chats."""
    query = "select 1 from ItemTable where key in (?, ?) limit 1"
    try:
        with opened(path) as database:
            return bool(database.columns("cursorDiskKV")) or database.one(query, COMPOSERS, CHAT) is not None
    except Unreadable:
        return False


def is_store(path: Path) -> bool:
    if not looks_like_database(path):
        return False
    try:
        with opened(path) as database:
            return database.columns("blobs") == ("id", "data") and database.columns("meta") == ("key", "value")
    except Unreadable:
        return False


def _installation(folder: Path) -> Path:
    if folder.name == "globalStorage":
        return folder.parent
    return folder.parent.parent if folder.parent.name == "workspaceStorage" else folder


def _walk(folder: Path, depth: int) -> Iterator[Path]:
    yield folder
    if depth and folder.name != FOLDER:
        for inner in _folders(folder):
            if inner.name not in _PASSED_OVER:
                yield from _walk(inner, depth - 1)


def _folders(folder: Path) -> list[Path]:
    """The folders inside, sorted, no links followed; none where they cannot be listed."""
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []
