"""The command line and the tools give the same results."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from compiler.config import Config

ROOT = Path(__file__).parents[3]
TIDE_CACHE = "claude_code:18de13c1-42cd-5156-adfc-ec9452ebdcd2"


def command(example: Config, *words: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "compiler", *words, "--vault", str(example.vault), "--json"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        (["sqlite", "-n", "5"], {"query": "sqlite", "limit": 5}),
        (["who", "drives", "--source", "chatgpt"], {"query": "who drives", "sources": ["chatgpt"]}),
        (["tide", "--project", "tidepool", "--kind", "note"], {"query": "tide", "project": "tidepool", "kind": "note"}),
    ],
)
def test_search(example: Config, agent, words: list[str], arguments: dict[str, Any]) -> None:
    """The same passages with the same ranks and scores, in the same order."""
    rows = command(example, "search", *words)
    found = agent.told("search_conversations", **arguments)["items"]
    assert rows and rows == [{name: hit[name] for name in rows[0]} for hit in found]


def test_similar(example: Config, agent) -> None:
    """The same conversations near to one."""
    rows = command(example, "similar", TIDE_CACHE)
    found = agent.told("find_similar", target=TIDE_CACHE)["items"]
    assert rows and rows == [{name: hit[name] for name in rows[0]} for hit in found]


def test_show(example: Config, agent) -> None:
    """The same head, note and messages."""
    shown = command(example, "show", TIDE_CACHE)
    read = agent.told("read_conversation", id=TIDE_CACHE, limit=100)
    turns = read.pop("page")["items"]
    messages = shown.pop("messages")
    assert shown.pop("messages", read["messages"]) == read["messages"] == len(messages)
    assert {name: read[name] for name in shown} == shown
    assert messages == [{name: turn[name] for name in messages[0]} for turn in turns]


@pytest.mark.parametrize(
    ("words", "tool", "arguments"),
    [
        (["topics"], "list_topics", {}),
        (["facts"], "get_profile", {}),
        (["decisions"], "recall_decisions", {"limit": 50}),
        (["decisions", "database", "--status", "standing"], "recall_decisions",
         {"query": "database", "status": "standing", "limit": 50}),
        (["loops", "--status", "all"], "list_open_loops", {"status": "all", "limit": 50}),
        (["dossier", "postgres"], "get_dossier", {"name": "postgres"}),
        (["context", "tide cache", "--project", "tidepool"], "generate_context",
         {"task": "tide cache", "project": "tidepool"}),
        (["whoami"], "who_am_i", {}),
    ],
)  # fmt: skip
def test_what_the_notes_say(example: Config, agent, words: list[str], tool: str, arguments: dict[str, Any]) -> None:
    """One document, the same from both."""
    assert command(example, *words) == agent.told(tool, **arguments)
