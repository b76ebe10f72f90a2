"""Cursor's agent transcripts, in their three forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler.records import Conversation, Problem, Seen, Unchanged
from tests.adapters.cursor_builder import conversations, only, read, skipped, spoken


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "projects" / "home-u-app" / "agent-transcripts"
    folder.mkdir(parents=True)
    (folder.parent / ".workspace-trusted").write_text('{"workspacePath": "/home/u/app"}')
    return folder


def lines(*records: object) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def said(role: str, *blocks: object) -> dict[str, object]:
    return {"role": role, "message": {"content": [*blocks]}}


def words(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


def test_jsonl(folder: Path, tmp_path: Path) -> None:
    """Words, calls, results; the mark of hidden reasoning is no text; the end of a turn is no message."""
    call = {"type": "tool_use", "name": "Shell", "input": {"command": "ls"}}
    (folder / "t1").mkdir()
    (folder / "t1" / "t1.jsonl").write_text(
        lines(
            said("user", words("<user_query>\nlist the files\n</user_query>")),
            said("assistant", words("[REDACTED]"), call),
            said("assistant", {"type": "tool_result", "content": "a.py"}),
            {"type": "turn_ended", "status": "success"},
            {"role": "assistant", "message": {"content": "One file."}},
        )
    )
    conversation = only(tmp_path)
    assert spoken(conversation) == [
        "user: list the files",
        'assistant: -> Shell({"command":"ls"})',
        "tool: a.py",
        "assistant: One file.",
    ]
    assert (conversation.id, conversation.title, conversation.project) == ("cursor:t1", "list the files", "/home/u/app")
    assert [message.place for message in conversation.messages] == ["1", "2", "3", "5"]


def test_torn_and_unknown_lines(folder: Path, tmp_path: Path) -> None:
    """A last line cut in half costs itself; an unknown record is counted."""
    (folder / "t1.jsonl").write_text(lines(said("user", words("Hi")), {"type": "telemetry"}) + '{"role":"assis')
    records = read(tmp_path)
    assert spoken(only(tmp_path)) == ["user: Hi"]
    assert [record.what for record in records if isinstance(record, Problem)] == ["unfinished last line"]
    assert [record.type for record in records if isinstance(record, Seen)] == ["transcript record telemetry"]


def test_json(folder: Path, tmp_path: Path) -> None:
    """The array form: text, calls and one result."""
    records = [
        {"role": "user", "text": "list the files"},
        {"role": "assistant", "text": "", "toolCalls": [{"toolName": "Shell", "args": {"command": "ls"}}]},
        {"role": "tool", "toolResult": {"output": "a.py"}},
    ]
    (folder / "t1.json").write_text(json.dumps(records))
    assert spoken(only(tmp_path)) == ["user: list the files", 'assistant: -> Shell({"command":"ls"})', "tool: a.py"]


def test_text(folder: Path, tmp_path: Path) -> None:
    """Only a bare `user:` line opens a message; blocks hold indented lines, prose returns at column 0."""
    (folder / "t1.txt").write_text(
        "user:\nlist the files\n\nassistant:\n[Thinking] I should\n  look first\n"
        "I will look.\nuser: hello is a greeting\n"
        "[Tool call] Shell\n  command=ls\n\n[Tool result] Shell\n  a.py\nOne file.\n"
    )
    conversation = only(tmp_path)
    assert spoken(conversation) == [
        "user: list the files",
        "assistant: I will look.\nuser: hello is a greeting\n\nOne file.-> Shell(command=ls)",
        "tool: a.py",
    ]


def test_best_form_of_a_conversation(folder: Path, tmp_path: Path) -> None:
    """Of .jsonl, .json and .txt with one stem, the first is read; a file in another's folder is no transcript."""
    (folder / "t1.txt").write_text("user:\nfrom text\n")
    (folder / "t1.jsonl").write_text(lines(said("user", words("from lines"))))
    (folder / "t1").mkdir()
    (folder / "t1" / "notes.txt").write_text("user:\nno transcript\n")
    assert spoken(only(tmp_path)) == ["user: from lines"]


def test_subagents_below_their_parent(folder: Path, tmp_path: Path) -> None:
    """A transcript in `<id>/subagents` belongs to that conversation; its prompt is an agent's."""
    (folder / "t1" / "subagents").mkdir(parents=True)
    (folder / "t1" / "t1.jsonl").write_text(lines(said("user", words("Explore"))))
    (folder / "t1" / "subagents" / "s1.jsonl").write_text(lines(said("user", words("You are to explore"))))
    agent = conversations(tmp_path)["cursor:s1"]
    assert (agent.kind, agent.parent, agent.messages[0].role) == ("subagent", "cursor:t1", "system")


@pytest.mark.parametrize("revision", ["composer:1:abc", "store:1:abc"])
def test_database_beats_transcript(folder: Path, tmp_path: Path, revision: str) -> None:
    """A conversation known from a database is not read again, poorer, from its transcript."""
    (folder / "t1.jsonl").write_text(lines(said("user", words("Hi"))))
    records = read(tmp_path, {"cursor:t1": revision}.get)
    assert records == [Unchanged("cursor:t1")]
    assert any(isinstance(record, Conversation) for record in read(tmp_path, {"cursor:t1": "transcript"}.get))


@pytest.mark.parametrize(
    ("name", "content"), [("t1.jsonl", b""), ("t1.json", b"{}"), ("t1.txt", b"\xff\x00prose alone")]
)
def test_empty_transcripts(folder: Path, tmp_path: Path, name: str, content: bytes) -> None:
    """A file without a message is skipped as empty."""
    (folder / name).write_bytes(content)
    assert skipped(read(tmp_path)) == {"empty": 1}


def test_transcript_of_another_shape_is_a_problem(folder: Path, tmp_path: Path) -> None:
    """Records of which none is understood are no empty transcript."""
    (folder / "t1.jsonl").write_text(lines({"speaker": "user", "say": "Hi"}))
    assert [record.what for record in read(tmp_path) if isinstance(record, Problem)] == ["no messages"]


def test_torn_json(folder: Path, tmp_path: Path) -> None:
    """An array cut in half is a Problem."""
    (folder / "t1.json").write_text('[{"role":"user","te')
    assert [record.what for record in read(tmp_path) if isinstance(record, Problem)] == ["torn file"]
