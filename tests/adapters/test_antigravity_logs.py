"""Antigravity's logs and documents: the same conversation told again, more or less completely."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.antigravity import ADAPTER
from adapters.antigravity.steps import request
from adapters.antigravity.transcripts import plain
from compiler.records import Problem, Seen, Skipped, ToolCall
from tests.adapters.antigravity_homes import (
    SHOP,
    artefact,
    call,
    database,
    log,
    logged,
    only,
    planner,
    read,
    said,
    sealed,
    tool,
    typed,
    user,
)


def test_a_log_alone_is_a_conversation(tmp_path: Path) -> None:
    """Lines are ordered by step, not by their place in the file; a message's place is its line."""
    path = log(
        tmp_path, [typed(0, "Which port?"), logged(4, "PLANNER_RESPONSE", "8080."), logged(2, "VIEW_FILE", "x = 8080")]
    )
    found = only(tmp_path)
    assert [(m.id, m.role, m.text, m.place) for m in found.messages] == [
        (f"antigravity:{SHOP}#0", "user", "Which port?", "1"),
        (f"antigravity:{SHOP}#2", "tool", "x = 8080", "3"),
        (f"antigravity:{SHOP}#4", "assistant", "8080.", "2"),
    ]
    assert (found.source_ref, found.attrs["fidelity"]) == (str(path), "shortened")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("plain words", "plain words"),
        ("<USER_REQUEST>\nFix it\n</USER_REQUEST>\n<ADDITIONAL_METADATA>\nx\n</ADDITIONAL_METADATA>", "Fix it"),
        ("<USER_REQUEST>\none\n</USER_REQUEST>\n<USER_REQUEST>\ntwo\n</USER_REQUEST>", "one\ntwo"),
        (
            "<USER_REQUEST>\nwhat is </USER_REQUEST> for?\n</USER_REQUEST>\n<USER_SETTINGS_CHANGE>",
            "what is </USER_REQUEST> for?",
        ),
        ("<USER_REQUEST>\ncut off in the mid", "cut off in the mid"),
    ],
)
def test_the_request_without_its_metadata(content: str, words: str) -> None:
    """Only a closing tag before another tag or the end closes the request."""
    assert request(content) == words


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('"ls -la"', "ls -la"),
        ("5000", 5000),
        ('"cut off\n<truncated 83 bytes>', "cut off\n<truncated 83 bytes>"),
        (7, 7),
    ],
)
def test_arguments_come_out_of_their_json_text(written: object, value: object) -> None:
    """The short log writes each argument as JSON text; a value cut within keeps its raw text."""
    assert plain(written) == value


def test_arguments_of_the_full_log_are_as_they_are(tmp_path: Path) -> None:
    """There a text of digits is a text."""
    calls = [{"name": "run_command", "args": {"CommandLine": "ls", "Port": "5000"}}]
    log(tmp_path, [typed(0, "Run"), logged(1, "PLANNER_RESPONSE", "", tool_calls=calls)], "transcript_full.jsonl")
    assert only(tmp_path).messages[1].tool_calls == (
        ToolCall("run_command", '{"CommandLine": "ls", "Port": "5000"}', None),
    )


def test_the_whole_text_stands_before_the_shortened(tmp_path: Path) -> None:
    """Two logs of one conversation: each step once, from whichever has it whole; a step in one of them is kept."""
    log(
        tmp_path,
        [typed(0, "Read"), logged(1, "VIEW_FILE", "line 1\n<truncated 900 bytes>", truncated_fields=["content"])],
    )
    log(
        tmp_path,
        [logged(1, "VIEW_FILE", "line 1 and 2"), logged(2, "PLANNER_RESPONSE", "Ok.")],
        "transcript_full.jsonl",
    )
    assert said(only(tmp_path)) == [("user", "Read"), ("tool", "line 1 and 2"), ("assistant", "Ok.")]


