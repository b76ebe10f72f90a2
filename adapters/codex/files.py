"""Where Codex keeps what, and how a rollout is opened, compressed or not."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from adapters._reading.jsonl import Row, read_jsonl, read_stream
from adapters.codex.inflate import Inflated
from adapters.codex.rollout import Rollout
from adapters.codex.vocabulary import is_bulk
from compiler.records import Problem

SOURCE = "codex"
FOLDERS = ("sessions", "archived_sessions")
HISTORY, INDEX = "history.jsonl", "session_index.jsonl"
_SUFFIXES = (".jsonl", ".jsonl.zst")
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def is_rollout(path: Path) -> bool:
    return path.name.endswith(_SUFFIXES) and path.name not in (HISTORY, INDEX)


def stem(path: Path) -> str:
    """A rollout's name without suffix: it stays the same when the file is archived or compressed."""
    return path.name.removesuffix(".zst").removesuffix(".jsonl")


def session_id(path: Path) -> str:
    """The session's id as the file name gives it: the uuid at its end, else the whole stem."""
    found = _ID.findall(stem(path))
    return found[-1] if found else stem(path)


def rollouts(root: Path) -> dict[str, list[Path]]:
    """Stem → the files of that name below a root, best first: plain before compressed, then the longer one."""
    found: dict[str, list[Path]] = {}
    bases = (root, root / ".codex")
    folders = [base / name for base in bases for name in FOLDERS if (base / name).is_dir()]
    for folder in folders or [root]:
        for path in folder.rglob("*.jsonl*"):
            if is_rollout(path) and path.is_file():
                found.setdefault(stem(path), []).append(path)
    for paths in found.values():
        paths.sort(key=lambda path: (path.suffix == ".zst", -path.stat().st_size, str(path)))
    return dict(sorted(found.items()))


def home(path: Path) -> Path:
    """The folder that holds `sessions/` or `archived_sessions/` above a rollout, else the rollout's own folder."""
    return next((folder.parent for folder in path.parents if folder.name in FOLDERS), path.parent)


def sibling(path: Path, session: str) -> Path | None:
    """The rollout of another session of the same home, where it is still there."""
    if not _ID.fullmatch(session):
        return None
    base = home(path)
    folders = [base / name for name in FOLDERS if (base / name).is_dir()] or [base]
    found = sorted(file for folder in folders for file in folder.rglob(f"*{session}.jsonl*") if is_rollout(file))
    return found[0] if found else None


def read_rollout(path: Path) -> Iterator[Rollout | Problem]:
    """The Problems of a file's lines, then what the file said."""
    rollout = Rollout()
    for row in _rows(path):
        if isinstance(row, Problem):
            yield row
        else:
            rollout.add(str(row.number), row.value)
    yield rollout


def _rows(path: Path) -> Iterator[Row | Problem]:
    if path.suffix != ".zst":
        yield from read_jsonl(path, SOURCE, skip=is_bulk, whole=_is_record)
        return
    try:
        with path.open("rb") as file:
            plain = Inflated(file)
            yield from read_stream(io.BufferedReader(plain, 1 << 20), str(path), SOURCE, skip=is_bulk, whole=_is_record)
            if not plain.whole:
                yield Problem(SOURCE, str(path), "torn file", "its compressed content breaks off; the rest is read")
    except OSError as error:
        yield Problem(SOURCE, str(path), "unreadable file", str(error))


def _is_record(value: dict[str, object]) -> bool:
    return "payload" in value and "type" in value


def names(index: Path) -> dict[str, str]:
    """Session id → the name it was last given, from `session_index.jsonl`; a broken line names nothing."""
    try:
        status = index.stat()
    except OSError:
        return {}
    return _names(index, status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=4)
def _names(index: Path, _size: int, _mtime_ns: int) -> dict[str, str]:
    given: dict[str, str] = {}
    for row in read_jsonl(index, SOURCE):
        if isinstance(row, Row) and isinstance(name := row.value.get("thread_name"), str):
            given[str(row.value.get("id"))] = name.strip()
    return given
