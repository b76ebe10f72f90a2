"""`brain/<id>/`: the documents that the agent wrote for the person (task list, plan, walkthrough) as they stand now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adapters._reading.embedded import decoded
from adapters._reading.fields import clean, instant, mapping, text
from compiler.records import Problem

LONGEST = 4 << 20
"""Bytes of an artefact that are read."""


@dataclass(frozen=True, slots=True)
class Artefact:
    """A document by its file name (`task.md`), with the time of its last change."""

    name: str
    text: str
    at: str | None

    @property
    def title(self) -> str | None:
        """The first heading, which names the work in a plan or walkthrough."""
        heading = next((line for line in self.text.splitlines() if line.startswith("# ")), "")
        return heading[2:].strip() or None


def artefact_files(brain: Path) -> list[Path]:
    """The current documents; `.resolved` and `.resolved.N` are their earlier states, folders hold media and logs."""
    if not brain.is_dir():
        return []
    return sorted(path for path in brain.glob("*.md") if path.is_file())


def artefacts(brain: Path, source: str) -> Iterator[Artefact | Problem]:
    for path in artefact_files(brain):
        try:
            with path.open("rb") as file:
                body = clean(file.read(LONGEST).decode("utf-8", "replace")).strip()
        except OSError as error:
            yield Problem(source, str(path), "unreadable file", error.strerror or str(error))
            continue
        if body:
            yield Artefact(path.name, body, _changed(path))


def _changed(path: Path) -> str | None:
    try:
        about = mapping(decoded(path.with_name(path.name + ".metadata.json").read_bytes()))
    except OSError:
        return None
    at = text(about.get("updatedAt"))
    # Times come with up to nine digits of a second; six are what a datetime holds.
    head, dot, tail = at.partition(".")
    digits = len(tail) - len(tail.lstrip("0123456789"))
    return instant(f"{head}.{tail[: min(digits, 6)]}{tail[digits:]}" if dot else at)
