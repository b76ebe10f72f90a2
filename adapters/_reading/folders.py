"""Walking a folder that a person points at: bounded depth, sorted, no symlink followed, no system litter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from adapters._reading.zips import is_noise

SKIPPED = frozenset({"node_modules", ".git", ".obsidian", ".trash", ".musubi"})


def files_by_folder(root: Path, depth: int = 4) -> Iterator[tuple[Path, list[Path]]]:
    """Each folder from `root` down with its regular files, sorted. A folder that cannot be listed counts as empty; a
    hidden one is not entered."""
    try:
        entries = sorted(root.iterdir())
    except OSError:
        return
    files = [entry for entry in entries if _is(entry, Path.is_file) and not is_noise(entry.name)]
    yield root, files
    if depth:
        for entry in entries:
            hidden = entry.name.startswith(".") or entry.name in SKIPPED or is_noise(f"{entry.name}/")
            if not hidden and _is(entry, Path.is_dir):
                yield from files_by_folder(entry, depth - 1)


def _is(entry: Path, test: Callable[[Path], bool]) -> bool:
    try:
        return not entry.is_symlink() and test(entry)
    except OSError:
        return False
