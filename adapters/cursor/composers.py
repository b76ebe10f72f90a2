"""A composer (one conversation of the editor) out of its row and its bubbles."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from adapters._reading.fields import instant, items, mapping, text
from adapters._reading.messages import distinct
from adapters._reading.sqlite import Unreadable
from adapters.cursor import agent_state
from adapters.cursor.bubbles import ASSISTANT, Speakers, messages_of, prompt_of, time_of
from adapters.cursor.projects import Project, at
from adapters.cursor.prompts import SentPrompts
from adapters.cursor.rows import Rows, decoded, lenient
from adapters.cursor.survey import Survey
from adapters.cursor.tally import SOURCE, Tally
from compiler.records import Conversation, Known, Message, Problem, Record, Unchanged

VERSION = 1
"""Of the meaning given to the rows; part of every revision."""

PARTIAL = "composer:partial"
"""The revision of a conversation with holes, equal to none: what was missing may be there the next time."""

KNOWN_VERSIONS = (None, *range(1, 19))
TITLE_LENGTH = 80

Done = dict[str, str | None]
"""Composers dealt with in this run, and their projects."""


class Entry(NamedTuple):
    identity: str
    bubble: Mapping[str, Any]
    header: Mapping[str, Any]
    place: str


def read_composers(rows: Rows, root: Path, survey: Survey, known: Known, tally: Tally, done: Done) -> Iterator[Record]:
    """Every composer with a row of its own, one key range at a time; ids go into `done` as they are dealt with."""
    composers = rows.composer_ids()
    for composer in composers:
        if composer in done:
            continue
        try:
            raw = rows.composer(composer)
            if raw is None:
                tally.skip("orphan bubble", len(rows.bubble_ids(composer)))
                continue
            data = mapping(decoded(raw))
            yield from _read(Composer(composer, data, survey), raw, rows, root, known, tally, done)
        except ValueError as error:
            yield Problem(SOURCE, f"{rows.path}!composerData:{composer}", "broken record", str(error)[:200])
        except Unreadable as refusal:
            if not refusal.broken:
                raise
            yield refusal.problem(SOURCE, f"composerData:{composer}")
    for composer in sorted(set(rows.composers_of_bubbles()) - set(composers)):
        tally.skip("orphan bubble", len(rows.bubble_ids(composer)))


def read_inline_composers(rows: Rows, root: Path, survey: Survey, tally: Tally, done: Done) -> Iterator[Record]:
    """The composers of 2024, whole inside the workspace's list of them."""
    for data in rows.heads():
        composer = text(data.get("composerId"))
        if composer and composer not in done and items(data.get("conversation")):
            raw = json.dumps(data, sort_keys=True).encode()
            yield from _read(Composer(composer, data, survey), raw, rows, root, lambda _: None, tally, done)


def _read(
    composer: Composer, raw: bytes, rows: Rows, root: Path, known: Known, tally: Tally, done: Done
) -> Iterator[Record]:
    revision = composer.revision(raw, rows)
    if known(composer.id) == revision:
        done[composer.native] = composer.project.path if composer.project else None
        yield Unchanged(composer.id)
        return
    conversation = yield from composer.read(rows, root, revision, tally)
    if conversation:
        done[composer.native] = composer.project.path if composer.project else None
        yield conversation


