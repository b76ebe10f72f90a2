"""One transcript file: its records dealt out to the threads they belong to, and what it tells beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from adapters._reading.fields import mapping, text
from adapters._reading.jsonl import Row
from adapters.claude_code.thread import Thread
from adapters.claude_code.vocabulary import ENVELOPE, IGNORED_ATTACHMENTS, IGNORED_SYSTEM, IGNORED_TYPES

ThreadKey = tuple[str, str]
"""(session id, name of the sub-agent or "")."""


@dataclass(slots=True)
class Facts:
    """What a thread's records say beside words, each list in order of appearance without repeats."""

    folders: list[str] = field(default_factory=list)
    models: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    branch: str = ""
    version: str = ""
    entrypoint: str = ""
    forked_from: str = ""
    custom_title: str = ""
    made_title: str = ""
    agent_name: str = ""
    summaries: list[tuple[str, str]] = field(default_factory=list)
    """(title, uuid of the last record of the session it describes)."""


class Transcript:
    """Reads the rows of one file. `agent` names the sub-agent whose file it is."""

    def __init__(self, stem: str, agent: str = "") -> None:
        self.stem, self.agent = stem, agent
        self.threads: dict[ThreadKey, Thread] = {}
        self.facts: dict[ThreadKey, Facts] = {}
        self.seen: Counter[tuple[str, str | None]] = Counter()
        self.records = 0
        self.understood = 0
        self._uuids: set[str] = set()
        self._last: ThreadKey | None = None
        self._version: str | None = None
        self._sidechains: dict[str, str] = {}
        self._titles: list[dict[str, Any]] = []
        self._handlers: dict[str, Callable[[dict[str, Any], int], None]] = {
            "user": self._chained,
            "assistant": self._chained,
            "system": self._chained,
            "attachment": self._chained,
            "queue-operation": self._queue,
            **dict.fromkeys(("summary", "ai-title", "custom-title", "agent-name", "pr-link"), self._aside),
            **dict.fromkeys(("worktree-state", "relocated"), self._aside),
        }

    def add(self, row: Row) -> None:
        number, record = row
        self.records += 1
        kind = text(record.get("type"))
        handler = self._handlers.get(kind)
        if handler is not None:
            self.understood += 1
            handler(record, number)
        elif kind in IGNORED_TYPES:
            self.understood += 1
        else:
            self._see(kind[:60] or "no type")

    def _see(self, what: str) -> None:
        self.seen[what, self._version] += 1

    def own(self) -> str:
        """The id of the session whose file this is: the name of the file, else the id most of its records have."""
        counts = {session: 0 for session, _ in self.threads}
        if self.stem in counts or not counts:
            return self.stem
        for (session, _), thread in self.threads.items():
            counts[session] += len(thread.parents)
        return max(reversed(counts), key=lambda session: (bool(session), counts[session]))

    def finish(self) -> None:
        """Hand out what names a session only once all its records are known."""
        own = self.own()
        for record in self._titles:
            facts = self.facts.get((text(record.get("sessionId")) or own, self.agent)) or self.facts.get(
                (own, self.agent)
            )
            if facts is not None:
                _note(facts, record)

    def _chained(self, record: dict[str, Any], line: int) -> None:
        uuid = text(record.get("uuid"))
        if uuid:
            if uuid in self._uuids:
                return
            self._uuids.add(uuid)
        version = record.get("version")
        if version != self._version and isinstance(version, str):
            self._version = version
        kind = record["type"]
        if not record.keys() <= ENVELOPE:
            for name in sorted(record.keys() - ENVELOPE):
                self._see(f"{kind}.{name[:60]}")
        key = self._key(record, uuid)
        thread = self.threads.get(key)
        if thread is None:
            thread = self.threads[key] = Thread(agent=bool(key[1]))
            self.facts[key] = Facts()
        self._last = key
        origin = mapping(record.get("forkedFrom"))
        copied = text(origin.get("messageUuid")) if origin else ""
        if copied:
            thread.copied.add(copied)
        native = copied or uuid or f"{kind}:{text(record.get('timestamp')) or line}"
        if uuid:
            thread.parents[uuid] = text(record.get("parentUuid")) or None
        self._learn(self.facts[key], record, text(origin.get("sessionId")) if origin else "")
        if kind == "user":
            thread.user(record, native, line)
        elif kind == "assistant":
            thread.assistant(record, native, line)
        elif kind == "attachment":
            self._attachment(thread, record, native, line)
        else:
            self._system(thread, record, native, line)

    def _key(self, record: dict[str, Any], uuid: str) -> ThreadKey:
        session = text(record.get("sessionId")) or text(record.get("session_id")) or (self._last or ("",))[0]
        if self.agent:
            return session, self.agent
        if not record.get("isSidechain"):
            return session, ""
        agent = text(record.get("agentId"))
        if agent:
            return session, f"agent-{agent}"
        parent = text(record.get("parentUuid"))
        chain = self._sidechains.get(parent) or f"sidechain-{parent or uuid}"
        self._sidechains[uuid] = chain
        return session, chain

    def _attachment(self, thread: Thread, record: dict[str, Any], native: str, line: int) -> None:
        kind = text(mapping(record.get("attachment")).get("type"))
        if kind == "queued_command":
            thread.queued(record, native, line)
        elif kind not in IGNORED_ATTACHMENTS:
            self._see(f"attachment:{kind[:60]}")

    def _system(self, thread: Thread, record: dict[str, Any], native: str, line: int) -> None:
        subtype = text(record.get("subtype"))
        if subtype == "local_command":
            thread.local(record, native, line)
        elif subtype == "away_summary":
            thread.recap(record, native, line)
        elif subtype not in IGNORED_SYSTEM:
            self._see(f"system:{subtype[:60]}")

    def _queue(self, record: dict[str, Any], line: int) -> None:
        key = (text(record.get("sessionId")) or (self._last or ("",))[0], self.agent)
        if key not in self.threads:
            self.threads[key], self.facts[key] = Thread(agent=bool(self.agent)), Facts()
        self.threads[key].operation(record, line)

    def _aside(self, record: dict[str, Any], _line: int) -> None:
        self._titles.append(record)

    def _learn(self, facts: Facts, record: dict[str, Any], forked_from: str) -> None:
        folder = record.get("cwd")
        if folder and (not facts.folders or facts.folders[-1] != folder):
            _append(facts.folders, text(folder))
        version = record.get("version")
        if version and version != facts.version:
            facts.version = text(version) or facts.version
        if not facts.entrypoint and record.get("entrypoint"):
            facts.entrypoint = text(record["entrypoint"])
        facts.forked_from = facts.forked_from or forked_from
        branch = record.get("gitBranch")
        if branch and branch != facts.branch and branch != "HEAD":
            facts.branch = text(branch)
        if record["type"] == "assistant":
            model = mapping(record.get("message")).get("model")
            if model and model not in facts.models and model != "<synthetic>":
                _append(facts.models, text(model))


def _append(values: list[str], value: str) -> None:
    if value and value not in values:
        values.append(value)


def _note(facts: Facts, record: dict[str, Any]) -> None:
    kind = record["type"]
    if kind == "custom-title":
        facts.custom_title = text(record.get("customTitle")).strip()
    elif kind == "ai-title":
        facts.made_title = text(record.get("aiTitle")).strip() or facts.made_title
    elif kind == "agent-name":
        facts.agent_name = text(record.get("agentName")).strip()
    elif kind == "summary":
        facts.summaries.append((text(record.get("summary")).strip(), text(record.get("leafUuid"))))
    elif kind == "pr-link":
        _append(facts.links, text(record.get("prUrl")))
    else:
        moved = mapping(record.get("worktreeSession")).get("originalCwd") or record.get("relocatedCwd")
        _append(facts.folders, text(moved))
