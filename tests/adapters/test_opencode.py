"""OpenCode: sessions of three eras, written small, and what is made of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.opencode import ADAPTER
from compiler.records import Conversation, Env, Problem, Seen, Skipped, ToolCall, Unchanged
from tests.adapters.opencode_homes import (
    NINE,
    SHOP,
    assistant,
    database,
    only,
    read,
    said,
    tool,
    tree,
    turns,
    typed,
    user,
)

QUESTION = {"questions": [{"question": "Which store?", "options": [{"label": "SQLite"}, {"label": "Files"}]}]}


def test_a_session_reads_from_the_database(tmp_path: Path) -> None:
    """Messages by time, parts by id; folder, title, model and version beside them."""
    path = database(tmp_path, user("Which port?"), assistant({"type": "reasoning", "text": "hm"}, "Port", "8080."))
    found = only(tmp_path)
    assert [(m.id, m.role, m.text, m.created_at, m.place, m.origin) for m in found.messages] == [
        ("opencode:ses_shop#msg_shop_0", "user", "Which port?", "2026-03-02T09:00:00Z", "message/msg_shop_0", "person"),
        (
            "opencode:ses_shop#msg_shop_1",
            "assistant",
            "Port\n\n8080.",
            "2026-03-02T09:00:01Z",
            "message/msg_shop_1",
            "model",
        ),
    ]
    assert (found.title, found.project, found.created_at, found.kind) == (
        "Port of the shop",
        "/home/anna/shop",
        "2026-03-02T09:00:00Z",
        "main",
    )
    assert (found.attrs["model"], found.attrs["version"], found.source_ref) == ("claude-sonnet-4-5", "1.2.3", str(path))


def test_the_same_session_reads_alike_from_every_layout(tmp_path: Path) -> None:
    """Database, JSON tree and the first tree of 2025 give the same conversation."""
    messages = (user("Which port?"), assistant("8080.", tool("bash", {"command": "ss"}, "8080")))
    database(tmp_path / "a", *messages)
    tree(tmp_path / "b", *messages)
    tree(tmp_path / "c", *messages, first_layout=True)
    first, second, third = (only(tmp_path / name) for name in "abc")
    assert said(first) == said(second) == said(third)
    assert [m.created_at for m in first.messages[:2]] == [m.created_at for m in second.messages[:2]]
    assert first.project == second.project == third.project == "/home/anna/shop"


def test_the_database_stands_before_the_files_it_was_made_from(tmp_path: Path) -> None:
    """An upgrade leaves the JSON files behind; only sessions that the database lacks are read from them."""
    database(tmp_path, user("new"))
    tree(tmp_path, user("old copy"))
    tree(tmp_path, user("never migrated"), name="ses_other")
    found = {r.id: said(r) for r in read(tmp_path) if isinstance(r, Conversation)}
    assert found == {"opencode:ses_shop": [("user", "new")], "opencode:ses_other": [("user", "never migrated")]}


def test_what_the_harness_adds_to_a_prompt_is_not_the_persons(tmp_path: Path) -> None:
    """Synthetic and ignored parts stay out; a message of nothing else is the harness's."""
    database(
        tmp_path,
        user("Fix it", typed("Called the Read tool", synthetic=True), typed("hidden", ignored=True)),
        user(typed("Continue if you have next steps", synthetic=True)),
    )
    assert [(m.role, m.origin, m.text) for m in only(tmp_path).messages] == [
        ("user", "person", "Fix it"),
        ("system", "harness", "Continue if you have next steps"),
    ]


def test_a_file_alone_is_still_a_turn(tmp_path: Path) -> None:
    """An attachment without words leaves its name."""
    database(tmp_path, user({"type": "file", "mime": "image/png", "filename": "a.png", "url": "data:…"}))
    assert said(only(tmp_path)) == [("user", "[a.png]")]