def test_database_and_log_are_one_conversation(tmp_path: Path) -> None:
    """The same steps from both count once, with the call's id of the database; the log adds what came later."""
    first = call("c1", "run_command", CommandLine="ls")
    database(tmp_path, [user("Look"), planner("I look.", calls=[first]), tool(21, first, {})])
    logged_call = [{"name": "run_command", "args": {"CommandLine": '"ls"'}}]
    log(
        tmp_path,
        [
            typed(0, "Look"),
            logged(1, "PLANNER_RESPONSE", "I look.", tool_calls=logged_call),
            logged(2, "RUN_COMMAND", "Created At: 2026-03-02 10:00\nCompleted At: 2026-03-02 10:01\na.py"),
            logged(3, "PLANNER_RESPONSE", "One file."),
        ],
    )
    found = only(tmp_path)
    assert said(found) == [("user", "Look"), ("assistant", "I look."), ("tool", "a.py"), ("assistant", "One file.")]
    assert [c.id for m in found.messages for c in m.tool_calls] == ["c1"]
    assert [m.place for m in found.messages] == ["0", "1", "transcript.jsonl:3", "transcript.jsonl:4"]


def test_steps_for_the_model_alone_are_left_out(tmp_path: Path) -> None:
    """Reminders, histories and checkpoints are no messages; the checkpoint's objective is the title."""
    log(
        tmp_path,
        [
            typed(0, "Look"),
            logged(1, "EPHEMERAL_MESSAGE", "Do not respond", "SYSTEM"),
            logged(2, "CONVERSATION_HISTORY", "Other chats", "SYSTEM"),
            logged(
                3, "CHECKPOINT", "{{ CHECKPOINT 0 }}\n# USER Objective:\nFinding the port\n\n# User Requests", "SYSTEM"
            ),
            logged(4, "HEARTBEAT", "", "SYSTEM"),
        ],
    )
    found = read(tmp_path)
    assert (said(only(tmp_path)), only(tmp_path).title) == ([("user", "Look")], "Finding the port")
    assert [record.type for record in found if isinstance(record, Seen)] == ["log type HEARTBEAT"]


def test_an_outline_is_read_as_one(tmp_path: Path) -> None:
    """`overview.txt` of spring 2026 holds the speakers alone, with gaps in the count."""
    log(tmp_path, [typed(0, "Plan"), logged(8, "PLANNER_RESPONSE", "A plan.")], "overview.txt")
    found = only(tmp_path)
    assert (said(found), found.attrs["fidelity"]) == ([("user", "Plan"), ("assistant", "A plan.")], "outline")


def test_chunks_are_joined_before_they_are_cut_into_lines(tmp_path: Path) -> None:
    """Pieces end in the middle of a character; 10 comes after 9, and a shorter whole file loses to them."""
    whole = log(tmp_path, [typed(0, "Grüße"), logged(1, "PLANNER_RESPONSE", "Hallo.")], "transcript_full.jsonl")
    data = json.dumps(typed(0, "Grüße"), ensure_ascii=False).encode() + b"\n" + whole.read_bytes().split(b"\n", 1)[1]
    whole.write_bytes(data[:40])
    folder = whole.parent / "chunks" / "transcript_full"
    folder.mkdir(parents=True)
    middle = data.index("ü".encode()) + 1
    for name, piece in (("9", data[:middle]), ("10", data[middle:])):
        (folder / f"{name}.jsonl").write_bytes(piece)
    assert said(only(tmp_path)) == [("user", "Grüße"), ("assistant", "Hallo.")]


def test_a_count_that_starts_again_goes_on(tmp_path: Path) -> None:
    """Two logs written into one file: the second's steps follow the first's."""
    log(
        tmp_path,
        [typed(0, "one"), logged(1, "PLANNER_RESPONSE", "1"), typed(0, "two"), logged(1, "PLANNER_RESPONSE", "2")],
    )
    assert [m.text for m in only(tmp_path).messages] == ["one", "1", "two", "2"]


def test_a_trajectory_export_is_read(tmp_path: Path) -> None:
    """The JSON form of the same steps, with the longest text of a tool's payload as its result."""
    steps = [
        {"type": "CORTEX_STEP_TYPE_USER_INPUT", "userInput": {"userResponse": "Look"}},
        {
            "type": "CORTEX_STEP_TYPE_PLANNER_RESPONSE",
            "plannerResponse": {
                "response": "I look.",
                "toolCalls": [{"id": "c1", "name": "run_command", "argumentsJson": '{"CommandLine":"ls"}'}],
            },
        },
        {"type": "CORTEX_STEP_TYPE_RUN_COMMAND", "runCommand": {"cwd": "/a", "combinedOutput": {"full": "a.py b.py"}}},
    ]
    path = tmp_path / "conversations" / f"{SHOP}.trajectory.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"cascadeId": SHOP, "steps": steps}))
    found = only(tmp_path)
    assert said(found) == [("user", "Look"), ("assistant", "I look."), ("tool", "a.py b.py")]
    assert found.messages[1].tool_calls == (ToolCall("run_command", '{"CommandLine":"ls"}', "c1"),)


