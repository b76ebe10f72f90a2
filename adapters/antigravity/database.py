"""`conversations/<uuid>.db`: one conversation's steps as protobuf, without a published schema.

Field paths after real databases of agy 1.0.7–1.0.10 and, for tool payloads, several independent readers' accounts.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adapters._reading.embedded import decoded, encoded
from adapters._reading.sqlite import Database, opened
from adapters.antigravity.steps import HIDDEN, TYPES, Step, result
from adapters.antigravity.wire import Wire, leaves, parse
from compiler.records import Problem, ToolCall

SCHEMAS = {"1ca98426f561"}
"""Known fingerprints (first 12 digits) of the schema."""

USER_IMPLICIT, SYSTEM, SYSTEM_SDK = 3, 5, 6
_PAYLOADS: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "ERROR_MESSAGE": ((24, 3, 1), (24, 3, 2), (24, 3, 3), (24, 3, 9)),
    "RUN_COMMAND": ((56, 21, 1, 1),),
    "READ_URL_CONTENT": ((56, 21, 1, 2), (56, 22)),
    "SEARCH_WEB": ((42, 1),),
    "GREP_SEARCH": ((13, 4, 3),),
    "LIST_DIRECTORY": ((15, 3, 1),),
    "INVOKE_SUBAGENT": ((143, 10, 1),),
    "GENERIC": ((140, 1, 2), (140, 2, 1)),
    "ASK_QUESTION": ((154, 1, 2, 2),),
}
_COMMON = {1, 4, 5, 6}
"""Fields of every step: type, status, metadata, subtrajectory."""


@dataclass(slots=True)
class Stored:
    """What a conversation database holds: its steps, and what it says of the whole."""

    steps: list[Step] = field(default_factory=list)
    folder: str | None = None
    parent: str | None = None
    model: str | None = None
    schema: str | None = None
    unknown: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)


def read_database(path: Path, source: str) -> Stored:
    """Raises `Unreadable` where the database gives no rows at all."""
    stored = Stored()
    with opened(path) as database:
        stored.schema = _fingerprint(database)
        if database.columns("steps"):
            for step in _steps(database, str(path), source, stored):
                stored.steps.append(step)
        about = _blobs(database, "trajectory_metadata_blob")
        if about and (known := parse(about[-1])):
            stored.folder = known.text(1, 1) or known.text(7) or None
            stored.parent = known.text(5) or None
        for blob in _blobs(database, "gen_metadata"):
            stored.model = _model(blob) or stored.model
    return stored


def _steps(database: Database, where: str, source: str, stored: Stored) -> Iterator[Step]:
    columns = set(database.columns("steps"))
    if not {"idx", "step_payload"} <= columns:
        stored.problems.append(Problem(source, where, "unknown schema", "the table of steps lacks its known columns"))
        return
    kind = "step_type" if "step_type" in columns else "null"
    for index, number, payload in database.all(
        f"select idx, {kind}, cast(step_payload as blob) from steps order by idx"
    ):
        message = parse(payload) if isinstance(payload, bytes) else None
        if message is None or not isinstance(index, int):
            stored.problems.append(Problem(source, f"{where}:{index}", "unreadable step", "its payload does not parse"))
            continue
        if message.partial:
            stored.problems.append(Problem(source, f"{where}:{index}", "step cut short", "too many fields to read"))
        code = message.number(1) or (number if isinstance(number, int) else 0)
        step = _step(index, code, message)
        if step is None:
            stored.unknown[f"step type {code}"] += 1
        elif step.kind not in HIDDEN or step.title:
            yield step


def _step(index: int, code: int, message: Wire) -> Step | None:
    """A step, or None for a type that is neither known nor a tool's."""
    kind, place, at = TYPES.get(code, f"TYPE_{code}"), str(index), message.time(5, 1)
    if kind == "USER_INPUT":
        typed = message.text(19, 2) or message.text(19, 1) or message.text(19, 3, 1)
        explicit = message.number(5, 3) not in (USER_IMPLICIT, SYSTEM, SYSTEM_SDK)
        return Step(index, kind, place, typed.strip(), at, explicit=explicit)
    if kind == "PLANNER_RESPONSE":
        planned = message.message(20)
        calls = tuple(_call(call) for call in planned.messages(7))
        return Step(index, kind, place, (planned.text(1) or planned.text(8)).strip(), at, calls)
    if kind == "CHECKPOINT":
        return Step(index, kind, place, at=at, title=message.text(30, 4).strip() or None)
    if kind in HIDDEN:
        return Step(index, kind, place, at=at)
    called = message.message(5, 4)
    if code not in TYPES and not called.fields:
        return None
    calls = (_call(called),) if called.fields else ()
    return Step(index, kind, place, result(_payload_text(kind, message)), at, calls)


def _call(message: Wire) -> ToolCall:
    return ToolCall(message.text(2), _compact(message.text(3)), message.text(1) or None)


def _compact(arguments: str) -> str:
    """Arguments without what Antigravity adds for its own screen."""
    values = decoded(arguments)
    if not isinstance(values, dict):
        return arguments
    shown = {key: value for key, value in values.items() if key not in ("toolSummary", "toolAction")}
    return encoded(shown)


def _payload_text(kind: str, message: Wire) -> str:
    """The text at the type's known paths, else the longest text in the fields that only this type has."""
    for path in _PAYLOADS.get(kind, ()):
        if found := message.text(*path):
            return found
    payload = Wire([(number, value) for number, value in message.fields if number not in _COMMON])
    return max(leaves(payload), key=len, default="")


def _blobs(database: Database, table: str) -> list[bytes]:
    if "data" not in database.columns(table):
        return []
    rows = database.all(f"select cast(data as blob) from {table} order by rowid")
    return [row[0] for row in rows if isinstance(row[0], bytes)]


def _model(blob: bytes) -> str | None:
    """The display name of the model that made a generation, where it is a name."""
    message = parse(blob)
    name = (message.text(1, 21) or message.text(1, 19)).strip() if message else ""
    return name if 0 < len(name) <= 64 and name.isprintable() and any(map(str.isalpha, name)) else None


def _fingerprint(database: Database) -> str:
    """The schema as a hash: every statement of `sqlite_master` and `user_version`, as agentsview computes it."""
    statements = database.all("select sql from sqlite_master where sql is not null order by type, name")
    version = database.all("pragma user_version")
    lines = [*(str(row[0]) for row in statements), *(str(row[0]) for row in version)]
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()[:12]
