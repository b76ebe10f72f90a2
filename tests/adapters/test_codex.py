"""Codex rollouts: small sessions written record by record, and what is made of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adapters.codex import ADAPTER
from compiler.records import Problem, Skipped
from tests.adapters.codex_homes import (
    ANNA,
    FORK,
    conversations,
    event,
    item,
    line,
    meta,
    prompt,
    read,
    reply,
    rollout,
    said,
    sent,
    session,
)


def test_a_session_says_each_thing_once(tmp_path: Path) -> None:
    """Prompt and reply stand once, under the line of their event, though a response item tells them too."""
    found = session(tmp_path, *prompt("Which port does the shop use?"), *reply("Port 8080."))
    assert [(m.id, m.role, m.text, m.place, m.origin) for m in found.messages] == [
        (f"codex:{ANNA}#3", "user", "Which port does the shop use?", "3", "person"),
        (f"codex:{ANNA}#4", "assistant", "Port 8080.", "4", "model"),
    ]


def test_what_is_known_of_the_session(tmp_path: Path) -> None:
    """Folder, times, model, version, branch and name come from the records that hold them."""
    rollout(
        tmp_path,
        [
            meta(git={"branch": "main", "commit_hash": "9f2c"}),
            line("turn_context", {"cwd": "/home/anna/shop", "model": "gpt-5.5"}),
            *prompt("hi"),
            event("thread_name_updated", thread_id=ANNA, thread_name="Find the port"),
        ],
    )
    [found] = conversations(tmp_path).values()
    assert (found.id, found.title, found.project) == (f"codex:{ANNA}", "Find the port", "/home/anna/shop")
    assert (found.created_at, found.updated_at) == ("2026-03-02T09:00:00Z", "2026-03-02T09:00:01Z")
    assert {key: found.attrs[key] for key in ("model", "version", "git_branch", "root")} == {
        "model": "gpt-5.5",
        "version": "0.130.0",
        "git_branch": "main",
        "root": str(tmp_path),
    }
    assert found.source_ref == str(tmp_path / f"sessions/2026/03/02/rollout-2026-03-02T10-00-00-{ANNA}.jsonl")


def test_the_last_name_in_the_index_is_the_title(tmp_path: Path) -> None:
    """`session_index.jsonl` names a session; a later line for the same id wins, and it is part of what is read."""
    rollout(tmp_path, [meta(), *prompt("hi")])
    names = [{"id": ANNA, "thread_name": "Old"}, {"id": ANNA, "thread_name": "New"}]
    (tmp_path / "session_index.jsonl").write_text("".join(json.dumps(name) + "\n" for name in names))
    assert conversations(tmp_path)[f"codex:{ANNA}"].title == "New"
    [unit] = ADAPTER.discover(tmp_path)
    assert not isinstance(unit, Problem | Skipped)
    assert [file.name for file in unit.files][1:] == ["session_index.jsonl"]


INJECTED = [
    "<environment_context>\n  <cwd>/home/anna/shop</cwd>\n</environment_context>",
    "# AGENTS.md instructions for /home/anna/shop\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>",
    "<user_instructions>\nUse tabs.\n</user_instructions>",
    "<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>",
    '<subagent_notification>{"agent_id": "x"}</subagent_notification>',
    "<user_action>\n<context>User initiated a review task.</context>\n</user_action>",
    "<skill>\n<name>deploy</name>\n</skill>",
]


@pytest.mark.parametrize("injected", INJECTED)
def test_what_the_harness_injects_is_nobodys_prompt(tmp_path: Path, injected: str) -> None:
    """Context in the person's role stays out, in a session with events and in one without."""
    with_events = session(tmp_path / "a", sent("user", injected), *prompt("Add a test"))
    without = session(tmp_path / "b", sent("user", injected), sent("user", "Add a test"))
    assert said(with_events) == said(without) == [("user", "Add a test")]


def test_an_injected_part_beside_the_prompt_is_taken_off(tmp_path: Path) -> None:
    """One message may hold context and prompt as two parts; the prompt remains."""
    found = session(tmp_path, sent("user", INJECTED[0], "Add a test"))
    assert said(found) == [("user", "Add a test")]


