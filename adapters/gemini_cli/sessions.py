"""A session's files replayed: records by id, rewinds, and the lists that compression puts in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from adapters._reading.fields import clean, items, mapping, text
from adapters._reading.json_array import Broken, elements
from adapters._reading.jsonl import read_jsonl
from adapters.gemini_cli.layout import SOURCE
from adapters.gemini_cli.turns import SUMMARY, written
from compiler.records import Problem, Seen

_HEADER = ("sessionId", "projectHash", "startTime", "lastUpdated", "summary", "kind", "directories")
_MASK = "<tool_output_masked>"


@dataclass(slots=True)
class Entry:
    """A record as it stands at the end; `branch` names what took it off the path the person saw."""

    record: Mapping[str, Any]
    place: str
    branch: str | None = None


@dataclass(slots=True)
class Session:
    """`records` in the order of their first appearance; a later line of the same id changes one in place."""

    header: dict[str, Any] = field(default_factory=dict)
    records: dict[str, Entry] = field(default_factory=dict)
    trouble: list[Problem | Seen] = field(default_factory=list)
    lines: int = 0
    _changes: int = 0

    def take(self, line: Mapping[str, Any], place: str) -> None:
        """One line: a rewind, a record, a change of the header, or the header."""
        self.lines += 1
        if isinstance(line.get("$rewindTo"), str):
            self._rewind(line["$rewindTo"])
        elif isinstance(line.get("id"), str):
            self._put(line, place)
        elif isinstance(line.get("$set"), dict):
            self._note(line["$set"])
            if isinstance(line["$set"].get("messages"), list):
                self._replace([mapping(record) for record in line["$set"]["messages"]], place)
        elif isinstance(line.get("sessionId"), str):
            self._note(line)
            for record in map(mapping, items(line.get("messages"))):
                self._put(record, place)
        else:
            self.trouble.append(Seen(SOURCE, f"line {', '.join(sorted(map(str, line))[:5])}"[:80]))

    def _note(self, fields: Mapping[str, Any]) -> None:
        self.header |= {key: fields[key] for key in _HEADER if fields.get(key) is not None}

    def _put(self, record: Mapping[str, Any], place: str) -> None:
        identity = text(record.get("id"))
        if known := self.records.get(identity):
            known.record, known.branch = _fuller(known.record, record), None
        elif identity:
            self.records[identity] = Entry(record, place)

    def _rewind(self, identity: str) -> None:
        """Takes the record of this id and all after it off the path; without it, everything."""
        self._changes += 1
        shown = [key for key, entry in self.records.items() if entry.branch is None]
        start = shown.index(identity) if identity in shown else 0
        for key in shown[start:]:
            self.records[key].branch = f"rewound-{self._changes}"

    def _replace(self, records: Sequence[Mapping[str, Any]], place: str) -> None:
        """Another list in place of all. Where it opens with a summary it is a compression: what it drops was said all
        the same, and stays on the path."""
        self._changes += 1
        if not any(written(record.get("content")).lstrip().startswith(SUMMARY) for record in records):
            kept = {text(record.get("id")) for record in records}
            for identity, entry in self.records.items():
                if identity not in kept and entry.branch is None:
                    entry.branch = f"replaced-{self._changes}"
        for record in records:
            self._put(record, place)


def load(files: Sequence[Path]) -> Session:
    """A session out of its files, the older form first. Never raises for their content."""
    session = Session()
    for file in files:
        if file.suffix == ".json":
            _load_whole(file, session)
            continue
        for row in read_jsonl(file, SOURCE):
            if isinstance(row, Problem):
                session.trouble.append(row)
            else:
                session.take(row.value, str(row.number))
    return session


def _load_whole(file: Path, session: Session) -> None:
    """The form of 2025: one object. Of a torn one, the header and the whole records."""
    try:
        raw = file.read_bytes()
    except OSError as error:
        session.trouble.append(Problem(SOURCE, str(file), "unreadable file", error.strerror or str(error)))
        return
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        session.lines += 1
        session._note(dict(_stated(raw)))
        with file.open("rb") as stream:
            for found in elements(stream, ("messages",)):
                if isinstance(found, Broken):
                    session.trouble.append(Problem(SOURCE, str(file), found.what, found.detail))
                elif isinstance(found.value, dict) and "id" in found.value:
                    session._put(found.value, f"messages[{found.index}]")
        return
    if not isinstance(value, dict) or "sessionId" not in value:
        session.trouble.append(Problem(SOURCE, str(file), "not a session", "no object with a sessionId"))
        return
    session.lines += 1
    session._note(value)
    for number, record in enumerate(map(mapping, items(value.get("messages")))):
        session._put(record, f"messages[{number}]")


def _stated(raw: bytes) -> Iterator[tuple[str, str]]:
    for key in ("sessionId", "projectHash", "startTime", "lastUpdated"):
        if found := re.search(rf'"{key}"\s*:\s*"([^"\\]*)"'.encode(), raw[:4096]):
            yield key, clean(found[1].decode("utf-8", "replace"))


def _fuller(old: Mapping[str, Any], new: Mapping[str, Any]) -> Mapping[str, Any]:
    """The later record, with the results that only the earlier one holds unmasked."""
    if _MASK not in repr(new.get("toolCalls")):
        return new
    results = {text(mapping(call).get("id")): mapping(call) for call in items(old.get("toolCalls"))}
    calls = [
        {**mapping(call), "result": results.get(text(mapping(call).get("id")), mapping(call)).get("result")}
        for call in items(new.get("toolCalls"))
    ]
    return {**new, "toolCalls": calls}
