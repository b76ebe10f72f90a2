"""`opencode.db`: every session in one SQLite database, of OpenCode 1 and 2 side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adapters._reading.embedded import decoded
from adapters._reading.fields import clean, mapping
from adapters._reading.sqlite import Database, Unreadable, opened
from adapters.opencode.parts import read_messages
from adapters.opencode.records import SOURCE, Reading, Session, conclude
from adapters.opencode.turns import read_turns
from compiler.records import Known, Problem, Record, Unchanged

VERSION = 1
_WANTED = (
    "id", "parent_id", "fork_session_id", "directory", "title", "version", "revert", "time_created", "time_updated",
)  # fmt: skip


def session_ids(path: Path) -> set[str]:
    """The ids of the sessions in a database. Raises `Unreadable`."""
    with opened(path) as database:
        return set(_sessions(database))


def read_database(path: Path, root: Path, known: Known) -> Iterator[Record]:
    try:
        with opened(path) as database:
            tables = {table: set(database.columns(table)) for table in ("message", "part", "session_message")}
            sessions = _sessions(database)
            if not sessions and not any(tables.values()):
                yield Problem(SOURCE, str(path), "unknown schema", "it holds none of OpenCode's known tables")
            for identity, session in sorted(sessions.items()):
                revision = _revision(database, session, tables)
                if known(f"{SOURCE}:{identity}") == revision:
                    yield Unchanged(f"{SOURCE}:{identity}")
                    continue
                reading = _read(database, session, tables, str(path))
                yield from conclude(reading, str(path.absolute()), str(root.absolute()), revision)
    except Unreadable as error:
        yield error.problem(SOURCE)


def _sessions(database: Database) -> dict[str, Session]:
    """The sessions of both eras; where one is in both tables, the newer table describes it."""
    found: dict[str, Session] = {}
    for table in ("session", "session_v2"):
        columns = set(database.columns(table))
        if "id" not in columns:
            continue
        # Numbers stay numbers; text is read as bytes, because it may be no UTF-8.
        chosen = ", ".join(
            "null" if name not in columns else name if name.startswith("time_") else f"cast({name} as blob)"
            for name in _WANTED
        )
        for row in database.all(f"select {chosen} from {table} where id is not null order by id"):
            session = Session.of({name: _plain(value) for name, value in zip(_WANTED, row, strict=True)})
            found[session.id] = session
    return found


def _read(database: Database, session: Session, tables: Mapping[str, set[str]], where: str) -> Reading:
    """A session's messages from the era that holds more of the person's turns: an upgrade leaves the old rows behind,
    and some versions wrote both."""
    older, newer = Reading(session), Reading(session)
    if tables["message"] and tables["part"]:
        read_messages(older, _messages(database, session.id, where, older))
    if tables["session_message"]:
        read_turns(newer, _turns(database, session.id, tables["session_message"], where, newer))
    fuller = _turn_count(newer) > _turn_count(older) or not older.messages
    return newer if newer.messages and fuller else older


def _turn_count(reading: Reading) -> int:
    return sum(message.role == "user" for message in reading.messages)


def _messages(
    database: Database, session: str, where: str, reading: Reading
) -> Iterator[tuple[Mapping[str, Any], list[Mapping[str, Any]]]]:
    parts: dict[str, list[Mapping[str, Any]]] = {}
    for identity, message, data in database.all(
        "select cast(id as blob), cast(message_id as blob), cast(data as blob) from part where session_id = ?"
        " order by id",
        session,
    ):
        if fields := _record(data, f"{where}: part/{_plain(identity)}", reading):
            parts.setdefault(_plain(message), []).append({**fields, "id": _plain(identity)})
    for identity, created, data in database.all(
        "select cast(id as blob), time_created, cast(data as blob) from message where session_id = ?"
        " order by time_created, id",
        session,
    ):
        if fields := _record(data, f"{where}: message/{_plain(identity)}", reading):
            row = {**fields, "id": _plain(identity), "time_created": created}
            yield row, parts.get(_plain(identity), [])


def _turns(
    database: Database, session: str, columns: set[str], where: str, reading: Reading
) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    order = "seq" if "seq" in columns else "time_created, id"
    for identity, kind, data in database.all(
        "select cast(id as blob), cast(type as blob), cast(data as blob) from session_message where session_id = ?"
        f" order by {order}",
        session,
    ):
        if fields := _record(data, f"{where}: session_message/{_plain(identity)}", reading):
            yield _plain(identity), _plain(kind), fields


def _record(data: Any, where: str, reading: Reading) -> Mapping[str, Any] | None:
    fields = mapping(decoded(data))
    if not fields:
        reading.problems.append(Problem(SOURCE, where, "broken record", "its JSON cannot be read"))
    return fields or None


def _revision(database: Database, session: Session, tables: Mapping[str, set[str]]) -> str:
    """What changes with every turn: the session's time and, of each table, the rows and the newest of them."""
    counts: list[Any] = [VERSION, session.updated, session.title]
    for table, columns in tables.items():
        newest = "max(time_updated)" if "time_updated" in columns else "null"
        if "session_id" in columns:
            counts += database.one(f"select count(*), {newest} from {table} where session_id = ?", session.id) or ()
    return ":".join(str(count) for count in counts)


def _plain(value: Any) -> Any:
    return clean(value.decode("utf-8", "replace")) if isinstance(value, bytes) else value
