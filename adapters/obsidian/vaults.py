"""What belongs to a vault: which files are notes of the person's own, and how its daily notes are dated."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.obsidian.dates import daily_pattern
from compiler.records import Problem, Skipped

CONFIG = ".obsidian"
LARGEST = 16 * 2**20
NOT_ENTERED = frozenset({"node_modules", "__MACOSX", "copilot-conversations"})
CONFLICT = re.compile(r"\((?:.*'s )?conflicted copy\b|\.sync-conflict-\d|\.icloud$", re.I)
NESTED_DEPTH = 4


@dataclass(frozen=True)
class Vault:
    """A vault's folder and what its settings say: template folders and ignored paths (posix, relative, casefolded)."""

    root: Path
    templates: tuple[str, ...]
    ignored: tuple[str | re.Pattern[str], ...]
    written: frozenset[str]

    def notes(self) -> Iterator[Path | Problem | Skipped]:
        """Notes in path order; what is left out on purpose is said, attachments are not notes at all."""
        for folder, names, files in os.walk(self.root, onerror=None, followlinks=False):
            here = Path(folder)
            names[:] = sorted(name for name in names if self._enters(here / name))
            for name in sorted(files):
                if name.endswith(".md") and not name.startswith("."):
                    yield self._note(here / name)

    def _note(self, path: Path) -> Path | Problem | Skipped:
        where = path.relative_to(self.root).as_posix()
        if path.is_symlink() and not _inside(path, self.root):
            return Skipped("obsidian", where, "link out of the vault")
        if CONFLICT.search(path.name):
            return Skipped("obsidian", where, "sync conflict copy")
        if self._covers(self.templates, where):
            return Skipped("obsidian", where, "template")
        if self.excludes(where):
            return Skipped("obsidian", where, "excluded in Obsidian's settings")
        if where in self.written:
            return Skipped("obsidian", where, "written by Musubi")
        try:
            size = path.stat().st_size
        except OSError as error:
            return Problem("obsidian", str(path), "unreadable", str(error.strerror))
        if size > LARGEST:
            return Problem("obsidian", str(path), "too large", f"{size / 2**20:.0f} MB; notes up to 16 MB are read")
        return path

    def excludes(self, where: str) -> bool:
        return any(
            rule.search(where) if isinstance(rule, re.Pattern) else self._covers((rule,), where)
            for rule in self.ignored
        )

    @staticmethod
    def _covers(folders: tuple[str, ...], where: str) -> bool:
        low = where.casefold()
        return any(low == f or low.startswith(f.rstrip("/") + "/") for f in folders if f)

    def _enters(self, folder: Path) -> bool:
        if folder.name.startswith(".") or folder.name in NOT_ENTERED or folder.is_symlink():
            return False
        return not (folder / CONFIG).is_dir()  # a vault within the vault is its own


def open_vault(root: Path) -> Vault:
    """Read a vault's settings; whatever is missing or broken counts as not set. Raises OSError where one is there and
    cannot be read: what a person left out is not to be read for want of the list."""
    config = root / CONFIG
    templates = [
        _settings(config / "templates.json").get("folder"),
        _settings(config / "plugins/templater-obsidian/data.json").get("templates_folder"),
        _settings(config / "plugins/quickadd/data.json").get("templateFolderPath"),
    ]
    rules = _settings(config / "app.json").get("userIgnoreFilters")
    return Vault(
        root=root,
        templates=tuple(t.strip("/").casefold() for t in templates if isinstance(t, str) and t.strip("/")),
        ignored=tuple(r for r in map(_rule, rules if isinstance(rules, list) else ()) if r is not None),
        written=_written(root),
    )


def daily_notes(root: Path) -> re.Pattern[str] | None:
    """How a vault names its daily notes, as a pattern over paths without `.md`."""
    settings = _settings(root / CONFIG / "daily-notes.json")
    return daily_pattern(settings.get("folder"), settings.get("format"))


def vaults_below(root: Path) -> list[Path]:
    """The root itself, and where it is no vault, the vaults some folders below it."""
    if (root / CONFIG).is_dir():
        return [root]
    found = []
    for folder, names, _ in os.walk(root):
        here = Path(folder)
        names[:] = sorted(n for n in names if not n.startswith(".") and n not in NOT_ENTERED)
        if here != root and (here / CONFIG).is_dir():
            found.append(here)
            names.clear()
        elif len(here.relative_to(root).parts) >= NESTED_DEPTH:
            names.clear()
    return [root, *found]


def _rule(value: Any) -> str | re.Pattern[str] | None:
    """An entry of Obsidian's *Excluded files*: a path prefix, or `/regex/`."""
    if not isinstance(value, str) or not value.strip("/"):
        return None
    if value.startswith("/") and value.endswith("/"):
        try:
            return re.compile(value[1:-1], re.I)
        except re.error:
            return None
    return value.strip("/").casefold()


def _settings(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _written(root: Path) -> frozenset[str]:
    """Paths that the compiler's own manifest (`.musubi/musubi.lock`, a JSON value behind tabs) names as its output."""
    try:
        lines = (root / ".musubi/musubi.lock").read_text("utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return frozenset()
    return frozenset(part for line in lines for part in re.split(r'[\t"]', line) if part.endswith(".md"))


def _inside(path: Path, root: Path) -> bool:
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        return False
