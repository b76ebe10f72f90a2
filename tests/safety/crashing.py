"""Power cuts, simulated: what SQLite wrote and when it synced is recorded, and images are made in which any of the
writes after the last sync are missing. (A real cut may do worse; this is what SQLite promises to survive.)"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

BASE = apsw.vfs_names()[0]


@dataclass(frozen=True)
class Event:
    """`kind` write, truncate, sync, delete of a database; name of a note that got its own; folder that was synced.
    `data` what was written at `at`, or the new size."""

    path: str
    kind: str
    at: int = 0
    data: bytes = b""


class Recorder(apsw.VFS):  # type: ignore[misc]
    """While it is the default, every change of a database below `folder` is kept, in order."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.events: list[Event] = []
        super().__init__("recorder", BASE, makedefault=True)

    def close(self) -> None:
        self.unregister()

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        return _File(self.events, name, flags, path or "")

    def xDelete(self, name: str, sync: bool) -> None:
        self.events.append(Event(name, "delete"))
        super().xDelete(name, sync)


class _File(apsw.VFSFile):  # type: ignore[misc]
    def __init__(self, events: list[Event], name: Any, flags: list[int], path: str) -> None:
        self.events, self.path = events, path
        super().__init__(BASE, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self.events.append(Event(self.path, "write", offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:
        self.events.append(Event(self.path, "truncate", size))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        self.events.append(Event(self.path, "sync"))
        super().xSync(flags)


def image(events: list[Event], cut: int, rng: random.Random, folder: Path) -> None:
    """The files below `folder` as a cut after `cut` events may leave them: all that was synced, and of what was not a
    random part, each write whole or torn at a sector. Names are as they were at the cut."""
    files: dict[str, bytearray] = {}
    synced = {event.path: n for n, event in enumerate(events[:cut]) if event.kind == "sync"}
    for number, event in enumerate(events[:cut]):
        if event.kind in ("delete", "name", "folder"):
            files.pop(event.path, None)
            continue
        held = files.setdefault(event.path, bytearray())
        if event.kind == "sync":
            continue
        durable = number < synced.get(event.path, -1)
        fate = 1.0 if durable else rng.random()
        if event.kind == "truncate":
            if fate >= 0.5:
                del held[event.at :]
        elif fate >= 0.4:
            data = event.data if fate >= 0.5 else event.data[: len(event.data) // 512 // 2 * 512]
            if len(held) < event.at + len(data):
                held.extend(bytes(event.at + len(data) - len(held)))
            held[event.at : event.at + len(data)] = data
    for path, content in files.items():
        if not path.endswith("-shm"):
            (folder / Path(path).name).write_bytes(content)
