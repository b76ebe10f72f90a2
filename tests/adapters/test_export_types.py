"""Any field of an export may hold anything: a wrong type costs at most its own conversation, and never raises."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters._reading.zips import Member
from adapters.chatgpt.assets import Assets
from adapters.chatgpt.conversation import Surroundings
from adapters.chatgpt.conversation import read_conversation as read_chatgpt
from adapters.chatgpt.instructions import Instructions
from adapters.claude.conversation import read_conversation as read_claude
from adapters.claude.sources import read_design_chat, read_memory, read_project
from adapters.gemini import conversations as gemini_log
from adapters.gemini.activity import from_json
from adapters.gemini.workspace import read_workspace
from compiler.records import Conversation
from tests.adapters import chatgpt_exports as gpt
from tests.adapters import claude_exports as claude
from tests.adapters import takeouts

JUNK: list[Any] = [None, 7, 1e400, True, "", "\ud800", [], {}, [None, 1], {"a": [1]}]

CITED = {"content_references": [{"matched_text": "R", "start_idx": 0, "end_idx": 1, "items": [{"url": "https://a.b"}]}]}
PICTURE = {
    "asset_pointer": "file-service://x",
    "content_type": "image_asset_pointer",
    "metadata": {"dalle": {"prompt": "p"}},
}
CHATGPT = gpt.talk(
    gpt.said("user", PICTURE, "Which?", metadata={"attachments": [{"id": "a", "name": "plan.pdf"}]}),
    gpt.said(
        "assistant", recipient="canmore.create_textdoc", content={"content_type": "code", "text": '{"name": "P"}'}
    ),
    gpt.said("tool", "Done", metadata={"canvas": {"textdoc_id": "d"}, "aggregate_result": {"messages": [{}]}}),
    gpt.said("assistant", "Red.", metadata={**CITED, "finish_details": {"type": "interrupted"}}),
    gpt.said("assistant", content={"content_type": "thoughts", "thoughts": [{"summary": "s", "content": "c"}]}),
    gpt.said("user", content={"content_type": "user_editable_context", "user_profile": "p"}),
)
CLAUDE = claude.chat(
    claude.turn("q", "human", "Which?", attachments=[{"file_name": "a", "extracted_content": "x"}], files=[{}]),
    claude.turn(
        "a", "assistant", "", claude.words("Red.", citations=[{"end_index": 3, "details": {"url": "https://a.b"}}]),
        claude.tool("artifacts", "t", command="create", id="i", content="c", title="T", type="text/html"),
        {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "x"}]},
        {"type": "thinking", "thinking": "t", "summaries": [{"summary": "s"}]},
    ),
)  # fmt: skip
PROJECT = {"uuid": "p", "name": "n", "prompt_template": "x", "created_at": "x", "docs": [{"uuid": "d", "content": "c"}]}
MEMORY = {"account_uuid": "a", "project_memories": {"p": "x"}, "memory_files": [{"path": "p", "content": "c"}]}
DESIGN = {"uuid": "d", "project": {"name": "x"}, "messages": [
    {"uuid": "m", "role": "user", "content": {"contentBlocks": [{"type": "tool_call", "toolCall": {"name": "x"}}]}},
]}  # fmt: skip

GEMINI = takeouts.record(
    "Prompted Which?", "<p>Red.</p>", chat="8f60459ed7eee35e", attachedFiles=["plan-1.pdf"],
    subtitles=[{"name": "Attached 1 file."}, {"name": "-  plan.pdf", "url": "plan-1.pdf"}],
)  # fmt: skip
WORKSPACE = {"title": "t", "creation_time": "2026-01-01T10:00:00Z", "conversation_turns": [
    {"user_turn": {"prompt": "Which?", "turn_last_modified": "2026-01-01T10:00:00Z"}},
    {"system_turn": {"text": [{"data": "Red.", "preamble": False}]}},
]}  # fmt: skip


def chatgpt(raw: dict[str, Any]) -> list[Conversation]:
    instructions = Instructions("/exports")
    around = Surroundings("/exports", Assets(), instructions, lambda _: None)
    return [read_chatgpt(raw, "/exports/c.json", around), *instructions.conversations()]


def gemini(raw: dict[str, Any]) -> list[Conversation]:
    told = gemini_log.conversations(lambda: [from_json(raw, "0")], gemini_log.Around("/a.json", "/", frozenset()))
    return [found for found in told if isinstance(found, Conversation)]


def workspace(raw: dict[str, Any]) -> list[Conversation]:
    data = json.dumps(raw).encode()
    found = read_workspace(Member("conversation_a.txt", "/a.txt", len(data), lambda: io.BytesIO(data)), "/")
    return [found] if isinstance(found, Conversation) else []


READERS: dict[str, tuple[dict[str, Any], Callable[[dict[str, Any]], list[Conversation]]]] = {
    "chatgpt": (CHATGPT, chatgpt),
    "chatgpt slim": (gpt.slim(CHATGPT), chatgpt),
    "claude": (CLAUDE, lambda raw: [read_claude(raw, "/c.json", "/", lambda _: None)]),
    "project": (PROJECT, lambda raw: [read_project(raw, "/c.json", "/")]),
    "memory": (MEMORY, lambda raw: [read_memory(raw, "/c.json", "/")]),
    "gemini": (GEMINI, gemini),
    "gemini in workspace": (WORKSPACE, workspace),
    "design chat": (DESIGN, lambda raw: [read_design_chat(raw, "/c.json", "/", lambda _: None)]),
}


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value inside another."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield (*at, key)
        yield from places(child, (*at, key))


def changed(value: dict[str, Any], at: tuple[Any, ...], junk: Any) -> dict[str, Any]:
    whole = copy.deepcopy(value)
    inner: Any = whole
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = junk
    return whole


@pytest.mark.parametrize("sound, read", READERS.values(), ids=READERS)
def test_any_field_may_hold_anything(
    sound: dict[str, Any], read: Callable[[dict[str, Any]], list[Conversation]]
) -> None:
    """Every value of a rich conversation replaced by each kind of junk: read without raising, and valid UTF-8."""
    assert sum(len(found.messages) for found in read(sound)) > 0
    for place in places(sound):
        for junk in JUNK:
            for found in read(changed(sound, place, junk)):
                for text in (found.id, found.title or "", *(m.id + m.text + m.place for m in found.messages)):
                    text.encode()


def test_the_junk_is_looked_at(tmp_path: Path) -> None:
    """A conversation of nothing but junk beside a sound one: the sound one is read."""
    junk = [{"mapping": {str(n): value}} for n, value in enumerate(JUNK)]
    found = gpt.conversations(gpt.write(tmp_path, {"c.json": [*junk, CHATGPT]}))
    assert [one.id for one in found] == ["chatgpt:c1", "chatgpt:custom-instructions"]
