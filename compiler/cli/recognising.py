"""What a path holds that someone hands over, judged by structure; or why it holds nothing that Musubi reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adapters import ADAPTERS
from adapters._reading.zips import is_zip, opened
from compiler.cli.options import adapter_named
from compiler.ingest import Root, claimants
from compiler.records import Problem, Skipped, Unit


@dataclass(frozen=True, slots=True)
class Import:
    """A path that one source recognised: the units there, and what is wrong or left out before any is read."""

    path: Path
    root: Root
    units: tuple[Unit, ...]
    problems: tuple[Problem, ...]
    skipped: tuple[Skipped, ...]

    @property
    def source(self) -> str:
        return self.root.adapter.name


def recognise(path: Path, name: str | None) -> Iterator[Import]:
    for adapter in [adapter_named(name)] if name else claimants(ADAPTERS, path):
        found = discovered(path, Root(adapter, path))
        if found.units:
            yield found


def discovered(path: Path, root: Root) -> Import:
    found = list(root.adapter.discover(root.path))
    return Import(
        path,
        root,
        tuple(unit for unit in found if isinstance(unit, Unit)),
        tuple(problem for problem in found if isinstance(problem, Problem)),
        tuple(skipped for skipped in found if isinstance(skipped, Skipped)),
    )


def why_not(path: Path, name: str | None) -> str:
    """A sentence on a path that nothing recognised."""
    if not path.exists():
        return "there is nothing there."
    if name:
        return f"nothing of {name} was found there."
    if path.is_dir():
        return "a folder without exports, vaults or a tool's history; a tool's copied folder needs --source NAME."
    if not is_zip(path):
        return "no format that Musubi reads; if it is one, name it with --source NAME."
    with opened(path) as archive:
        if archive.faults:
            return f"a zip that cannot be read whole: {archive.faults[0].detail}"
        locked = bool(archive.members) and not any(member.head(1) for member in archive.members if member.size)
    return "a zip with a password; unpack it first." if locked else "a zip without conversations that Musubi reads."