def test_documents_stand_where_they_were_last_changed(tmp_path: Path) -> None:
    """The agent's plan is its word, at the time its metadata gives; earlier states of it are not read."""
    log(tmp_path, [typed(0, "Plan"), logged(5, "PLANNER_RESPONSE", "Done.")])
    artefact(
        tmp_path, "implementation_plan.md", "# Port of the shop\n\n- [ ] test", updatedAt="2026-03-02T09:00:03.1234567Z"
    )
    artefact(tmp_path, "implementation_plan.md.resolved.9", "old")
    artefact(tmp_path, "task.md", "- [/] write it <!-- id: 3 -->")
    found = only(tmp_path)
    assert [(m.id.partition("#")[2], m.role, m.text) for m in found.messages] == [
        ("0", "user", "Plan"),
        ("brain:implementation_plan.md", "assistant", "# Port of the shop\n\n- [ ] test"),
        ("5", "assistant", "Done."),
        ("brain:task.md", "assistant", "- [/] write it <!-- id: 3 -->"),
    ]
    assert found.title == "Port of the shop"


def test_an_encrypted_conversation_is_counted_and_left_alone(tmp_path: Path) -> None:
    """Alone it is skipped as encrypted; its documents are still read."""
    path = sealed(tmp_path)
    assert read(tmp_path) == [Skipped("antigravity", str(path), "encrypted")]
    artefact(tmp_path, "task.md", "- [ ] ship")
    found = only(tmp_path)
    assert (said(found), found.attrs["encrypted"]) == ([("assistant", "- [ ] ship")], "1")
    assert Skipped("antigravity", str(path), "encrypted") in read(tmp_path)


@pytest.mark.parametrize("folder", ["conversations", "implicit"])
def test_a_database_stands_before_an_encrypted_copy(tmp_path: Path, folder: str) -> None:
    """One id in both forms is one conversation, and nothing is missing of it."""
    database(tmp_path, [user("one")])
    sealed(tmp_path, folder)
    assert said(only(tmp_path)) == [("user", "one")]
    assert not [record for record in read(tmp_path) if isinstance(record, Skipped | Problem)]


SAMPLE = b"".join(json.dumps(line).encode() + b"\n" for line in [typed(0, "one"), logged(1, "VIEW_FILE", "two")])
GOOD = json.dumps(typed(77, "still here")).encode() + b"\n"


@settings(max_examples=1000, deadline=None)
@given(wreck=st.binary(max_size=60), cut=st.integers(0, len(SAMPLE)))
def test_no_wreck_costs_an_intact_line(tmp_path_factory: pytest.TempPathFactory, wreck: bytes, cut: int) -> None:
    """A log cut anywhere, with rubbish behind the cut, still gives the line that follows."""
    root = tmp_path_factory.getbasetemp() / "fuzz-antigravity"
    log(root, []).write_bytes(SAMPLE[:cut] + wreck + b"\n" + GOOD)
    assert [m.text for m in only(root).messages][-1:] == ["still here"]


@settings(max_examples=300, deadline=None)
@given(payload=st.binary(max_size=80))
def test_any_payload_leaves_its_neighbours(tmp_path_factory: pytest.TempPathFactory, payload: bytes) -> None:
    """Whatever bytes a step holds, the steps beside it are read."""
    root = tmp_path_factory.getbasetemp() / "fuzz-antigravity-db"
    for old in root.rglob("*.db"):
        old.unlink()
    database(root, [user("before"), payload, planner("after")])
    texts = [m.text for m in only(root).messages]
    assert (texts[0], texts[-1]) == ("before", "after")


def test_files_that_go_before_they_are_read_end_nothing(tmp_path: Path) -> None:
    """Between discovery and reading anything may happen to a file; the run goes on."""
    path = database(tmp_path, [user("hi")])
    [unit] = ADAPTER.discover(tmp_path)
    path.unlink()
    assert not isinstance(unit, Problem | Skipped)
    assert [record.reason for record in ADAPTER.read(unit) if isinstance(record, Skipped)] == ["empty"]
