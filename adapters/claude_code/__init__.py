"""Claude Code (CLI, IDE extensions, SDK): one JSON Lines file a session, sub-agents' files, the log of prompts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from adapters._reading.fields import mapping
from adapters.claude_code import layout
from adapters.claude_code.history import read_history
from adapters.claude_code.layout import HISTORY, SOURCE, is_agent
from adapters.claude_code.sessions import read_session
from compiler.records import Env, Known, Problem, Record, Skipped, Unit, nothing_known


class ClaudeCodeAdapter:
    name = SOURCE
    version = 1

    def locate(self, env: Env) -> Sequence[Path]:
        return layout.locate(env)

    def claims(self, path: Path) -> bool:
        return layout.claims(path)

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        return layout.discover(root)

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        about = {path.name.removesuffix(".meta.json"): path for path in unit.files if path.suffix == ".json"}
        for path in unit.files:
            if path.name == HISTORY:
                yield from read_history(path, unit.root, known)
            elif path.suffix == ".jsonl":
                beside = about.get(path.stem) if is_agent(path) else None
                try:
                    told = _about(beside) if beside else None
                except OSError as error:
                    yield Problem(SOURCE, str(beside), "unreadable file", error.strerror or str(error))
                    told = None
                yield from read_session(path, unit.root, path.stem if is_agent(path) else "", told)


def _about(path: Path) -> dict[str, Any]:
    """What the file beside a sub-agent's transcript says of it; nothing if it is broken, for it only adds. Raises
    OSError."""
    try:
        return dict(mapping(orjson.loads(path.read_bytes())))
    except orjson.JSONDecodeError:
        return {}


ADAPTER = ClaudeCodeAdapter()
