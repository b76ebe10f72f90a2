"""Cursor: the editor's databases of every era, the command-line agent's stores, the agent transcripts.

All databases of one installation are one unit, because a composer's messages, title and project lie in several of
them. Within it a composer whose revision is known is not read again, which is what makes gigabytes incremental.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from adapters._reading.sqlite import database_files
from adapters.cursor import places
from adapters.cursor.agent_store import read_store
from adapters.cursor.composers import VERSION
from adapters.cursor.installation import read_installation
from adapters.cursor.tally import SOURCE
from adapters.cursor.transcripts import read_transcript
from compiler.records import Env, Known, Problem, Record, Skipped, Unit, nothing_known


class Cursor:
    name = SOURCE
    version = VERSION

    def locate(self, env: Env) -> Sequence[Path]:
        return list(places.usual_places(env))

    def claims(self, path: Path) -> bool:
        return places.is_cursor(path)

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        """Keys are `state:`, `store:` or `transcript:` and the path below the root."""
        root = root.absolute()
        found = places.find(root)
        units = []
        for shared, databases in found.installations.items():
            files = [file for database in databases for file in database_files(database)]
            files += [file for path in databases if (file := path.with_name("workspace.json")).is_file()]
            units.append(Unit(f"state:{_below(root, shared)}", root, tuple(files)))
        for store in found.stores:
            beside = [file for file in [store.with_name("meta.json")] if file.is_file()]
            units.append(Unit(f"store:{_below(root, store)}", root, (*database_files(store), *beside)))
        for transcript in found.transcripts:
            units.append(Unit(f"transcript:{_below(root, transcript)}", root, (transcript,)))
        yield from sorted(units, key=lambda unit: unit.key)

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        kind = unit.key.partition(":")[0]
        if kind == "store":
            yield from read_store(unit.files[0], unit.root, known)
        elif kind == "transcript":
            yield from read_transcript(unit.files[0], unit.root, known)
        else:
            beside = ("-wal", "workspace.json")
            databases = [file for file in unit.files if not file.name.endswith(beside)]
            yield from read_installation(databases, unit.root, known)


def _below(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else "."


ADAPTER = Cursor()
