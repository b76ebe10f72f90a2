"""Where Claude Code keeps what: `projects/<folder>/<session>.jsonl`, sub-agents below or beside it, `history.jsonl`.

The folder's name is the working directory with every other character made `-`: it cannot be turned back, so it is
never read as a path.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from adapters._reading.fields import text
from adapters._reading.homes import homes
from adapters._reading.jsonl import Row, read_jsonl
from compiler.records import Env, Problem, Skipped, Unit

SOURCE = "claude_code"
HISTORY = "history.jsonl"
_SESSION = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_KINDS = frozenset((
    "user", "assistant", "system", "attachment", "progress", "summary", "file-history-snapshot", "queue-operation",
    "last-prompt", "ai-title", "custom-title", "permission-mode", "mode",
))  # fmt: skip


def locate(env: Env) -> Sequence[Path]:
    """`$CLAUDE_CONFIG_DIR` (one or several, by comma), `~/.claude`, `$XDG_CONFIG_HOME/claude`, Windows' under WSL."""
    given = (part.strip() for part in env.variables.get("CLAUDE_CONFIG_DIR", "").split(","))
    config = Path(env.variables.get("XDG_CONFIG_HOME") or env.home / ".config")
    places = [*(_below_home(part, env.home) for part in given if part), *(home / ".claude" for home in homes(env))]
    return list(dict.fromkeys([*places, config / "claude"]))


def _below_home(path: str, home: Path) -> Path:
    return home / path[1:].lstrip("/\\") if path.startswith("~") else Path(path)


def claims(path: Path) -> bool:
    """A Claude Code home, its `projects`, a folder of transcripts, or one transcript: told by the records. A folder is
    searched no deeper than a home is laid out, so that handing over a whole disk costs nothing."""
    if path.is_file():
        return path.suffix == ".jsonl" and is_transcript(path)
    near = (sorted(path.glob(pattern)) for pattern in ("*.jsonl", "*/*.jsonl", "projects/*/*.jsonl"))
    return any(is_transcript(found) for found in islice(chain.from_iterable(near), 20))


def is_transcript(path: Path) -> bool:
    """Whether records among the first lines have the shape of Claude Code's; the first is often a mere snapshot."""
    for row in islice(read_jsonl(path, SOURCE), 20):
        if isinstance(row, Row) and text(row.value.get("type")) in _KINDS:
            value = row.value
            if "parentUuid" in value or ("sessionId" in value and ("uuid" in value or "message" in value)):
                return True
    return False


def discover(root: Path) -> Iterator[Unit | Problem | Skipped]:
    """One unit a session with its sub-agents, one for each sub-agent's file without a session, one for the prompt log.

    Only names are read. In a `projects` folder a transcript is named by a uuid; elsewhere any `.jsonl` may be one that
    was copied there, and is opened to see.
    """
    if root.is_file():
        yield Unit(root.stem, root.parent, _family(root))
        return
    base = root / "projects" if (root / "projects").is_dir() else root
    strict = base.name == "projects"
    units: dict[str, list[Path]] = {}
    problems: list[Problem] = []

    def unreadable(error: OSError) -> None:
        problems.append(Problem(SOURCE, str(error.filename), "unreadable folder", error.strerror or str(error)))

    skipped: list[Skipped] = []
    for folder, inner, names in os.walk(base, onerror=unreadable):
        inner.sort()
        for name in sorted(names):
            path = Path(folder, name)
            if not name.endswith((".jsonl", ".meta.json")) or name == "journal.jsonl" or path == root / HISTORY:
                continue
            owner = _owner(path)
            if owner is None:
                if name.startswith("agent-") or _SESSION.fullmatch(path.stem):
                    owner = path
                elif not name.endswith(".jsonl") or not (strict or is_transcript(path)):
                    continue
                elif strict:
                    skipped.append(Skipped(SOURCE, str(path), "not a session file"))
                    continue
                else:
                    owner = path
            units.setdefault(_unit_key(owner, root), []).append(path)
    history = root / HISTORY
    if history.is_file():
        units[HISTORY] = [history]
    yield from problems
    yield from skipped
    for key, files in sorted(units.items()):
        if any(path.suffix == ".jsonl" for path in files):
            yield Unit(key, root, tuple(sorted(files, key=lambda path: (is_agent(path), str(path)))))


def is_agent(path: Path) -> bool:
    return path.name.startswith("agent-")


def _owner(path: Path) -> Path | None:
    """The session's transcript that a file below `<session>/subagents/` belongs to, whether or not it exists."""
    for folder in path.parents:
        if folder.name == "subagents":
            return folder.parent.with_suffix(".jsonl") if is_agent(path) else None
    return None


def _unit_key(owner: Path, root: Path) -> str:
    relative = owner.relative_to(root).as_posix()
    return relative.removesuffix(".meta.json").removesuffix(".jsonl")


def _family(transcript: Path) -> tuple[Path, ...]:
    """A single transcript with the files of its sub-agents, where they lie beside it."""
    below = sorted((transcript.parent / transcript.stem / "subagents").rglob("agent-*.json*"))
    return (transcript, *(path for path in below if path.is_file()))


def transcripts_below(root: Path) -> Iterator[Path]:
    """The files below a root that may be transcripts, sorted by folder and name. Raises OSError."""

    def refuse(error: OSError) -> None:
        raise error

    base = root / "projects" if (root / "projects").is_dir() else root
    for folder, inner, names in os.walk(base, onerror=refuse):
        inner.sort()
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(".jsonl") and name != HISTORY)


def folder_name(project: str) -> str:
    """The project folder's name for a working directory: what is no ASCII letter or digit becomes `-`."""
    return re.sub(r"[^A-Za-z0-9]", "-", project)[:200]


def project_of(path: Path) -> str | None:
    """The name of a transcript's project folder as it is, for records that name no working directory."""
    return next((folder.name for folder in path.parents if folder.parent.name == "projects"), None)
