"""Antigravity's lists of conversations: good for titles, folders and parents, never for what exists."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from adapters._reading.embedded import decoded
from adapters._reading.fields import clean, instant, items, mapping, number, text
from adapters._reading.jsonl import read_jsonl
from adapters._reading.sqlite import Unreadable, database_files, opened
from adapters.antigravity.wire import Wire, parse
from compiler.records import Problem

SUMMARIES, HUB, HISTORY = "conversation_summaries.db", "agyhub_summaries_proto.pb", "history.jsonl"
STATE_KEYS = ("antigravityUnifiedStateSync.trajectorySummaries", "unifiedStateSync.trajectorySummaries")
"""The only keys of the editor's state that are ever read; its neighbours hold sign-in material."""

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TITLE = re.compile(r'\btitle:\s*"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)", re.DOTALL)
_CONTROLS = {b"n": b"\n", b"t": b"\t", b"r": b"\r"}


@dataclass(frozen=True, slots=True)
class Summary:
    """What an index says of one conversation; None where it does not."""

    title: str | None = None
    folder: str | None = None
    parent: str | None = None
    created: str | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """A line of the command line's `history.jsonl`; the first prompt of a conversation lacks its id."""

    line: int
    text: str
    at: str | None
    folder: str | None
    conversation: str | None


def index_files(home: Path) -> list[Path]:
    """The indexes of an Antigravity folder, and of the editor beside it, that are there."""
    own = [file for name in (SUMMARIES, HUB, HISTORY) if (file := home / name).is_file()]
    return [
        part for file in [*own, *_states(home)] for part in (database_files(file) if file.suffix != ".pb" else (file,))
    ]


def _states(home: Path) -> list[Path]:
    """The editor's `state.vscdb`: below a copied folder, or where the platforms keep it, seen from `~/.gemini/…`."""
    patterns = ["User", "*/User"]
    places = [home]
    if home.parent.name == ".gemini":
        person = home.parent.parent
        places += [person / "Library/Application Support", person / ".config", person / "AppData/Roaming"]
    found = {
        state
        for place in places
        for pattern in (patterns if place == home else ["Antigravity*/User"])
        for state in place.glob(f"{pattern}/globalStorage/state.vscdb")
    }
    return sorted(found)


def summaries(home: Path, source: str) -> tuple[dict[str, Summary], list[Problem]]:
    """Conversation id → what the indexes say, the first that says it: the table, the hub, the editor's state."""
    found: dict[str, Summary] = {}
    problems: list[Problem] = []
    readers: list[tuple[Any, Path]] = [(_table, home / SUMMARIES), (_hub, home / HUB)]
    readers += [(_state, path) for path in _states(home)]
    for read, path in readers:
        if not path.is_file():
            continue
        try:
            for conversation, summary in read(path):
                known = found.get(conversation, Summary())
                given = {key: getattr(known, key) or getattr(summary, key) for key in Summary.__slots__}
                found[conversation] = replace(known, **given)
        except Unreadable as error:
            problems.append(error.problem(source))
        except OSError as error:
            problems.append(Problem(source, str(path), "unreadable file", error.strerror or str(error)))
    return found, problems


def _table(path: Path) -> Iterator[tuple[str, Summary]]:
    with opened(path) as database:
        columns = set(database.columns("conversation_summaries"))
        if "conversation_id" not in columns:
            return
        wanted = ("conversation_id", "title", "workspace_uris", "parent_conversation_id")
        chosen = ", ".join(f"cast({name} as blob)" if name in columns else "null" for name in wanted)
        for row in database.all(f"select {chosen} from conversation_summaries order by conversation_id"):
            conversation, title, folders, parent = (_decoded(value) for value in row)
            first = next((text(uri) for uri in items(decoded(folders)) if text(uri)), None)
            yield conversation, Summary(title.strip() or None, folder_of(first), parent or None)


def _hub(path: Path) -> Iterator[tuple[str, Summary]]:
    for entry in (parse(path.read_bytes()) or Wire()).messages(1):
        yield entry.text(1), _summary(entry.message(2))


def _state(path: Path) -> Iterator[tuple[str, Summary]]:
    with opened(path) as database:
        if "value" not in database.columns("ItemTable"):
            return
        for key in STATE_KEYS:
            for (value,) in database.all("select cast(value as blob) from ItemTable where key = ?", key):
                for entry in (parse(_unbased(value)) or Wire()).messages(1):
                    yield entry.text(1), _summary(parse(_unbased(entry.text(2, 1).encode())) or Wire())


def _summary(message: Wire) -> Summary:
    """A CascadeTrajectorySummary: 1 title, 7 created, 9.1 workspace uri."""
    return Summary(message.text(1).strip() or None, folder_of(message.text(9, 1)), None, message.time(7))


def _unbased(value: Any) -> bytes:
    try:
        return base64.b64decode(value) if isinstance(value, bytes) else b""
    except (binascii.Error, ValueError):
        return b""


def _decoded(value: Any) -> str:
    return clean(value.decode("utf-8", "replace")) if isinstance(value, bytes) else ""


def annotated_title(home: Path, conversation: str) -> str | None:
    """The title in `annotations/<id>.pbtxt`, whose C escapes stand for bytes of UTF-8."""
    try:
        written = (home / "annotations" / f"{conversation}.pbtxt").read_text("utf-8", "replace")
    except OSError:
        return None
    found = _TITLE.search(written)
    if not found:
        return None
    return clean(_ESCAPE.sub(_byte, found[1].encode()).decode("utf-8", "replace")).strip() or None


def _byte(escape: re.Match[bytes]) -> bytes:
    code = escape[1]
    if code[:1] == b"x" and len(code) > 1:
        return bytes([int(code[1:], 16)])
    return bytes([int(code, 8) & 0xFF]) if code[:1].isdigit() and code[0] < 56 else _CONTROLS.get(code, code)


def prompts(home: Path, source: str) -> Iterator[Prompt]:
    """What was typed at the command line; lines that are no prompt name nothing."""
    for row in read_jsonl(home / HISTORY, source) if (home / HISTORY).is_file() else ():
        if isinstance(row, Problem):
            continue
        value = mapping(row.value)
        if shown := text(value.get("display")).strip():
            at = instant(value.get("timestamp")) if number(value.get("timestamp")) else None
            folder = folder_of(text(value.get("workspace")))
            yield Prompt(row.number, shown, at, folder, text(value.get("conversationId")) or None)


def folder_of(uri: str | None) -> str | None:
    """The path in a file URI or plain path; a Windows path with its own separators."""
    if not uri:
        return None
    path = uri.removeprefix("#")
    if match := re.match(r"(?:file|vscode-remote)://([^/]*)(/.*)", path, re.DOTALL):
        path = unquote(match[2])
    if drive := re.match(r"/?([A-Za-z]):[\\/]", path):
        return f"{drive[1].upper()}:\\" + path[drive.end() :].replace("/", "\\").rstrip("\\")
    return path.rstrip("/") or "/"


def only(values: Iterable[str | None]) -> str | None:
    """The one value, where there is no second that differs."""
    distinct = {value for value in values if value}
    return distinct.pop() if len(distinct) == 1 else None


@dataclass(frozen=True, slots=True)
class Index:
    """All that a folder's indexes hold."""

    summaries: Mapping[str, Summary]
    prompts: tuple[Prompt, ...]
    problems: tuple[Problem, ...]


def index(home: Path, source: str) -> Index:
    """The indexes of a folder, read again only when one of their files has changed."""
    return _index(
        home, source, tuple((file, file.stat().st_size, file.stat().st_mtime_ns) for file in index_files(home))
    )


@lru_cache(maxsize=4)
def _index(home: Path, source: str, _stamp: tuple[tuple[Path, int, int], ...]) -> Index:
    found, problems = summaries(home, source)
    return Index(found, tuple(prompts(home, source)), tuple(problems))
