"""Claude Code's sessions: resumed, forked, rewound, delegated, named; and those that are no conversation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapters.claude_code import ADAPTER
from compiler.records import Conversation
from tests.adapters.claude_code_sessions import (
    ANNA,
    LATER,
    Rec,
    call,
    chained,
    conversations,
    lines,
    problems,
    queue,
    reasons,
    reply,
    result,
    tell,
    told,
    uid,
    user,
    write,
)


def by_id(home: Path) -> dict[str, Conversation]:
    return {found.id.removeprefix("claude_code:"): found for found in conversations(home)}


def natives(conversation: Conversation) -> list[str]:
    return [message.id.split("#")[1] for message in conversation.messages]


def test_what_a_conversation_carries(tmp_path: Path) -> None:
    """Ids, project, times, source and small facts as the records give them."""
    prompt = user("add a cart", timestamp="2026-03-02T10:00:00.250Z")
    path = write(tmp_path, [prompt, reply("Done.", timestamp="2026-03-02T10:01:00.000Z")])
    (session,) = conversations(tmp_path)
    assert (session.id, session.source, session.kind) == (f"claude_code:{ANNA}", "claude_code", "main")
    assert (session.project, session.parent, session.title) == ("/home/anna/shop", None, None)
    assert (session.created_at, session.updated_at) == ("2026-03-02T10:00:00.25Z", "2026-03-02T10:01:00Z")
    assert session.source_ref == str(path)
    assert session.messages[0].id == f"claude_code:{ANNA}#{prompt['uuid']}"
    assert session.messages[0].place == "1"
    assert session.attrs == {
        "root": str(tmp_path),
        "model": "claude-opus-4-6",
        "version": "2.1.37",
        "git_branch": "main",
        "revision": "2",
    }


def test_first_lines_without_time_or_folder(tmp_path: Path) -> None:
    """State records before the first message neither start the conversation nor hide what it is."""
    state: list[Rec] = [
        {"type": "permission-mode", "permissionMode": "plan", "sessionId": ANNA},
        {"type": "last-prompt"},
    ]
    path = write(tmp_path, [*state, user("hi", timestamp="2026-03-02T10:00:00.000Z")])
    assert conversations(tmp_path)[0].created_at == "2026-03-02T10:00:00Z"
    assert ADAPTER.claims(path)


def test_folders_and_branches_of_a_session(tmp_path: Path) -> None:
    """The first working folder is the project, the others are listed; `HEAD` and an empty branch are none."""
    write(
        tmp_path,
        [
            user("hi", gitBranch="HEAD"),
            user("ho", cwd="/home/anna/shop/till", gitBranch=""),
            {"type": "worktree-state", "worktreeSession": {"originalCwd": "/home/anna/farm"}},
        ],
    )
    (session,) = conversations(tmp_path)
    assert session.project == "/home/anna/shop"
    assert json.loads(session.attrs["folders"]) == ["/home/anna/shop", "/home/anna/shop/till", "/home/anna/farm"]
    assert "git_branch" not in session.attrs


def test_projects_whose_folder_names_collide(tmp_path: Path) -> None:
    """`/a/b-c` and `/a/b/c` share a folder name; the records tell them apart, and `-` never becomes `/`."""
    write(tmp_path, [user("hi", cwd="/a/b-c")], folder="-a-b-c")
    write(tmp_path, [user("ho", cwd="/a/b/c", sessionId=LATER)], name=LATER, folder="-a-b-c")
    assert [found.project for found in conversations(tmp_path)] == ["/a/b-c", "/a/b/c"]


def test_project_of_records_without_a_folder(tmp_path: Path) -> None:
    """Where no record names a working folder, the project folder's name stands as it is; it is no path."""
    record = user("hi")
    del record["cwd"]
    write(tmp_path, [record])
    assert conversations(tmp_path)[0].project == "-home-anna-shop"


@pytest.mark.parametrize(
    ("asides", "title"),
    [
        ([], None),
        (
            [{"type": "ai-title", "aiTitle": "Old"}, {"type": "ai-title", "aiTitle": "Cart for the shop"}],
            "Cart for the shop",
        ),
        ([{"type": "custom-title", "customTitle": "Cart"}, {"type": "ai-title", "aiTitle": "A cart"}], "Cart"),
        (
            [
                {"type": "custom-title", "customTitle": "Cart"},
                {"type": "custom-title", "customTitle": ""},
                {"type": "ai-title", "aiTitle": "A cart"},
            ],
            "A cart",
        ),
        ([{"type": "summary", "summary": "Elsewhere", "leafUuid": uid(777_777)}], None),
        ([{"type": "summary", "summary": "Cart added", "leafUuid": "LEAF"}], "Cart added"),
    ],
    ids=["none", "last of the model's", "the person's", "cleared", "of another session", "own summary"],
)
def test_titles(tmp_path: Path, asides: list[Rec], title: str | None) -> None:
    """The person's title, else the model's last, else a summary of this very session; never one made up."""
    leaf = reply("Done.")
    asides = [{**aside, "leafUuid": leaf["uuid"]} if aside.get("leafUuid") == "LEAF" else aside for aside in asides]
    write(tmp_path, [*asides, user("add a cart"), leaf])
    assert conversations(tmp_path)[0].title == title