@pytest.mark.parametrize(
    "wrapped",
    [
        "# Context from my IDE setup:\n\n## Active file: shop.py\n\n## Open tabs:\n- shop.py: shop.py\n\n"
        "## My request for Codex:\nRename the class\n",
        "# Files mentioned by the user:\n\n## a.png: /tmp/a.png\n\n## My request for Codex:\nRename the class",
        "## My request for Codex:\nRename the class",
        "<in-app-browser-context>\nx\n</in-app-browser-context>\n\n## My request for Codex:\nRename the class",
    ],
)
def test_the_ide_wrapper_is_taken_off_the_request(tmp_path: Path, wrapped: str) -> None:
    """What the editor puts before the request is not the person's."""
    assert said(session(tmp_path, *prompt(wrapped))) == [("user", "Rename the class")]


def test_a_quoted_wrapper_stays(tmp_path: Path) -> None:
    """The marker inside ordinary words is a quotation."""
    words = "Why does the log say this?\n## My request for Codex:\nfoo"
    assert said(session(tmp_path, *prompt(words))) == [("user", words)]


def test_tool_calls_belong_to_the_message_before_them(tmp_path: Path) -> None:
    """Calls join the reply they follow, parallel ones together; results are tool messages; a bare call stands alone."""
    found = session(
        tmp_path,
        *prompt("Is it clean?"),
        *reply("I look."),
        item("function_call", name="exec_command", arguments='{"cmd":"git status"}', call_id="c1"),
        item("custom_tool_call", name="apply_patch", input="*** Begin Patch", call_id="c2"),
        item("function_call_output", call_id="c1", output='{"output":"clean\\n","metadata":{"exit_code":0}}'),
        item("custom_tool_call_output", call_id="c2", output=[{"type": "input_text", "text": "Done"}]),
        item("local_shell_call", call_id="c3", action={"type": "exec", "command": ["ls"]}),
    )
    assert [(m.role, m.text, [(c.name, c.input, c.id) for c in m.tool_calls]) for m in found.messages[1:]] == [
        (
            "assistant",
            "I look.",
            [("exec_command", '{"cmd":"git status"}', "c1"), ("apply_patch", "*** Begin Patch", "c2")],
        ),
        ("tool", "clean", []),
        ("tool", "Done", []),
        ("assistant", "", [("local_shell", '{"command": ["ls"], "type": "exec"}', "c3")]),
    ]


def test_a_command_run_with_a_bang_is_the_persons(tmp_path: Path) -> None:
    """`!git log` is typed by the person; its output is a tool's."""
    ran = (
        "<user_shell_command>\n<command>\ngit log -1\n</command>\n"
        "<result>\nExit code: 0\nOutput:\n9f2c Fix\n</result>\n"
        "</user_shell_command>"
    )
    found = session(tmp_path, *prompt("hello"), sent("user", ran))
    assert [(m.role, m.text, m.id[-3:]) for m in found.messages[1:]] == [
        ("user", "!git log -1", "3#4"),
        ("tool", "Exit code: 0\nOutput:\n9f2c Fix", "4~2"),
    ]


def test_an_answered_question_is_the_persons_words(tmp_path: Path) -> None:
    """The model asks with a tool; options are its words, choice and note the person's."""
    options = [{"label": "SQLite"}, {"label": "Files"}]
    asked = {"questions": [{"id": "q", "question": "Which store?", "options": options}]}
    given_ = {"answers": {"q": {"answers": ["SQLite", "user_note: one file is easier"]}}}
    found = session(
        tmp_path,
        *prompt("Plan the store"),
        item("function_call", name="request_user_input", arguments=json.dumps(asked), call_id="c1"),
        item("function_call_output", call_id="c1", output=json.dumps(given_)),
    )
    assert said(found)[1:] == [("assistant", "Which store? (SQLite / Files)"), ("user", "SQLite\none file is easier")]