def test_calls_and_results(tmp_path: Path) -> None:
    """A message holds its calls; each result is a tool's message under its part, an error too."""
    failed = {"type": "tool", "tool": "edit", "callID": "c2", "state": {"status": "error", "error": "No such file"}}
    database(tmp_path, user("Look"), assistant("I look.", tool("bash", {"command": "ls"}, "a.py\n", call="c1"), failed))
    found = only(tmp_path).messages[1:]
    assert found[0].tool_calls == (ToolCall("bash", '{"command": "ls"}', "c1"), ToolCall("edit", "", "c2"))
    assert [(m.role, m.text, m.place) for m in found[1:]] == [
        ("tool", "a.py", "part/prt_shop_1_1"),
        ("tool", "No such file", "part/prt_shop_1_2"),
    ]


def test_an_answered_question_is_the_persons_words(tmp_path: Path) -> None:
    """The model asks with a tool; what was chosen or written is the person's."""
    asked = tool("question", QUESTION, "User has answered.", metadata={"answers": [["SQLite", "one file is easier"]]})
    database(tmp_path, user("Plan"), assistant(asked))
    assert [(m.role, m.origin, m.text) for m in only(tmp_path).messages[1:]] == [
        ("assistant", "model", "Which store? (SQLite / Files)"),
        ("user", "person", "SQLite\none file is easier"),
    ]


def test_a_command_run_with_a_bang_is_the_persons(tmp_path: Path) -> None:
    """OpenCode stores it as a tool call under a synthetic message."""
    told = typed("The following tool was executed by the user", synthetic=True)
    database(tmp_path, user(told), assistant(tool("bash", {"command": "git log -1"}, "9f2c Fix")))
    assert said(only(tmp_path)) == [("user", "!git log -1"), ("tool", "9f2c Fix")]


def test_a_compaction_summary_is_the_harnesss(tmp_path: Path) -> None:
    """It is written by a model in the assistant's role, and told apart by its mark."""
    marker = user({"type": "compaction", "auto": True})
    database(tmp_path, user("Plan"), marker, assistant("## Goal", summary=True, mode="compaction", modelID="small"))
    found = only(tmp_path)
    assert [(m.role, m.origin) for m in found.messages] == [("user", "person"), ("system", "harness")]
    assert "model" not in found.attrs


def test_what_was_taken_back_lies_on_a_branch(tmp_path: Path) -> None:
    """`revert` names the first message of it, results of its tools included."""
    database(
        tmp_path,
        user("one"),
        assistant("1"),
        user("two"),
        assistant("2", tool("bash", {}, "out")),
        revert='{"messageID": "msg_shop_2", "snapshot": "x"}',
    )
    assert [(m.text, m.branch) for m in only(tmp_path).messages] == [
        ("one", None),
        ("1", None),
        ("two", "reverted"),
        ("2", "reverted"),
        ("out", "reverted"),
    ]


def test_a_child_session_belongs_to_its_parent(tmp_path: Path) -> None:
    """The task tool's sessions; their prompts are another agent's words."""
    database(tmp_path, user("Search the tests"), assistant("Found 3."), parent_id="ses_parent")
    found = only(tmp_path)
    assert (found.kind, found.parent) == ("subagent", "opencode:ses_parent")
    assert [(m.role, m.origin) for m in found.messages] == [("system", "agent"), ("assistant", "model")]


@pytest.mark.parametrize("title", ["New session - 2026-03-02T09:00:00.000Z", "", "Child session - x"])
def test_a_placeholder_is_no_title(tmp_path: Path, title: str) -> None:
    """OpenCode names a session before it knows what it is about."""
    database(tmp_path, user("hi"), title=title)
    assert only(tmp_path).title is None


ASSISTANT_2: dict[str, Any] = {
    "model": {"id": "gpt-5.5", "providerID": "openai"},
    "content": [
        {"type": "reasoning", "id": "r", "text": "hm"},
        {"type": "text", "text": "I look."},
        {
            "type": "tool",
            "id": "c1",
            "name": "bash",
            "state": {"status": "completed", "input": {"command": "ls"}, "content": [{"type": "text", "text": "a.py"}]},
        },
    ],
}