def test_links_to_pull_requests(tmp_path: Path) -> None:
    """A pull request is linked once, however often its record is repeated."""
    link = {"type": "pr-link", "prUrl": "https://example.org/shop/pull/7", "sessionId": ANNA}
    write(tmp_path, [user("open it"), link, link])
    assert json.loads(conversations(tmp_path)[0].attrs["links"]) == ["https://example.org/shop/pull/7"]


def test_resume_of_old_versions(tmp_path: Path) -> None:
    """Up to 1.0 a resumed session is a new file that begins with a replay: same uuids, the first under the old
    session's id. It names the session it continues and keeps the ids, so that each record can be owned once."""
    first, answer = user("say hello"), reply("hello")
    write(tmp_path, [first, answer])
    replayed = {**answer, "sessionId": LATER, "timestamp": "2026-03-09T08:00:00.000Z"}
    write(tmp_path, [first, replayed, user("again", sessionId=LATER)], name=LATER)
    found = by_id(tmp_path)
    assert told(found[LATER]) == ["user/person: say hello", "assistant: hello", "user/person: again"]
    assert found[LATER].parent == f"claude_code:{ANNA}"
    assert natives(found[LATER])[:2] == natives(found[ANNA])


def test_fork_with_new_uuids(tmp_path: Path) -> None:
    """A fork's copies go by the ids of the records they were copied from."""
    original = user("say hello")
    write(tmp_path, [original])
    origin = {"sessionId": ANNA, "messageUuid": original["uuid"]}
    copy = user("say hello", sessionId=LATER, forkedFrom=origin)
    write(tmp_path, [copy, user("in French", sessionId=LATER)], name=LATER)
    found = by_id(tmp_path)
    assert natives(found[LATER])[0] == original["uuid"]
    assert found[LATER].parent == f"claude_code:{ANNA}"


def test_records_of_another_session_in_a_file(tmp_path: Path) -> None:
    """A record that names another session belongs to that one, also when it strayed into this file."""
    write(tmp_path, [user("one"), user("stray", sessionId=LATER), user("two")])
    found = by_id(tmp_path)
    assert told(found[ANNA]) == ["user/person: one", "user/person: two"]
    assert told(found[LATER]) == ["user/person: stray"]


def test_part_of_another_session_is_not_judged_alone(tmp_path: Path) -> None:
    """A stray answer has no prompt beside it, yet it belongs to a conversation that has."""
    write(tmp_path, [user("one"), reply("stray", sessionId=LATER), user("two")])
    stray = by_id(tmp_path)[LATER]
    assert (told(stray), stray.attrs["partial"]) == (["assistant: stray"], "1")


def test_rewind_marks_the_branch_left_behind(tmp_path: Path) -> None:
    """Going back and typing another prompt leaves both; the earlier and its answers are an alternative."""
    start = reply("Which store?")
    first = user("MySQL", parentUuid=start["uuid"])
    answer = reply("MySQL it is.", api="msg_2", parentUuid=first["uuid"])
    second = user("SQLite", parentUuid=start["uuid"])
    after = reply("SQLite it is.", api="msg_3", parentUuid=second["uuid"])
    write(tmp_path, [user("add a cart"), start, first, answer, second, after])
    branches = [message.branch for message in conversations(tmp_path)[0].messages]
    left = f"rewound-{first['uuid'][:8]}"
    assert branches == [None, None, left, left, None, None]


def test_parallel_results_are_no_rewind(tmp_path: Path) -> None:
    """Several records with one parent are how parallel tool calls look."""
    asked = reply(call("Read", "t1"), call("Read", "t2"))
    one, two = user([result("a", "t1")], parentUuid=asked["uuid"]), user([result("b", "t2")], parentUuid=asked["uuid"])
    write(tmp_path, [user("read both"), asked, one, two])
    assert {message.branch for message in conversations(tmp_path)[0].messages} == {None}


def test_sidechain_of_old_versions(tmp_path: Path) -> None:
    """A sub-agent's records inside the session's file are a conversation of their own; its prompt is a model's."""
    prompt = user("Find shops with carts", isSidechain=True)
    answer = reply("Three.", api="msg_9", isSidechain=True, parentUuid=prompt["uuid"])
    write(tmp_path, [user("add a cart"), reply(call("Task")), prompt, answer, user([result("Three.")])])
    main, agent = conversations(tmp_path)
    assert told(main) == ["user/person: add a cart", "assistant: [Task]", "tool: Three."]
    assert told(agent) == ["system/agent: Find shops with carts", "assistant: Three."]
    assert (agent.id, agent.kind) == (f"claude_code:{ANNA}/sidechain-{prompt['uuid']}", "subagent")
    assert agent.parent == main.id