def test_a_review_prompt_is_codexs_own(tmp_path: Path) -> None:
    """A built-in review asks with a template, told twice; instructions of the person's for a review are theirs."""
    template = "Review the current code changes and provide prioritized findings."
    found = session(
        tmp_path,
        *prompt("hello"),
        event("entered_review_mode", target={"type": "uncommittedChanges"}, user_facing_hint="current changes"),
        event("user_message", message=template),
        event("user_message", message=template),
        event("exited_review_mode", review_output=None),
        event("entered_review_mode", target={"type": "custom", "instructions": "Look for races"}),
        event("user_message", message="Look for races"),
        event("exited_review_mode", review_output=None),
    )
    assert [(m.role, m.origin, m.text) for m in found.messages[1:]] == [
        ("system", "harness", template),
        ("user", "person", "Look for races"),
    ]


def test_a_compaction_summary_is_the_harnesss(tmp_path: Path) -> None:
    """The summary is a system message, and the history that comes with it is not read a second time."""
    history = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Add a test"}]}]
    summary = "Another language model started to solve this problem and produced a summary: tests exist."
    found = session(
        tmp_path,
        *prompt("Add a test"),
        line("compacted", {"message": "Tests were added.", "replacement_history": history}),
        sent("user", summary),
    )
    assert [(m.role, m.origin, m.text) for m in found.messages] == [
        ("user", "person", "Add a test"),
        ("system", "harness", "Tests were added."),
        ("system", "harness", summary),
    ]


def test_turns_taken_back_lie_on_a_branch(tmp_path: Path) -> None:
    """`thread_rolled_back` sets the last turns aside; what follows is the path the person saw."""
    found = session(
        tmp_path,
        *prompt("one"),
        *reply("1"),
        *prompt("two"),
        *reply("2"),
        event("thread_rolled_back", num_turns=1),
        *prompt("three"),
    )
    assert [(m.text, m.branch) for m in found.messages] == [
        ("one", None),
        ("1", None),
        ("two", "undone-10"),
        ("2", "undone-10"),
        ("three", None),
    ]