def test_a_session_of_version_two(tmp_path: Path) -> None:
    """One row a turn: prompt, reply with its calls, shell command, summary; switches and context are silent."""
    turns(
        tmp_path,
        ("user", {"text": "Look"}),
        ("model-switched", {"model": {"id": "x"}}),
        ("system", {"text": "context"}),
        ("assistant", ASSISTANT_2),
        ("synthetic", {"text": "Continue"}),
        ("shell", {"callID": "s", "command": "git log", "output": "9f2c"}),
        ("compaction", {"reason": "auto", "summary": "Looked.", "recent": "…"}),
    )
    found = only(tmp_path)
    assert [(m.role, m.origin, m.text) for m in found.messages] == [
        ("user", "person", "Look"),
        ("assistant", "model", "I look."),
        ("tool", None, "a.py"),
        ("system", "harness", "Continue"),
        ("user", "person", "!git log"),
        ("tool", None, "9f2c"),
        ("system", "harness", "Looked."),
    ]
    assert found.messages[1].tool_calls == (ToolCall("bash", '{"command": "ls"}', "c1"),)
    assert (found.attrs["model"], found.attrs["version"]) == ("gpt-5.5", "2.0.3")


def test_the_era_that_holds_more_turns_is_read(tmp_path: Path) -> None:
    """After an upgrade the old rows stay; a session that went on is whole in the new table alone, and never twice."""
    database(tmp_path, user("one"), assistant("1"))
    turns(tmp_path, ("user", {"text": "one"}), ("assistant", {"content": [typed("1")]}), ("user", {"text": "two"}))
    assert said(only(tmp_path)) == [("user", "one"), ("assistant", "1"), ("user", "two")]


def test_a_fork_names_its_origin(tmp_path: Path) -> None:
    """A continuation is no sub-agent."""
    turns(tmp_path, ("user", {"text": "Go on"}), fork_session_id="ses_first")
    found = only(tmp_path)
    assert (found.parent, found.kind) == ("opencode:ses_first", "main")


def test_a_session_that_did_not_change_is_not_read_again(tmp_path: Path) -> None:
    """Its rows and times are the revision; a new message changes it."""
    path = database(tmp_path, user("one"))
    revision = only(tmp_path).attrs["revision"]
    [unit] = ADAPTER.discover(tmp_path)
    assert not isinstance(unit, Problem | Skipped)
    assert list(ADAPTER.read(unit, lambda _id: revision)) == [Unchanged("opencode:ses_shop")]
    with apsw.Connection(str(path)) as connection:
        connection.execute(
            "insert into part values ('prt_z', 'msg_shop_0', ?, 1, ?, ?)", (SHOP, NINE, '{"type":"patch"}')
        )
    connection.close()
    assert not any(isinstance(record, Unchanged) for record in ADAPTER.read(unit, lambda _id: revision))


def test_unknown_parts_are_counted_with_the_version(tmp_path: Path) -> None:
    """A new kind of part is seen; the text beside it is read."""
    database(tmp_path, user("hi", {"type": "hologram"}), assistant({"type": "hologram"}))
    assert [r for r in read(tmp_path) if isinstance(r, Seen)] == [Seen("opencode", "part hologram", "1.2.3", 2)]
    assert said(only(tmp_path)) == [("user", "hi")]


def test_a_session_without_messages_is_empty(tmp_path: Path) -> None:
    """Opened and left: skipped. Rows that nobody understands: a Problem."""
    path = database(tmp_path)
    assert read(tmp_path) == [Skipped("opencode", f"{path}: ses_shop", "empty")]
    database(tmp_path, ({"role": "oracle"}, []), name="ses_odd")
    assert Problem("opencode", f"{path}: ses_odd", "no messages", "1 records, none of them understood") in read(
        tmp_path
    )