class Composer:
    """What its row and the survey say; `read` adds the bubbles."""

    def __init__(self, native: str, data: Mapping[str, Any], survey: Survey) -> None:
        self.native, self.data = native, data
        self.id = f"{SOURCE}:{native}"
        self.head = survey.head(native)
        self.project = survey.project(native, data)
        self.workspaces = survey.showing(native)
        self.headers = [mapping(header) for header in items(data.get("fullConversationHeadersOnly"))]
        self.inline = [mapping(bubble) for bubble in items(data.get("conversation"))]
        agent = mapping(data.get("subagentInfo")) or mapping(self.head.get("subagentInfo"))
        parent = text(agent.get("parentComposerId"))
        self.parent = f"{SOURCE}:{parent}" if parent and parent != native else None
        self.subagent = not data.get("isBestOfNSubcomposer") and (bool(self.parent) or native.startswith("task-"))

    def revision(self, raw: bytes, rows: Rows) -> str:
        """Changes with anything that the conversation is made of. `lastUpdatedAt` alone lags behind the bubbles, so
        the whole row counts, and the size of the last bubble, which grows while an answer streams in."""
        last = text(self.headers[-1].get("bubbleId")) if self.headers else ""
        size = rows.bubble_size(self.native, last) if last else None
        around = [self.head.get("name"), self.project and self.project.path, size]
        digest = hashlib.sha256(raw + json.dumps(around).encode()).hexdigest()
        return f"composer:{VERSION}:{digest[:24]}"

    def read(
        self, rows: Rows, root: Path, revision: str, tally: Tally
    ) -> Generator[Problem, None, Conversation | None]:
        """None for a draft, an empty shell, or a conversation whose bubbles are gone."""
        version = self.data.get("_v")
        if version not in KNOWN_VERSIONS:
            tally.see("composer version", version)
        messages: list[Message] = []
        attrs: dict[str, str] = {}
        missing = 0
        sent = SentPrompts(self.workspaces, self.data)
        for entry in self._entries(rows, tally):
            if isinstance(entry, Problem):
                attrs["partial"] = "1"
                yield entry
            elif entry is None:
                missing += 1
            else:
                messages += self._messages(entry, sent, tally)
                self._note(entry.bubble, attrs)
        if not messages and self.data.get("conversationState"):
            state = agent_state.from_composer(self.data["conversationState"], rows.blob)
            messages, missing = state.messages(self.id, tally, Speakers(self.subagent))
        tally.skip("missing bubble", missing)
        if not messages:
            unsent = text(self.data.get("text")).strip() or self.data.get("isDraft")
            tally.skip("content gone" if missing else "draft" if unsent else "empty")
            return None
        if missing:
            attrs["partial"] = str(missing)
        return self._conversation(messages, attrs, root, rows.path, PARTIAL if "partial" in attrs else revision)

    def _entries(self, rows: Rows, tally: Tally) -> Iterator[Entry | Problem | None]:
        """Bubbles in the order of the headers, None for one that is gone. An inline list counts without headers."""
        if not self.headers:
            tools = self._early_tools()
            for number, bubble in enumerate(self.inline):
                identity = text(bubble.get("bubbleId")) or str(number)
                yield Entry(
                    identity, {**tools.get(identity, {}), **bubble}, {}, f"composerData:{self.native}#{identity}"
                )
            return
        headers = {text(header.get("bubbleId")): header for header in self.headers}
        inline = {text(bubble.get("bubbleId")): bubble for bubble in self.inline}
        for identity, raw in rows.bubbles(self.native, headers):
            place = f"bubbleId:{self.native}:{identity}"
            if isinstance(raw, Unreadable):
                yield raw.problem(SOURCE, place)
                continue
            try:
                bubble = mapping(decoded(raw)) if raw is not None else inline.get(identity, {})
            except ValueError as error:
                yield Problem(SOURCE, f"{rows.path}!{place}", "broken record", str(error)[:200])
                continue
            header = headers[identity]
            yield Entry(identity, {"type": header.get("type"), **bubble}, header, place) if bubble else None
        try:
            tally.skip("orphan bubble", len(set(rows.bubble_ids(self.native)) - set(headers)))
        except Unreadable as refusal:
            if not refusal.broken:
                raise

    def _early_tools(self) -> dict[str, dict[str, Any]]:
        """Tool data of `_v` 1, which lies beside the bubbles as JSON inside JSON."""
        for capability in map(mapping, items(self.data.get("capabilities"))):
            if capability.get("type") == 15:
                stored = mapping(capability.get("data")).get("bubbleDataMap")
                calls = lenient(stored.encode("utf-8", "replace")) if isinstance(stored, str) else stored
                return {key: {"toolFormerData": mapping(call)} for key, call in mapping(calls).items()}
        return {}

    def _messages(self, entry: Entry, sent: SentPrompts, tally: Tally) -> Iterator[Message]:
        identity, bubble, header, place = entry
        when = time_of(bubble, header)
        if when is None and bubble.get("type") != ASSISTANT:
            when = sent.time_of(prompt_of(bubble))
        return messages_of(bubble, f"{self.id}#{identity}", place, tally, Speakers(self.subagent), when)

    def _note(self, bubble: Mapping[str, Any], attrs: dict[str, str]) -> None:
        """What single bubbles know of the whole: the model of the last reply, the folder where nothing else says it."""
        if model := _model(mapping(bubble.get("modelInfo"))):
            attrs["model"] = model
        if self.project is None:
            uris = [*items(bubble.get("workspaceUris")), bubble.get("workspaceProjectDir")]
            self.project = next((found for uri in uris if (found := at(text(uri)))), None)

    def _conversation(
        self, messages: list[Message], attrs: dict[str, str], root: Path, path: Path, revision: str
    ) -> Conversation:
        data = self.data
        times = sorted(message.created_at for message in messages if message.created_at)
        attrs |= {"root": str(root), "revision": revision}
        if model := _model(mapping(data.get("modelConfig"))):
            attrs["model"] = model
        for name, field in (("mode", "unifiedMode"), ("git_branch", "createdOnBranch"), ("format", "_v")):
            if isinstance(data.get(field), str | int) and data[field] != "":
                attrs[name] = text(str(data[field]))
        others = [workspace.project.path for workspace in self.workspaces if workspace.project]
        if self.project:
            attrs |= describe(self.project, others)
        started = instant(data.get("createdAt")) or instant(self.head.get("createdAt")) or (times[0] if times else None)
        changed = instant(data.get("lastUpdatedAt")) or instant(self.head.get("lastUpdatedAt"))
        return Conversation(
            id=self.id,
            source=SOURCE,
            title=text(data.get("name")).strip() or text(self.head.get("name")).strip() or first_line(messages),
            project=self.project.path if self.project else None,
            created_at=started,
            updated_at=max([*times[-1:], *([changed] if changed else [])], default=started),
            source_ref=str(path),
            messages=distinct(messages),
            parent=self.parent,
            kind="subagent" if self.subagent else "main",
            attrs=attrs,
        )


def describe(project: Project, others: list[str]) -> dict[str, str]:
    """Attributes of a project: its machine, its folders, and other windows that showed the conversation."""
    attrs = {"remote": project.remote} if project.remote else {}
    if project.folders:
        attrs["folders"] = json.dumps(project.folders)
    if further := sorted(set(others) - {project.path}):
        attrs["workspaces"] = json.dumps(further)
    return attrs


def first_line(messages: list[Message]) -> str | None:
    """The title of what has none: how the person began."""
    begun = next((message.text for message in messages if message.role == "user" and message.text.strip()), "")
    return begun.strip().splitlines()[0][:TITLE_LENGTH].rstrip() if begun.strip() else None


def _model(fields: Mapping[str, Any]) -> str:
    """`default` stands for whatever Cursor chose."""
    name = text(fields.get("modelName"))
    return "" if name == "default" else name
