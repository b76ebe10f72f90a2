"""Copies of imports that the person wants to keep: in `<vault>/.musubi/imports`, as they are, out of git's sight."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from hashlib import file_digest
from pathlib import Path

from compiler.config import DATA
from compiler.hashing import short_id
from compiler.records import Unit

FOLDER = f"{DATA}/imports"


def keep_copy(path: Path, units: Iterable[Unit], vault: Path) -> Path:
    """Copy a file, or of a folder the files that were recognised in it; returns where the copy lies. The same bytes are
    kept once; another file of the same name gets a name of its own. Copies are not redacted."""
    home = vault / FOLDER
    home.mkdir(parents=True, exist_ok=True)
    (home / ".gitignore").write_text("*\n", "utf-8")
    if path.is_file():
        place = home / path.name
        if place.exists() and _hash(place) != _hash(path):
            place = home / f"{path.stem} ({_hash(path)[:8]}){path.suffix}"
        if not place.exists():
            _copy(path, place)
        return place
    place = home / f"{path.name} ({short_id(str(path))})"
    for unit in units:
        for file in unit.files:
            if file.is_relative_to(path):
                _copy(file, place / file.relative_to(path))
    return place


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _copy(source: Path, target: Path) -> None:
    """Whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.part")
    shutil.copy2(source, part)
    part.replace(target)
