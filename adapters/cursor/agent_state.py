"""The agent's conversation state: content-addressed blobs under one root (`agent.v1.ConversationStateStructure`).

The root's field 1 lists the messages in order. Blobs outside the walk are abandoned branches; identical messages share
a blob but are listed twice, and both count. Field 8 lists turns, which add times; field 9 names the workspace.
"""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet

from adapters._reading.fields import instant, mapping, text
from adapters.cursor import agent_messages
from adapters.cursor.bubbles import Speakers
from adapters.cursor.rows import lenient
from adapters.cursor.tally import Tally
from adapters.cursor.wording import stated_workspace, typed
from compiler.records import Message

ID_LENGTH = 32
Blobs = Callable[[str], bytes | None]
"""The blob of a hexadecimal id, None where it is missing."""


@dataclass(frozen=True, slots=True)
class State:
    order: tuple[str, ...]
    times: tuple[tuple[str, str], ...]
    """Text of a prompt or reply and when it was written, in order."""
    workspace: str | None
    blobs: Blobs
    table: str = "blobs"

    def messages(self, conversation: str, tally: Tally, speakers: Speakers) -> tuple[list[Message], int]:
        """The messages, and how many of those listed are missing. Ids are the blobs', numbered when repeated."""
        messages: list[Message] = []
        missing = 0
        repeats: Counter[str] = Counter()
        clock = _Clock(list(self.times))
        for blob in self.order:
            raw = self.blobs(blob)
            record = mapping(lenient(raw))
            if not record:
                missing += 1
                continue
            repeats[blob] += 1
            native = blob[:16] if repeats[blob] == 1 else f"{blob[:16]}-{repeats[blob]}"
            found = agent_messages.messages_of(
                record, f"{conversation}#{native}", f"{self.table}:{blob}", tally, speakers
            )
            messages += [clock.timed(message) for message in found]
        return messages, missing

    def stated_workspace(self) -> str | None:
        """The folder named by the context before the first prompt."""
        for blob in self.order[:4]:
            content = mapping(lenient(self.blobs(blob))).get("content")
            parts = content if isinstance(content, list) else [{"text": content}]
            for part in parts:
                if found := stated_workspace(text(mapping(part).get("text"))):
                    return found
        return None


class _Clock:
    """Gives messages the time of the turn they belong to, by their text, each once."""

    def __init__(self, times: list[tuple[str, str]]) -> None:
        self._times = times

    def timed(self, message: Message) -> Message:
        for position, (said, when) in enumerate(self._times):
            if message.role != "tool" and message.text and said.strip() == message.text.strip():
                del self._times[position]
                return Message(
                    message.id, message.role, message.text, message.tool_calls, when, message.place, message.origin
                )
        return message


def from_root(root: bytes, blobs: Blobs, table: str = "blobs") -> State:
    fields = list(_fields(root))
    order = tuple(value.hex() for number, value in fields if number == 1 and _is_id(value))
    turns = (value for number, value in fields if number == 8 and _is_id(value))
    times = tuple(entry for turn in turns for entry in _times(turn.hex(), blobs))
    named = [value.decode("utf-8", "replace") for number, value in fields if number == 9 and isinstance(value, bytes)]
    return State(order, times, named[0] if named else None, blobs, table)


def from_composer(state: Any, blobs: Blobs) -> State:
    """From a composer's `conversationState`: `~` and the root in base64."""
    try:
        root = base64.b64decode(text(state).removeprefix("~"), validate=False)
    except (binascii.Error, ValueError):
        root = b""
    return from_root(root, blobs, "agentKv:blob")


def _times(turn: str, blobs: Blobs) -> Iterator[tuple[str, str]]:
    """Turn{1: {1 user message, 2 repeated step}}; UserMessage{1 text, 25 ms}; Step{1: {1 text, 2 ms}}."""
    for number, agent in _fields(blobs(turn) or b""):
        if number != 1 or not isinstance(agent, bytes):
            continue
        for part, identity in _fields(agent):
            if not _is_id(identity):
                continue
            blob = blobs(identity.hex()) or b""
            if part == 1:
                yield from _said(blob, 25)
            elif part == 2:
                for kind, step in _fields(blob):
                    if kind == 1 and isinstance(step, bytes):
                        yield from _said(step, 2)


def _said(message: bytes, time_field: int) -> Iterator[tuple[str, str]]:
    fields = dict(_fields(message))
    said, when = fields.get(1), instant(fields.get(time_field))
    if isinstance(said, bytes) and when:
        words = said.decode("utf-8", "replace")
        yield typed(words) or words, when


def _is_id(value: Any) -> bool:
    return isinstance(value, bytes) and len(value) == ID_LENGTH


def _fields(message: bytes) -> Iterator[tuple[int, Any]]:
    """Field numbers and values (bytes, int) of a protobuf message, nothing for what is none."""
    try:
        fields = UnknownFieldSet(Empty.FromString(message))
    except (DecodeError, ValueError):
        return
    for field in fields:  # type: ignore[attr-defined]  # iterable by __len__ and __getitem__
        yield field.field_number, field.data
