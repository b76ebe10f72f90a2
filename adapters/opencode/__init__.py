"""OpenCode: `~/.local/share/opencode/opencode.db` (versions 1.2 and later, and 2), before that `storage/**/*.json`.

A session that lies in both is read from the database.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from adapters._reading.homes import homes
from adapters._reading.sqlite import Unreadable, database_files, looks_like_database, opened
from adapters.opencode import tree
from adapters.opencode.database import VERSION, read_database, session_ids
from adapters.opencode.records import SOURCE
from compiler.records import Env, Known, Problem, Record, Skipped, Unit, nothing_known

DATABASES = "opencode*.db"
"""`opencode.db`, and `opencode-<channel>.db` of builds that are no release."""
SNIFFED = 20
"""Session files looked into before a folder is taken for another tool's."""


class OpenCodeAdapter:
    name = SOURCE
    version = VERSION

    def locate(self, env: Env) -> Sequence[Path]:
        given = [Path(env.variables["OPENCODE_DB"])] if env.variables.get("OPENCODE_DB") else []
        if env.variables.get("XDG_DATA_HOME"):
            given.append(Path(env.variables["XDG_DATA_HOME"]) / "opencode")
        return [*given, *(home / ".local" / "share" / "opencode" for home in homes(env))]

    def claims(self, path: Path) -> bool:
        if path.is_dir():
            return any(map(_is_opencode, path.glob(DATABASES))) or any(
                map(tree.is_session, islice(tree.session_files(path).values(), SNIFFED))
            )
        return _is_opencode(path) or (path.suffix == ".json" and path.name.startswith("ses_") and tree.is_session(path))

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        try:
            yield from sorted(_units(root), key=lambda unit: unit.key)
        except OSError as error:
            yield Problem(SOURCE, str(root), "unreadable folder", error.strerror or str(error))

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        path = unit.files[0]
        try:
            yield from (
                tree.read_session(path, unit.root) if path.suffix == ".json" else read_database(path, unit.root, known)
            )
        except OSError as error:  # a file that went, or was locked, between discovery and now
            yield Problem(SOURCE, str(error.filename or path), "unreadable file", error.strerror or str(error))


def _units(root: Path) -> Iterator[Unit]:
    if root.is_file():
        if root.suffix == ".json":
            yield Unit(f"session/{root.stem}", root.parent, tuple(tree.files_of(root)))
        else:
            yield Unit(root.name, root.parent, database_files(root))
        return
    in_database: set[str] = set()
    for path in sorted(root.glob(DATABASES)):
        yield Unit(path.name, root, database_files(path))
        try:
            in_database |= session_ids(path)
        except Unreadable:
            continue  # the unit reports it; the older files are then the only telling
    for identity, path in tree.session_files(root).items():
        if identity not in in_database:
            yield Unit(f"session/{identity}", root, tuple(tree.files_of(path)))


def _is_opencode(path: Path) -> bool:
    if not path.is_file() or not looks_like_database(path):
        return False
    try:
        with opened(path) as database:
            older = "data" in database.columns("part") and "directory" in database.columns("session")
            return older or "session_id" in database.columns("session_message")
    except Unreadable:
        return False


ADAPTER = OpenCodeAdapter()
