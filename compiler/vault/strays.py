"""Notes of ours that lie where the manifest does not expect them: moved, restored, copied, from another device."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from compiler.config import DATA, Config
from compiler.vault.notefile import NoteFile, parse
from compiler.vault.properties import read_page_id

HEAD_BYTES = 4096
LIKE_OURS = re.compile(r"(?i)\([0-9a-f]{4,}\)[^/]*$|conflict[^/]*$")


@dataclass(frozen=True, slots=True)
class Stray:
    """A note with a `musubi_id`, at a path that the manifest does not hold."""

    path: str
    id: str
    kind: str
    data: bytes
    note: NoteFile


def find(config: Config, known: Collection[str], *, everywhere: bool) -> Iterator[Stray]:
    """Every stray below the compiler's folder, in path order. Files without a `musubi_id` are the person's. Unless
    `everywhere`, only files whose names look like ours or like a conflict copy are opened: a large vault of the
    person's own is not read at each compile."""
    for path in sorted(_markdown(config.root, config.vault)):
        if not everywhere and not LIKE_OURS.search(path):
            continue
        normal = unicodedata.normalize("NFC", path)
        if path in known or (normal in known and (config.vault / normal).exists()):
            continue
        data = _ours(config.vault / path)
        if data is None:
            continue
        note = parse(data)
        properties = note.properties or {}
        page_id, kind = properties.get("musubi_id"), properties.get("kind")
        if isinstance(page_id, str) and isinstance(kind, str):
            yield Stray(path, read_page_id(page_id), kind, data, note)


def _markdown(root: Path, vault: Path) -> Iterator[str]:
    """Vault paths of Markdown files as they lie on disk, without what lies in dot-folders."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and not (Path(folder) / name / DATA).exists()  # another vault inside this one
        )
        for name in names:
            if name.endswith(".md") and not name.startswith("."):
                yield (Path(folder) / name).relative_to(vault).as_posix()


def _ours(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
            if b"musubi_id" not in head:
                return None
            return head + file.read()
    except OSError:
        return None


def is_damaged(data: bytes) -> bool:
    """An empty file, or one of NUL bytes: what a crash of the machine leaves, no edit."""
    return not data.strip(b"\0 \r\n\t")