def agent_file(home: Path, name: str, *records: Rec) -> Path:
    path = home / "projects" / "-home-anna-shop" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lines(records))
    return path


@pytest.mark.parametrize(
    "where", ["agent-a1", f"{ANNA}/subagents/agent-a1", f"{ANNA}/subagents/workflows/wf_1/agent-a1"]
)
def test_sub_agents_files(tmp_path: Path, where: str) -> None:
    """Beside the session, below it or in a workflow: a sub-agent's file is a child of the session it names, with or
    without the session's own file."""
    fields = {"isSidechain": True, "agentId": "a1"}
    agent_file(tmp_path, where, user("Find shops", **fields), reply("Three.", **fields))
    about = tmp_path / "projects" / "-home-anna-shop" / f"{where}.meta.json"
    about.write_text('{"agentType": "Explore", "description": "Shop survey", "toolUseId": "toolu_1"}')
    (agent,) = conversations(tmp_path)
    assert (agent.id, agent.kind, agent.title) == (f"claude_code:{ANNA}/agent-a1", "subagent", "Shop survey")
    assert agent.parent == f"claude_code:{ANNA}"
    assert (agent.attrs["agent"], agent.attrs["tool_call"]) == ("Explore", "toolu_1")
    write(tmp_path, [user("add a cart")])
    assert sorted(found.kind for found in conversations(tmp_path)) == ["main", "subagent"]


def test_person_speaking_to_a_sub_agent(tmp_path: Path) -> None:
    """Words that the records call human are the person's also in a sub-agent's file; a broken note beside it adds
    nothing and hurts nothing."""
    where = f"{ANNA}/subagents/agent-a1"
    fields = {"isSidechain": True, "agentId": "a1"}
    agent_file(tmp_path, where, user("Find shops", **fields), user("only open ones", promptSource="typed", **fields))
    (tmp_path / "projects" / "-home-anna-shop" / f"{where}.meta.json").write_text("{torn")
    assert told(conversations(tmp_path)[0]) == ["system/agent: Find shops", "user/person: only open ones"]


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ([{"type": "ai-title", "aiTitle": "Cart", "sessionId": ANNA}], "empty"),
        ([{"type": "summary", "summary": "Cart", "leafUuid": uid(1)}], "empty"),
        ([user("<command-name>/clear</command-name><command-args></command-args>")], "empty"),
        ([user("Warmup"), reply("Ready.")], "warm-up"),
        ([user("list the files", entrypoint="sdk-cli"), reply("a.txt")], "sdk one-shot"),
        (
            [user("Context: This summary will be shown in a list to help users"), reply("Cart")],
            "summary made by the harness",
        ),
        ([reply("I am alone here.")], "no prompt"),
        ([user("Distil this", cwd="/home/anna/Musubi/.musubi/work"), reply("{}")], "Musubi's own session"),
    ],
    ids=["only a title", "only a summary", "only /clear", "warm-up", "one-shot", "summariser", "no prompt", "Musubi"],
)
def test_sessions_that_are_no_conversation(tmp_path: Path, records: list[Rec], reason: str) -> None:
    """What no person led is skipped and counted with its reason, without a problem."""
    write(tmp_path, records)
    assert (conversations(tmp_path), reasons(tmp_path), problems(tmp_path)) == ([], [reason], [])


def test_empty_file_is_skipped(tmp_path: Path) -> None:
    """A session file of no bytes holds nothing, and says so."""
    write(tmp_path, [])
    assert reasons(tmp_path) == ["empty"]


def test_sdk_session_with_a_person_behind_it(tmp_path: Path) -> None:
    """Several prompts through the SDK are a conversation: other clients speak to Claude Code that way."""
    fields = {"entrypoint": "sdk-ts"}
    assert tell(tmp_path, user("add a cart", **fields), reply("Done."), user("and tax", **fields))[0::2] == [
        "user/person: add a cart",
        "user/person: and tax",
    ]


def test_queue_alone_makes_no_conversation_of_its_own(tmp_path: Path) -> None:
    """Prompts that only the queue holds join the session they were typed in."""
    write(tmp_path, [queue("enqueue", "and tax"), user("add a cart"), queue("remove")])
    (session,) = conversations(tmp_path)
    assert told(session) == ["user/person: add a cart", "user/person: and tax"]


def test_same_input_same_records(tmp_path: Path) -> None:
    """Reading twice gives equal values."""
    write(tmp_path, [user("hi"), reply("ho"), chained("sparkle")])
    assert conversations(tmp_path) == conversations(tmp_path)