def test_a_session_from_before_the_envelope(tmp_path: Path) -> None:
    """Until September 2025 items stood naked on their lines, with the folder in the environment context alone."""
    path = tmp_path / "sessions" / f"rollout-2025-06-03-{ANNA}.jsonl"
    path.parent.mkdir()
    records = [
        {"id": ANNA, "timestamp": "2025-06-03T08:00:00.000Z", "instructions": None, "git": {"branch": "dev"}},
        {"record_type": "state"},
        sent("user", INJECTED[0])["payload"],
        sent("user", "Fix the typo")["payload"],
        sent("assistant", "Fixed.")["payload"],
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    [found] = conversations(tmp_path).values()
    assert said(found) == [("user", "Fix the typo"), ("assistant", "Fixed.")]
    assert (found.project, found.created_at, found.attrs["git_branch"]) == (
        "/home/anna/shop",
        "2025-06-03T08:00:00Z",
        "dev",
    )


def test_a_paginated_session_tells_its_turns_as_items(tmp_path: Path) -> None:
    """Without message events the completed items stand, and the response items that repeat them do not."""
    user = {"type": "UserMessage", "id": "u1", "content": [{"type": "text", "text": "Go on"}]}
    agent = {"type": "AgentMessage", "id": "a1", "content": [{"type": "Text", "text": "Done."}]}
    found = session(
        tmp_path,
        sent("user", "Go on"),
        event("item_completed", item=user),
        event("item_completed", item=agent),
        sent("assistant", "Done."),
    )
    assert said(found) == [("user", "Go on"), ("assistant", "Done.")]


def test_a_session_continued_by_a_version_that_tells_it_otherwise(tmp_path: Path) -> None:
    """The first turn has events, the second completed items alone: both are there, once."""
    user = {"type": "UserMessage", "id": "u1", "content": [{"type": "text", "text": "Go on"}]}
    agent = {"type": "AgentMessage", "id": "a1", "content": [{"type": "Text", "text": "Done."}]}
    found = session(
        tmp_path,
        *prompt("Start"),
        *reply("Started."),
        sent("user", "Go on"),
        event("item_completed", item=user),
        event("item_completed", item=agent),
    )
    assert said(found) == [("user", "Start"), ("assistant", "Started."), ("user", "Go on"), ("assistant", "Done.")]


def test_a_picture_alone_is_still_a_turn(tmp_path: Path) -> None:
    """A prompt of pictures only leaves a mark, not their bytes."""
    found = session(tmp_path, event("user_message", message="", images=["data:image/png;base64,AAAA"]))
    assert said(found) == [("user", "[image]")]


def test_a_fork_keeps_only_what_is_its_own(tmp_path: Path) -> None:
    """A fork replays its parent with new times; the replay is left out and the parent is named."""
    first = [*prompt("Plan the shop"), *reply("A plan.")]
    rollout(tmp_path, [meta(), *first, *prompt("Use SQLite"), *reply("Yes.")])
    rollout(tmp_path, [meta(FORK, forked_from_id=ANNA), meta(), *first, *prompt("Use files"), *reply("Fine.")], FORK)
    fork = conversations(tmp_path)[f"codex:{FORK}"]
    assert said(fork) == [("user", "Use files"), ("assistant", "Fine.")]
    assert (fork.parent, fork.kind) == (f"codex:{ANNA}", "main")


def test_a_prompt_asked_anew_belongs_to_the_fork(tmp_path: Path) -> None:
    """Where the same prompt gets another answer, the fork starts at the prompt."""
    first = [*prompt("Plan the shop"), *reply("A plan.")]
    rollout(tmp_path, [meta(), *first, *prompt("continue"), *reply("One.")])
    rollout(tmp_path, [meta(FORK, forked_from_id=ANNA), meta(), *first, *prompt("continue"), *reply("Two.")], FORK)
    assert said(conversations(tmp_path)[f"codex:{FORK}"]) == [("user", "continue"), ("assistant", "Two.")]


def test_a_fork_whose_parent_is_gone_keeps_its_replay(tmp_path: Path) -> None:
    """The only copy of the earlier turns is not thrown away."""
    rollout(tmp_path, [meta(FORK, forked_from_id=ANNA), meta(), *prompt("Plan"), *prompt("Use files")], FORK)
    assert said(conversations(tmp_path)[f"codex:{FORK}"]) == [("user", "Plan"), ("user", "Use files")]


def test_a_sub_agent_belongs_to_its_parent(tmp_path: Path) -> None:
    """A spawned agent's prompts are another agent's words, not the person's."""
    spawn = {"subagent": {"thread_spawn": {"parent_thread_id": ANNA, "depth": 1, "agent_nickname": "Ada"}}}
    rollout(tmp_path, [meta(FORK, source=spawn), *prompt("Search the tests"), *reply("Found 3.")], FORK)
    [found] = conversations(tmp_path).values()
    assert (found.kind, found.parent) == ("subagent", f"codex:{ANNA}")
    assert [(m.role, m.origin) for m in found.messages] == [("system", "agent"), ("assistant", "model")]


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"source": {"subagent": "review"}}, "sub-agent of the harness (review)"),
        ({"source": {"subagent": {"other": "guardian"}}}, "sub-agent of the harness (guardian)"),
        ({"source": {"internal": "memory_consolidation"}}, "session of the harness"),
        ({"source": "mcp"}, "automated session"),
        ({"source": "exec", "originator": "codex_sdk_ts"}, "automated session"),
        ({"source": "exec", "originator": "codex_exec"}, "one-shot session (codex exec)"),
    ],
)
def test_sessions_no_person_led_are_counted_and_left_out(tmp_path: Path, facts: dict[str, Any], reason: str) -> None:
    """Automated sessions become one `Skipped` with its reason."""
    path = rollout(tmp_path, [meta(**facts), *prompt("Summarise"), *reply("Done.")])
    assert read(tmp_path) == [Skipped("codex", str(path), reason)]


def test_an_exec_session_that_was_resumed_is_kept(tmp_path: Path) -> None:
    """More than one prompt is a conversation, even when each was given on the command line."""
    rollout(tmp_path, [meta(source="exec"), *prompt("Fix the build"), *prompt("Now the docs")])
    assert len(conversations(tmp_path)) == 1