def test_a_broken_row_costs_itself(tmp_path: Path) -> None:
    """Its neighbours are read, and it is named."""
    path = database(tmp_path, user("one"), assistant("two"))
    with apsw.Connection(str(path)) as connection:
        connection.execute("update part set data = '{\"type\": \"te' where id = 'prt_shop_0_0'")
    connection.close()
    assert [r.where for r in read(tmp_path) if isinstance(r, Problem)] == [f"{path}: part/prt_shop_0_0"]
    assert said(only(tmp_path)) == [("assistant", "two")]


def test_a_database_of_something_else_is_a_problem(tmp_path: Path) -> None:
    """Neither era's tables."""
    with apsw.Connection(str(tmp_path / "opencode.db")) as connection:
        connection.execute("create table birds (name text)")
    connection.close()
    [problem] = read(tmp_path)
    assert isinstance(problem, Problem) and problem.what == "unknown schema"


def test_reading_leaves_nothing_behind(tmp_path: Path) -> None:
    """No file is added beside the person's, and a second reading gives the same."""
    database(tmp_path, user("one"))
    before = sorted(tmp_path.rglob("*"))
    assert read(tmp_path) == read(tmp_path)
    assert sorted(tmp_path.rglob("*")) == before


def test_folder_and_single_files_are_roots(tmp_path: Path) -> None:
    """The data folder, its `storage`, the database, and a session's file."""
    path = database(tmp_path / "new", user("hi"))
    session = tree(tmp_path / "old", user("hi"))
    for root in (tmp_path / "new", path, tmp_path / "old", tmp_path / "old" / "storage", session):
        assert said(only(root)) == [("user", "hi")]
        assert ADAPTER.claims(root)
    assert not ADAPTER.claims(tmp_path)


def test_where_opencode_may_live() -> None:
    """The environment's places come before the home folder."""
    env = Env(Path("/home/anna"), "linux", {"XDG_DATA_HOME": "/data"})
    assert ADAPTER.locate(env) == [Path("/data/opencode"), Path("/home/anna/.local/share/opencode")]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = ["type", "text", "synthetic", "tool", "state", "callID", "prompt", "command", "filename"]


@settings(max_examples=300, deadline=None)
@given(
    part=st.dictionaries(st.sampled_from(KEYS), json_values, max_size=5),
    kind=st.sampled_from(["text", "tool", "file", "subtask"]),
    state=json_values,
)
def test_fields_of_any_shape_never_raise(
    tmp_path_factory: pytest.TempPathFactory, part: dict[str, Any], kind: str, state: Any
) -> None:
    """Whatever a part holds instead of what it should, the prompt after it is read."""
    root = tmp_path_factory.getbasetemp() / "shapes-opencode"
    for old in root.rglob("*.db"):
        old.unlink()
    odd = {**part, "type": kind, "state": state}
    database(root, user(odd), assistant(odd), user("still here"))
    assert said(only(root))[-1] == ("user", "still here")


@settings(max_examples=1000, deadline=None)
@given(wreck=st.binary(max_size=80))
def test_any_file_leaves_its_neighbours(tmp_path_factory: pytest.TempPathFactory, wreck: bytes) -> None:
    """A broken part file costs itself."""
    root = tmp_path_factory.getbasetemp() / "wreck-opencode"
    tree(root, user("gone"), user("still here"))
    (root / "storage/part/msg_0/prt_0_0.json").write_bytes(wreck)
    assert said(only(root))[-1] == ("user", "still here")


def test_a_file_that_goes_before_it_is_read_is_a_problem(tmp_path: Path) -> None:
    """Between discovery and reading anything may happen to a file; the run goes on."""
    path = tree(tmp_path, user("hi"))
    [unit] = ADAPTER.discover(tmp_path)
    path.unlink()
    assert not isinstance(unit, Problem | Skipped)
    assert list(ADAPTER.read(unit)) == [Problem("opencode", str(path), "unreadable file", "No such file or directory")]
