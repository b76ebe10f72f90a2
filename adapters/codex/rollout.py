"""One rollout file: its records, in order, as draft messages and what else is known of the session.

A rollout tells most things twice: as `response_item` (what the model was sent) and as `event_msg` (what the screen
showed). Drafts keep the stream they come from; `adapters.codex.transcript` settles which one stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from adapters._reading.embedded import decoded, encoded, questions
from adapters._reading.fields import instant, items, mapping, number, text
from adapters.codex import wording
from adapters.codex.vocabulary import SILENT_EVENTS, SILENT_ITEMS, SILENT_RECORDS
from compiler.records import Origin, Role, ToolCall

FIRM, RESPONSE, ITEM, EVENT = 0, 1, 2, 3
"""Streams: said once, or told by the model's items, the turn's items, the screen's events (the higher one stands)."""


@dataclass(slots=True)
class Draft:
    """A message to be. `turn` says that it opens a turn of the person; `undo` is a count of turns taken back."""

    place: str
    at: str | None
    role: Role
    text: str
    origin: Origin | None = None
    stream: int = FIRM
    calls: tuple[ToolCall, ...] = ()
    turn: bool = False
    undo: int = 0


@dataclass(slots=True)
class Rollout:
    """What a file said. `meta` is the first session_meta's payload, `foreign` the ids of further ones (a replay)."""

    meta: Mapping[str, Any] = field(default_factory=dict)
    foreign: list[str] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    title: str | None = None
    model: str | None = None
    folder: str | None = None
    unknown: Counter[str] = field(default_factory=Counter)
    records: int = 0
    _reviewing: bool = False
    _asked: set[str] = field(default_factory=set)

    def add(self, place: str, record: Mapping[str, Any]) -> None:
        """Takes one record: an envelope `{timestamp, type, payload}`, or a naked item as before September 2025."""
        self.records += 1
        kind, at = text(record.get("type")), instant(record.get("timestamp"))
        payload = record.get("payload")
        if not isinstance(payload, dict):
            self._add_naked(place, kind, at, record)
        elif kind == "session_meta":
            self._add_meta(payload)
        elif kind == "response_item":
            self._add_item(Draft(place, at, "user", "", stream=RESPONSE), payload)
        elif kind == "event_msg":
            self._add_event(Draft(place, at, "user", "", stream=EVENT), payload)
        elif kind == "turn_context":
            self.model = text(payload.get("model")) or self.model
            self.folder = self.folder or text(payload.get("cwd")) or None
        elif kind == "compacted":
            self._keep(Draft(place, at, "system", text(payload.get("message")).strip(), "harness"))
        elif kind not in SILENT_RECORDS:
            self.unknown[kind or "record without type"] += 1

    def _add_naked(self, place: str, kind: str, at: str | None, record: Mapping[str, Any]) -> None:
        if kind:
            self._add_item(Draft(place, at, "user", ""), record)
        elif "id" in record and not self.meta:
            self._add_meta(record)
        elif record.get("record_type") != "state":
            self.unknown["record without type"] += 1

    def _add_meta(self, payload: Mapping[str, Any]) -> None:
        if not self.meta:
            self.meta = payload
        elif (other := text(payload.get("id"))) and other != text(self.meta.get("id")):
            self.foreign.append(other)

    def _keep(self, draft: Draft) -> None:
        if draft.text or draft.calls or draft.undo:
            self.drafts.append(draft)

    def _add_item(self, draft: Draft, payload: Mapping[str, Any]) -> None:
        kind, call = text(payload.get("type")), text(payload.get("call_id")) or None
        if kind == "message":
            self._add_message(draft, payload)
        elif kind.endswith("_output"):
            draft.role, draft.text, draft.stream = "tool", output(payload.get("output", payload.get("tools"))), FIRM
            if call in self._asked:
                draft.role, draft.origin, draft.text = "user", "person", answers(payload.get("output"))
            self._keep(draft)
        elif kind.endswith("_call"):
            draft.role, draft.origin, draft.stream = "assistant", "model", FIRM
            name = text(payload.get("name")) or kind.removesuffix("_call")
            asked = next((payload[key] for key in ("arguments", "input", "action") if payload.get(key)), "")
            if name == "request_user_input":
                draft.text = questions(asked)
                self._asked.add(call or "")
            draft.calls = (ToolCall(name, asked if isinstance(asked, str) else encoded(asked), call),)
            self._keep(draft)
        elif kind == "agent_message":
            draft.role, draft.origin, draft.stream = "system", "agent", FIRM
            draft.text = wording.joined(payload.get("content"))
            self._keep(draft)
        elif kind not in SILENT_ITEMS:
            self.unknown[f"response_item/{kind}"] += 1

    def _add_message(self, draft: Draft, payload: Mapping[str, Any]) -> None:
        role, fragments = text(payload.get("role")), wording.parts(payload.get("content"))
        if role == "assistant":
            draft.role, draft.origin, draft.text = "assistant", "model", "\n".join(fragments).strip()
        elif role == "user":
            whole = "\n".join(fragments)
            self.folder = self.folder or wording.working_folder(whole)
            if ran := wording.shell_command(whole):
                self._keep(Draft(draft.place, draft.at, "user", f"!{ran[0]}", "person"))
                draft.role, draft.text, draft.stream = "tool", ran[1], FIRM
            elif wording.is_summary(whole):
                draft.role, draft.origin, draft.text, draft.stream = "system", "harness", whole.strip(), FIRM
            else:
                draft.origin, draft.text, draft.turn = "person", wording.typed(fragments), True
        self._keep(draft)

    def _add_event(self, draft: Draft, payload: Mapping[str, Any]) -> None:
        kind = text(payload.get("type"))
        if kind == "user_message":
            self._add_prompt(draft, wording.request(text(payload.get("message"))), payload)
        elif kind == "agent_message":
            draft.role, draft.origin, draft.text = "assistant", "model", text(payload.get("message")).strip()
            self._keep(draft)
        elif kind == "item_completed":
            self._add_turn_item(draft, mapping(payload.get("item")))
        elif kind == "entered_review_mode":
            self._reviewing = True
            draft.stream = FIRM
            draft.origin, draft.text = "person", text(mapping(payload.get("target")).get("instructions")).strip()
            self._keep(draft)
        elif kind == "exited_review_mode":
            self._reviewing = False
        elif kind == "thread_rolled_back":
            draft.undo, draft.stream = max(0, int(number(payload.get("num_turns")) or 0)), FIRM
            self._keep(draft)
        elif kind == "thread_name_updated":
            self.title = text(payload.get("thread_name")).strip() or self.title
        elif kind not in SILENT_EVENTS:
            self.unknown[f"event_msg/{kind}"] += 1

    def _add_prompt(self, draft: Draft, prompt: str, payload: Mapping[str, Any]) -> None:
        if self._reviewing:
            # A review is asked for with a prompt of Codex's own, told two or three times.
            if not any(prompt == earlier.text for earlier in self.drafts[-3:]):
                draft.role, draft.origin, draft.stream, draft.text = "system", "harness", FIRM, prompt
                self._keep(draft)
            return
        if wording.is_harness(prompt):
            return
        pictures = items(payload.get("images")) + items(payload.get("local_images"))
        draft.origin, draft.text, draft.turn = "person", prompt or ("[image]" if pictures else ""), True
        self._keep(draft)

    def _add_turn_item(self, draft: Draft, item: Mapping[str, Any]) -> None:
        kind = text(item.get("type"))
        draft.stream = ITEM
        if kind == "UserMessage":
            self._add_prompt(draft, wording.typed(wording.parts(item.get("content"))), item)
        elif kind in ("AgentMessage", "Plan"):
            said = text(item.get("text")) or wording.joined(item.get("content"))
            draft.role, draft.origin, draft.text = "assistant", "model", said.strip()
            self._keep(draft)


def output(value: Any) -> str:
    """A tool's result as text: a string, typed parts, `{content, success}`, or JSON `{"output": …, "metadata": …}`."""
    if isinstance(value, dict):
        return output(value.get("content") or value.get("output"))
    if isinstance(value, list):
        return wording.joined(value) or (encoded(value) if value else "")
    said = text(value)
    if said.startswith('{"output":'):
        inner = mapping(decoded(said)).get("output")
        return text(inner).strip() if isinstance(inner, str) else said
    return said.strip()


def answers(value: Any) -> str:
    """What the person chose or wrote in answer to `request_user_input`, in their words alone."""
    given = mapping(mapping(decoded(value)).get("answers"))
    said = (text(answer) for reply in given.values() for answer in items(mapping(reply).get("answers")))
    return "\n".join(answer.removeprefix("user_note: ") for answer in said if answer).strip()
