"""Antigravity's conversation databases: steps of protobuf, written field by field, and what is made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.records import Problem, Seen, Skipped, ToolCall
from tests.adapters.antigravity_homes import (
    SHOP,
    call,
    database,
    only,
    pb,
    planner,
    read,
    said,
    tool,
    user,
)

UNVERIFIED = "unverified schema"


def test_a_conversation_reads_from_its_database(tmp_path: Path) -> None:
    """The typed text is 19.2, the reply 20.1, once each although both are stored twice; the step's index names it."""
    database(tmp_path, [user("Which port?"), planner("Port 8080.")], about={1: {1: "file:///home/anna/shop"}})
    found = only(tmp_path)
    assert [(m.id, m.role, m.text, m.created_at, m.place, m.origin) for m in found.messages] == [
        (f"antigravity:{SHOP}#0", "user", "Which port?", "2026-03-02T09:00:00Z", "0", "person"),
        (f"antigravity:{SHOP}#1", "assistant", "Port 8080.", "2026-03-02T09:00:01.5Z", "1", "model"),
    ]
    assert (found.project, found.created_at, found.updated_at) == (
        "/home/anna/shop",
        "2026-03-02T09:00:00Z",
        "2026-03-02T09:00:01.5Z",
    )
    assert (found.attrs["model"], found.attrs["root"]) == ("Gemini 3.1 Pro (High)", str(tmp_path))
    assert found.source_ref == str(tmp_path / "conversations" / f"{SHOP}.db")


def test_gaps_in_the_index_keep_the_order(tmp_path: Path) -> None:
    """Steps 3 and 5 follow each other."""
    database(tmp_path, [(5, planner("second")), (3, user("first"))])
    assert said(only(tmp_path)) == [("user", "first"), ("assistant", "second")]


@pytest.mark.parametrize("source", [3, 5, 6])
def test_input_nobody_typed_is_not_the_persons(tmp_path: Path, source: int) -> None:
    """Implicit and system input keeps a role of its own."""
    database(tmp_path, [user("Continue.", source=source), planner("Yes.")])
    assert [(m.role, m.origin) for m in only(tmp_path).messages] == [("system", "harness"), ("assistant", "model")]


def test_a_call_told_by_planner_and_tool_is_one_call(tmp_path: Path) -> None:
    """A reply without words announces two calls; their results follow without a call of their own."""
    first, second = call("c1", "run_command", CommandLine="ls"), call("c2", "view_file", Path="a.py")
    database(
        tmp_path,
        [
            user("Look"),
            planner("", calls=[first, second]),
            tool(21, first, {56: {21: {1: {1: "a.py\n"}}}}),
            tool(8, second, {14: {1: "/home/anna/shop/a.py", 2: "import this and much more"}}),
        ],
    )
    assert [(m.role, m.text, m.tool_calls) for m in only(tmp_path).messages[1:]] == [
        (
            "assistant",
            "",
            (ToolCall("run_command", '{"CommandLine": "ls"}', "c1"), ToolCall("view_file", '{"Path": "a.py"}', "c2")),
        ),
        ("tool", "a.py", ()),
        ("tool", "import this and much more", ()),
    ]


def test_a_call_that_no_planner_announced_stays_with_its_result(tmp_path: Path) -> None:
    """A tool step alone carries its call."""
    database(tmp_path, [user("Look"), tool(132, call("c9", "send_message", To="x"), {140: {1: {2: "sent"}}})])
    [message] = only(tmp_path).messages[1:]
    assert (message.role, message.text, [c.name for c in message.tool_calls]) == ("tool", "sent", ["send_message"])


def test_an_unknown_step_with_a_call_is_a_tool_and_without_one_is_counted(tmp_path: Path) -> None:
    """Type 200 with metadata 5.4 is read; type 201 without is seen."""
    database(
        tmp_path, [user("Look"), tool(200, call("c1", "teleport"), {300: {1: "arrived"}}), {1: 201, 301: {1: "noise"}}]
    )
    found = read(tmp_path)
    assert said(only(tmp_path)) == [("user", "Look"), ("tool", "arrived")]
    assert [(s.type, s.count) for s in found if isinstance(s, Seen) and s.type != UNVERIFIED] == [("step type 201", 1)]


