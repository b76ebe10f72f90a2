"""The tools: what they promise, what they answer, how they refuse."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from compiler.config import Config
from compiler.mcp_server.server import make_server
from compiler.recall.paging import ROOM
from compiler.store import overrides
from compiler.store.connection import open_store

TIDE_CACHE = "claude_code:18de13c1-42cd-5156-adfc-ec9452ebdcd2"
TO_SQLITE = "claude_code:03c3021d-9d32-5e80-8a3d-533d5088a3a3"
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("search_conversations", {"query": "why did we move to sqlite?"}),
    ("search_conversations", {"query": "latex", "sources": ["chatgpt"], "kind": "fact", "since": "2026-01-01"}),
    ("search_conversations", {"query": "zzzz qqqq xxxx"}),
    ("read_conversation", {"id": TIDE_CACHE}),
    ("read_conversation", {"id": TIDE_CACHE, "offset": 2, "limit": 3}),
    ("list_topics", {}),
    ("generate_context", {"task": "Add a second writer to the tide cache", "project": "tidepool"}),
    ("get_profile", {}),
    ("who_am_i", {}),
    ("recall_decisions", {}),
    ("recall_decisions", {"query": "database", "status": "standing"}),
    ("list_open_loops", {"status": "all"}),
    ("find_similar", {"target": TIDE_CACHE}),
    ("find_similar", {"target": "baking bread"}),
    ("get_dossier", {"name": "postgres"}),
    ("get_dossier", {"name": "Tidepool"}),
]
TOOLS = (
    "search_conversations", "read_conversation", "list_topics", "generate_context", "get_profile", "who_am_i",
    "recall_decisions", "list_open_loops", "find_similar", "get_dossier",
)  # fmt: skip


def test_ten_tools_that_only_read(agent) -> None:
    """Every tool says of itself that it changes nothing, may be repeated, and knows this machine alone."""
    tools = agent.tools()
    assert tuple(tools) == TOOLS
    for tool in tools.values():
        notes = tool.annotations
        assert (notes.read_only_hint, notes.destructive_hint, notes.idempotent_hint, notes.open_world_hint) == (
            True, False, True, False,
        )  # fmt: skip
        assert tool.description and "\n" not in tool.description


def test_schemas_are_schemas(agent) -> None:
    """What goes in and what comes out is described in JSON Schema, every argument in words."""
    for tool in agent.tools().values():
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)
        for argument in tool.input_schema["properties"].values():
            assert argument["description"]


@pytest.mark.parametrize(("tool", "arguments"), CALLS, ids=lambda value: value if isinstance(value, str) else "")
def test_answers_keep_their_schema(agent, tool: str, arguments: dict[str, Any]) -> None:
    """An answer is what its schema promises, the text beside it is the same JSON, and both are of bounded size."""
    schema = agent.tools()[tool].output_schema
    answer = agent.ask(tool, **arguments)
    assert not answer.is_error
    Draft202012Validator(schema).validate(answer.structured_content)
    assert json.loads(answer.content[0].text) == answer.structured_content
    assert len(answer.content[0].text) < 2 * ROOM


def test_a_question_finds_its_conversation(agent) -> None:
    """The conversation in which Postgres was dropped comes first, with the message that says so."""
    found = agent.told("search_conversations", query="switch from Postgres to SQLite with Litestream")
    first = found["items"][0]
    assert first["conversation_id"] == TO_SQLITE and "Litestream" in first["snippet"]
    assert ".jsonl:" in first["source_ref"] and first["note"].endswith(".md")


def test_nothing_is_an_answer(agent) -> None:
    """Where the filters leave nothing, the answer is empty, not an error."""
    assert agent.told("search_conversations", query="sqlite", since="2031-01-01")["items"] == []


def test_pages_join_to_the_whole(agent) -> None:
    """Read three at a time, following `next`, every message comes once and in order."""
    whole = agent.told("read_conversation", id=TIDE_CACHE, limit=100)
    parts, offset = [], 0
    while offset is not None:
        page = agent.told("read_conversation", id=TIDE_CACHE, offset=offset, limit=3)["page"]
        parts += page["items"]
        offset = page["next"]
    assert len(parts) == whole["messages"] > 3
    assert parts == whole["page"]["items"]


def test_search_pages_join(agent) -> None:
    """The second page of a search goes on where the first ended."""
    both = agent.told("search_conversations", query="tidepool", limit=4)
    first = agent.told("search_conversations", query="tidepool", limit=2)
    second = agent.told("search_conversations", query="tidepool", limit=2, offset=first["next"])
    assert first["items"] + second["items"] == both["items"]


def test_a_conversation_by_the_beginning_of_its_id(agent) -> None:
    """As on the command line, enough of an id to name one is enough."""
    assert agent.told("read_conversation", id="18de13c1")["id"] == TIDE_CACHE


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("read_conversation", {"id": "nope"}, "There is no conversation `nope`"),
        ("read_conversation", {"id": ""}, "at least 1 character"),
        ("read_conversation", {"id": "claude"}, "write more of it"),
        ("read_conversation", {"id": TIDE_CACHE, "message": "none"}, "There is no message `none`"),
        ("get_dossier", {"name": "postgrs"}, "There is no dossier on `postgrs`"),
        ("recall_decisions", {"topic": "Gardening"}, "There is no topic `Gardening`"),
        ("recall_decisions", {"since": "yesterday"}, "since"),
        ("find_similar", {"target": "chatgpt:unknown"}, "There is no conversation `chatgpt:unknown`"),
        ("list_topics", {"limit": 0}, "greater than or equal to 1"),
    ],
)
def test_refusals_say_what_to_do(agent, tool: str, arguments: dict[str, Any], says: str) -> None:
    """A name that nothing has, or an argument out of bounds, is a tool's error in a sentence."""
    assert says in agent.refused(tool, **arguments)


def test_near_names_are_quoted_data(agent) -> None:
    """A refusal names what is near, and marks those names as words of conversations."""
    said = agent.refused("get_dossier", name="postgrs")
    _, _, envelope = said.partition(" Near: ")
    assert json.loads(envelope)["untrusted"] == ["Postgres"]


def test_hidden_is_hidden(example: Config, tmp_path: Path, agent_of) -> None:
    """A conversation whose note the person deleted is in no answer."""
    copy = replace(example, store=tmp_path / "musubi.db")
    shutil.copyfile(example.store, copy.store)
    with open_store(copy.store) as store:
        overrides.put(store, "hidden", TO_SQLITE, "x.md")
    agent = agent_of(make_server(copy))
    assert "hidden" in agent.refused("read_conversation", id=TO_SQLITE)
    for tool, arguments in CALLS:
        assert TO_SQLITE not in agent.ask(tool, **arguments).content[0].text, tool
