"""Where the parts of a conversation lie: below one of Antigravity's folders, in a copy of it, or alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adapters._reading.sqlite import database_files
from adapters.antigravity.brain import artefact_files
from adapters.antigravity.indexes import UUID
from adapters.antigravity.transcripts import chunks, logs

NAMES = ("antigravity", "antigravity-ide", "antigravity-cli")
"""Folders below `~/.gemini`: the editor and desktop app, the IDE since May 2026, the command line."""

TRAJECTORY = ".trajectory.json"
_PARTS = ("conversations", "brain", "implicit")


@dataclass(frozen=True, slots=True)
class Sources:
    """What there is of one conversation. `sealed` are encrypted files, which are only counted."""

    home: Path
    conversation: str
    database: Path | None = None
    sealed: tuple[Path, ...] = ()
    trajectory: Path | None = None
    logs: tuple[Path, ...] = ()

    @property
    def brain(self) -> Path:
        return self.home / "brain" / self.conversation

    def files(self) -> list[Path]:
        """Everything whose change makes the conversation stale, the telling that leads to it first."""
        found = list(database_files(self.database)) if self.database else []
        for log in self.logs:
            found += chunks(log) if log.is_dir() else [log]
        found += [self.trajectory] if self.trajectory else []
        for artefact in artefact_files(self.brain):
            about = artefact.with_name(artefact.name + ".metadata.json")
            found += [artefact, about] if about.is_file() else [artefact]
        note = self.home / "annotations" / f"{self.conversation}.pbtxt"
        return [*found, *self.sealed, *([note] if note.is_file() else [])]


def homes(root: Path) -> list[Path]:
    """The Antigravity folders that a root names: itself, those below `.gemini`, or the one that it is a part of."""
    if root.name in _PARTS and not any((root / part).is_dir() for part in _PARTS):
        return [root.parent]
    for base in (root, root / ".gemini"):
        below = [base / name for name in NAMES if is_home(base / name)]
        if below:
            return below
    return [root]


def is_home(folder: Path) -> bool:
    return any((folder / part).is_dir() for part in _PARTS)


def conversations(home: Path) -> list[str]:
    """The ids of the conversations that the disk holds, whatever the indexes say."""
    found: set[str] = set()
    for folder in (home / "conversations", home / "implicit", home):
        loose = folder == home
        for path in folder.iterdir() if folder.is_dir() else ():
            name = path.name.removesuffix(TRAJECTORY)
            if name == path.name:
                name = path.stem if path.suffix in (".db", ".pb") else ""
            if name and (not loose or UUID.fullmatch(name)) and path.is_file():
                found.add(name)
    brains = home / "brain"
    found.update(path.name for path in (brains.iterdir() if brains.is_dir() else ()) if UUID.fullmatch(path.name))
    return sorted(found)


def sources(home: Path, conversation: str) -> Sources:
    def first(*names: str) -> Path | None:
        return next((path for name in names if (path := home / name).is_file()), None)

    sealed = (first(f"{folder}/{conversation}.pb") for folder in ("conversations", "implicit", "."))
    return Sources(
        home=home,
        conversation=conversation,
        database=first(f"conversations/{conversation}.db", f"{conversation}.db"),
        sealed=tuple(path for path in sealed if path),
        trajectory=first(f"conversations/{conversation}{TRAJECTORY}", f"{conversation}{TRAJECTORY}"),
        logs=tuple(logs(home / "brain" / conversation)),
    )


def of_file(path: Path) -> Sources | None:
    """The conversation that a single file belongs to: a database, a trajectory, a log in or out of its brain folder."""
    ids = [part for part in path.parts if UUID.fullmatch(part)]
    if path.name.endswith(TRAJECTORY):
        return Sources(_above(path), path.name.removesuffix(TRAJECTORY), trajectory=path)
    if path.suffix == ".db":
        return Sources(_above(path), path.stem, database=path)
    if path.suffix == ".pb":
        return Sources(_above(path), path.stem, sealed=(path,))
    if path.suffix == ".jsonl" or path.name == "overview.txt":
        home = next((folder.parent for folder in path.parents if folder.name == "brain"), path.parent)
        return Sources(home, ids[-1] if ids else path.name.partition(".")[0], logs=(path,))
    return None


def _above(path: Path) -> Path:
    return path.parent.parent if path.parent.name in _PARTS else path.parent


def siblings(home: Path) -> Iterator[Path]:
    """Antigravity's other folders beside this one, which share the editor's index."""
    if home.name in NAMES:
        yield from (home.parent / name for name in NAMES if name != home.name and is_home(home.parent / name))