def test_steps_of_the_harness_are_not_messages(tmp_path: Path) -> None:
    """Reminders, other conversations' titles and system messages stay out; an error is the harness's word."""
    database(
        tmp_path,
        [
            user("Look"),
            {1: 98, 111: {1: "Other chat"}},
            {1: 90, 103: {1: "Do not mention this."}},
            {1: 101, 114: {1: "note"}},
            {1: 17, 24: {3: {1: "The model is overloaded."}}},
        ],
    )
    assert [(m.role, m.origin, m.text) for m in only(tmp_path).messages] == [
        ("user", "person", "Look"),
        ("system", "harness", "The model is overloaded."),
    ]


def test_a_checkpoint_gives_the_title_and_no_message(tmp_path: Path) -> None:
    """30.4 is a generated title, not a reply."""
    database(tmp_path, [user("Look"), {1: 23, 30: {4: "Finding the port", 19: "Look"}}])
    found = only(tmp_path)
    assert (found.title, len(found.messages)) == ("Finding the port", 1)


def test_the_reply_as_first_written_stands_where_a_variant_differs(tmp_path: Path) -> None:
    """20.1 before 20.8; 20.8 only where 20.1 is empty."""
    database(tmp_path, [{1: 15, 20: {1: "one", 8: "two"}}, {1: 15, 20: {8: "three"}}])
    assert [m.text for m in only(tmp_path).messages] == ["one", "three"]


def test_a_child_conversation_belongs_to_its_parent(tmp_path: Path) -> None:
    """Field 5 of the trajectory's metadata names the parent."""
    database(tmp_path, [user("Search"), planner("Found.")], about={5: "parent-1"})
    found = only(tmp_path)
    assert (found.kind, found.parent) == ("subagent", "antigravity:parent-1")


def test_a_broken_step_costs_itself(tmp_path: Path) -> None:
    """A payload that does not parse is a Problem with its row; the conversation is partial."""
    path = database(tmp_path, [user("one"), b"\xff\xff\xff", planner("two")])
    problems = [record for record in read(tmp_path) if isinstance(record, Problem)]
    assert problems == [Problem("antigravity", f"{path}:1", "unreadable step", "its payload does not parse")]
    found = only(tmp_path)
    assert (said(found), found.attrs["partial"]) == ([("user", "one"), ("assistant", "two")], "1")


def test_a_database_without_steps_is_empty(tmp_path: Path) -> None:
    """Nothing happened in it: skipped, with its reason."""
    path = database(tmp_path, [])
    assert read(tmp_path) == [Skipped("antigravity", str(path), "empty")]


def test_a_database_of_unknown_steps_is_a_loud_problem(tmp_path: Path) -> None:
    """Records that yield nothing are reported, not passed over."""
    path = database(tmp_path, [{1: 201, 301: {1: "noise"}}])
    assert Problem("antigravity", str(path), "no messages", "its records were not understood") in read(tmp_path)


def test_a_file_that_is_no_database_is_a_problem(tmp_path: Path) -> None:
    """A wreck under a database's name does not end the run."""
    path = database(tmp_path, [user("x")])
    path.write_bytes(b"not a database at all, whatever its name says")
    assert {record.what for record in read(tmp_path) if isinstance(record, Problem)} == {
        "broken database",
        "no messages",
    }


def test_an_unverified_schema_is_seen_and_still_read(tmp_path: Path) -> None:
    """The fingerprint of a schema nobody checked shows up in the drift canary."""
    database(tmp_path, [user("one")])
    [seen] = [record for record in read(tmp_path) if isinstance(record, Seen)]
    assert seen.type == UNVERIFIED and len(seen.version or "") == 12
    assert said(only(tmp_path)) == [("user", "one")]


def test_reading_leaves_nothing_behind(tmp_path: Path) -> None:
    """No file is added beside the person's, and a second reading gives the same."""
    database(tmp_path, [user("one"), planner("two")])
    before = sorted(tmp_path.rglob("*"))
    first = read(tmp_path)
    assert sorted(tmp_path.rglob("*")) == before
    assert read(tmp_path) == first


def test_the_person_typing_protobuf_words_is_still_read(tmp_path: Path) -> None:
    """Known paths are never guessed at: words that would parse as messages stay words."""
    words = ["hg", "mkdir", "pip3", "\n$" + "a" * 36]
    database(tmp_path, [user(word, k) for k, word in enumerate(words)])
    assert [m.text for m in only(tmp_path).messages] == [word.strip() for word in words]
    assert pb({1: "a"}) == b"\n\x01a"
