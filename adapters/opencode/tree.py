"""`storage/`: OpenCode before February 2026 kept every session, message and part as a JSON file of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adapters._reading.embedded import decoded
from adapters._reading.fields import items, mapping, number, text
from adapters.opencode.parts import Part, read_messages
from adapters.opencode.records import SOURCE, Reading, Session, conclude
from compiler.records import Problem, Record

_FOLDERS = (("message", "part"), ("session/message", "session/part"))
"""Where messages and parts lie below `storage/`, since summer 2025 and before."""


def session_files(root: Path) -> dict[str, Path]:
    """Session id → its file, below `storage/` or, in the first layout, `project/<name>/storage/`."""
    bases = [root, root / "storage", *sorted((root / "project").glob("*/storage"))]
    found: dict[str, Path] = {}
    for base in bases:
        for path in sorted(base.glob("session/*/*.json")):
            if path.parent.name not in ("message", "part", "share"):
                found.setdefault(path.stem, path)
    return found


def is_session(path: Path) -> bool:
    """Told by its fields: other tools have a folder `session` too."""
    fields = _json(path)
    return not isinstance(fields, Problem) and bool(text(fields.get("id"))) and bool(mapping(fields.get("time")))


def files_of(session: Path) -> list[Path]:
    """The session's file, then those of its messages and their parts."""
    found = [session]
    for message in _messages(session):
        found += [message, *_parts(session, message)]
    return found


def read_session(session: Path, root: Path) -> Iterator[Record]:
    fields = _json(session)
    if isinstance(fields, Problem):
        yield fields
        return
    reading = Reading(Session.of({"id": session.stem, **fields}))
    rows: list[tuple[Mapping[str, Any], list[Part]]] = []
    for file in _messages(session):
        message = _json(file)
        if isinstance(message, Problem):
            reading.problems.append(message)
            continue
        parts = [mapping(part) for part in items(message.get("parts"))]
        for part_file in _parts(session, file):
            part = _json(part_file)
            if isinstance(part, Problem):
                reading.problems.append(part)
            else:
                parts.append({**part, "id": text(part.get("id")) or part_file.stem})
        rows.append(({**message, "id": text(message.get("id")) or file.stem}, parts))
    rows.sort(key=lambda row: (number(mapping(row[0].get("time")).get("created")) or 0, row[0]["id"]))
    read_messages(reading, rows)
    yield from conclude(reading, str(session.absolute()), str(root.absolute()))


def _messages(session: Path) -> list[Path]:
    base = session.parent.parent.parent
    return next((found for name, _ in _FOLDERS if (found := sorted((base / name / session.stem).glob("*.json")))), [])


def _parts(session: Path, message: Path) -> list[Path]:
    base = session.parent.parent.parent
    places = (base / "part" / message.stem, base / "session/part" / session.stem / message.stem)
    return next((found for place in places if (found := sorted(place.glob("*.json")))), [])


def _json(path: Path) -> Mapping[str, Any] | Problem:
    try:
        fields = mapping(decoded(path.read_bytes()))
    except OSError as error:
        return Problem(SOURCE, str(path), "unreadable file", error.strerror or str(error))
    return fields or Problem(SOURCE, str(path), "broken record", "its JSON cannot be read")
