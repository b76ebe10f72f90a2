"""Gemini CLI: sessions of both forms, and what is left of those that are gone."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters import gemini_cli
from adapters.gemini_cli import ADAPTER
from compiler.records import Conversation, Env, Known, Problem, Record, Seen, Skipped, Unchanged, Unit, nothing_known

ID = "3f6d2c1e-5b7a-4c55-9d10-8a4e2f9b7c01"
HEADER = {"sessionId": ID, "projectHash": "0" * 64, "startTime": "2026-05-01T10:00:00.000Z", "kind": "main"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """`~/.gemini` with one project, `/home/u/app`."""
    (tmp_path / ".gemini/tmp/app/chats").mkdir(parents=True)
    (tmp_path / ".gemini/projects.json").write_text('{"projects": {"/home/u/app": "app"}}')
    return tmp_path / ".gemini"


def said(identity: str, kind: str, content: Any, **fields: Any) -> dict[str, Any]:
    return {"id": identity, "type": kind, "timestamp": "2026-05-01T10:00:05.000Z", "content": content, **fields}


def session(home: Path, *lines: Any, name: str = "session-2026-05-01T10-00-3f6d2c1e.jsonl") -> Path:
    file = home / "tmp/app/chats" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def read(root: Path, known: Known = nothing_known) -> list[Record]:
    units = [unit for unit in ADAPTER.discover(root) if isinstance(unit, Unit)]
    return [record for unit in units for record in ADAPTER.read(unit, known)]


def conversations(root: Path) -> dict[str, Conversation]:
    return {record.id: record for record in read(root) if isinstance(record, Conversation)}


def only(root: Path) -> Conversation:
    [conversation] = conversations(root).values()
    return conversation


def spoken(conversation: Conversation) -> list[str]:
    return [
        f"{message.role}: {message.text}" + "".join(f"-> {call.name}({call.input})" for call in message.tool_calls)
        for message in conversation.messages
        if message.branch is None
    ]


def skipped(root: Path) -> dict[str, int]:
    return {record.reason: record.count for record in read(root) if isinstance(record, Skipped)}


def result(output: str, **fields: Any) -> dict[str, Any]:
    part = {"functionResponse": {"id": "c1", "name": "run_shell_command", "response": {"output": output}}}
    return {
        "id": "c1",
        "name": "run_shell_command",
        "args": {"command": "ls"},
        "status": "success",
        "result": [part],
        **fields,
    }


def test_json_lines(home: Path) -> None:
    """The header, prompts as strings or parts, replies with calls and results, notices; a summary is the title."""
    file = session(
        home,
        HEADER,
        said("m1", "user", [{"text": "list the "}, {"text": "files"}]),
        said("m2", "gemini", "", toolCalls=[result("a.py")], model="gemini-3-pro", thoughts=[{"subject": "Look"}]),
        said("m3", "gemini", [{"text": "hidden", "thought": True}, {"text": "One file."}]),
        said("m4", "info", "Update available"),
        {"$set": {"summary": "Listing files", "lastUpdated": "2026-05-01T10:01:00.000Z"}},
    )
    conversation = only(home)
    assert spoken(conversation) == [
        "user: list the files",
        'assistant: -> run_shell_command({"command":"ls"})',
        "tool: a.py",
        "assistant: One file.",
        "system: Update available",
    ]
    assert (conversation.id, conversation.title) == (f"gemini_cli:{ID}", "Listing files")
    assert (conversation.project, conversation.attrs["model"]) == ("/home/u/app", "gemini-3-pro")
    assert (conversation.created_at, conversation.updated_at) == ("2026-05-01T10:00:00Z", "2026-05-01T10:01:00Z")
    first = conversation.messages[0]
    assert (first.id, first.place, first.origin) == (f"gemini_cli:{ID}#m1", "2", "person")
    assert (conversation.source_ref, conversation.attrs["root"]) == (str(file), str(home))


def test_whole_file(home: Path) -> None:
    """The form of 2025 is one pretty-printed object."""
    file = home / "tmp/app/chats/session-2025-10-01T08-00-3f6d2c1e.json"
    file.write_text(
        json.dumps({**HEADER, "messages": [said("m1", "user", "Hi"), said("m2", "gemini", "Hello.")]}, indent=2)
    )
    assert spoken(only(home)) == ["user: Hi", "assistant: Hello."]
    assert only(home).messages[1].place == "messages[1]"


def test_migrated_session_is_read_once(home: Path) -> None:
    """A resumed session is written again as lines beside its old file: once, and the lines win."""
    old = home / "tmp/app/chats/session-2026-05-01T10-00-3f6d2c1e.json"
    old.write_text(json.dumps({**HEADER, "messages": [said("m1", "user", "Hi"), said("m2", "gemini", "Hel")]}))
    session(home, HEADER, said("m1", "user", "Hi"), said("m2", "gemini", "Hello."), said("m3", "user", "Bye"))
    assert spoken(only(home)) == ["user: Hi", "assistant: Hello.", "user: Bye"]


def test_same_id_again(home: Path) -> None:
    """A record is appended again with each update of its tools: the last counts, in the place of the first."""
    open_call = {**result("", status="executing"), "result": None}
    session(
        home, HEADER, said("m1", "gemini", "", toolCalls=[open_call]), said("m2", "user", "wait"),
        said("m1", "gemini", "", toolCalls=[result("a.py")]),
    )  # fmt: skip
    assert spoken(only(home)) == ['assistant: -> run_shell_command({"command":"ls"})', "tool: a.py", "user: wait"]


def test_rewind(home: Path) -> None:
    """A rewind takes a record and all after it off the path; what was typed there stays, on a branch of its own."""
    lines = [said("m1", "user", "one"), said("m2", "user", "two"), said("m3", "gemini", "2")]
    session(home, HEADER, *lines, {"$rewindTo": "m2"}, said("m4", "user", "other"))
    conversation = only(home)
    assert spoken(conversation) == ["user: one", "user: other"]
    assert [(m.text, m.branch) for m in conversation.messages if m.branch] == [("two", "rewound-1"), ("2", "rewound-1")]
    session(home, HEADER, *lines, {"$rewindTo": "unknown"}, said("m4", "user", "other"))
    assert spoken(only(home)) == ["user: other"]


def test_replaced_messages(home: Path) -> None:
    """A list in `$set` stands in place of all records; one of them may be there alone."""
    session(home, HEADER, said("m1", "user", "one"), {"$set": {"messages": [said("m2", "user", "two")]}})
    conversation = only(home)
    assert spoken(conversation) == ["user: two"]
    assert [(m.text, m.branch) for m in conversation.messages if m.branch] == [("one", "replaced-1")]


def test_compression_loses_no_words(home: Path) -> None:
    """What compression drops was said; the summary in its place is not the person's, nor is its acknowledgement."""
    summary = said("s1", "user", [{"text": "<state_snapshot>\nGoal: …\n</state_snapshot>"}])
    thanks = said("s2", "gemini", [{"text": "Got it. Thanks for the additional context!"}])
    session(home, HEADER, said("m1", "user", "one"), said("m2", "user", "two"),
            {"$set": {"messages": [summary, thanks, said("m2", "user", "two")]}})  # fmt: skip
    assert spoken(only(home)) == ["user: one", "user: two", "system: <state_snapshot>\nGoal: …\n</state_snapshot>"]


def test_masked_results_keep_their_text(home: Path) -> None:
    """Long results are masked in the history later on: the full one that was recorded first stays."""
    masked = said("m1", "gemini", "", toolCalls=[result("<tool_output_masked>…")])
    session(home, HEADER, said("m1", "gemini", "", toolCalls=[result("all of it")]), {"$set": {"messages": [masked]}})
    assert spoken(only(home))[1] == "tool: all of it"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("/help", "command"),
        ("? what", "command"),
        ("<session_context>\nToday is Friday", "context"),
        ("<hook_context>lint</hook_context>", "context"),
        ("  ", "empty"),
    ],
)
def test_what_is_no_prompt(home: Path, content: str, reason: str) -> None:
    """Commands, context and blanks are counted, by the product's own rule."""
    session(home, HEADER, said("m0", "user", content), said("m1", "user", "Hi"))
    assert spoken(only(home)) == ["user: Hi"]
    assert skipped(home) == {reason: 1}


def test_the_persons_words_alone(home: Path) -> None:
    """Contents of files referred to, and what hooks add, are cut off; words as shown win; a comment is no command."""
    files = "\n--- Content from referenced files ---\nContent from @a.py:\nx = 1\n--- End of content ---"
    session(
        home,
        HEADER,
        said(
            "m1", "user", [{"text": "explain @a.py"}, {"text": files}, {"text": "\n\n<hook_context>y</hook_context>"}]
        ),
        said("m2", "user", "expanded", displayContent="as typed"),
        said("m3", "user", "// why?"),
        said("m4", "user", [{"text": "see "}, {"inlineData": {"mimeType": "image/png", "data": "aGk="}}]),
    )
    assert spoken(only(home)) == ["user: explain @a.py", "user: as typed", "user: // why?", "user: see [image/png]"]


@pytest.mark.parametrize(
    "text", ["Please continue.", "System: Potential loop detected. Details: …", "[System: You previously …"]
)
def test_nudges_are_not_typed(home: Path, text: str) -> None:
    """What the program sends to keep the model going is its own."""
    session(home, HEADER, said("m1", "user", "Hi"), said("m2", "user", text))
    assert [(m.role, m.origin) for m in only(home).messages] == [("user", "person"), ("system", "harness")]


@pytest.mark.parametrize(
    ("tool", "shown"),
    [
        (result("a.py"), ["tool: a.py"]),
        (result("", status="success", result=None, resultDisplay="shown"), ["tool: shown"]),
        (result("", result=None), ["tool: [no result]"]),
        (result("", status="cancelled", result=None), ["tool: [cancelled]"]),
        (
            result("", status="error", result=[{"functionResponse": {"response": {"error": "no"}}}]),
            ["tool: [error] no"],
        ),
        (result("", status="executing", result=None), []),
        (result('{"answers":{"0":"HNSW","1":"later"}}', name="ask_user"), ["user: HNSW\nlater"]),
    ],
)
def test_tool_results(home: Path, tool: dict[str, Any], shown: list[str]) -> None:
    """Output, error, cancellation or its lack; answers to the tool's questions are the person's words."""
    session(home, HEADER, said("m1", "user", "Hi"), said("m2", "gemini", "", toolCalls=[tool]))
    assert spoken(only(home))[2:] == shown


def test_subagent(home: Path) -> None:
    """A sub-agent's file lies under its parent's id; an agent wrote its prompt."""
    session(home, HEADER, said("m1", "user", "Explore"))
    agent = {**HEADER, "sessionId": "agent-1", "kind": "subagent"}
    session(home, agent, said("m1", "user", "You are to explore"), name=f"{ID}/agent-1.jsonl")
    found = conversations(home)["gemini_cli:agent-1"]
    assert (found.kind, found.parent, found.project) == ("subagent", f"gemini_cli:{ID}", "/home/u/app")
    assert (found.messages[0].role, found.messages[0].origin) == ("system", "agent")


def test_project(home: Path) -> None:
    """By the mark in the folder, the registry, the hash of a known path, or what the session's context names."""
    session(home, HEADER, said("m1", "user", "Hi"))
    assert only(home).project == "/home/u/app"
    (home / "tmp/app/.project_root").write_text("/home/u/moved\n")
    assert only(home).project == "/home/u/moved"
    (home / "tmp/app/.project_root").unlink()
    (home / "projects.json").unlink()
    assert only(home).project is None
    (home / "trustedFolders.json").write_text('{"/srv/shop": "TRUST_FOLDER"}')
    session(home, {**HEADER, "projectHash": hashlib.sha256(b"/srv/shop").hexdigest()}, said("m1", "user", "Hi"))
    assert only(home).project == "/srv/shop"
    context = "<session_context>\nThis is the Gemini CLI. …\n- **Workspace Directories:**\n  - /home/u/named\n"
    session(home, HEADER, said("m0", "user", context), said("m1", "user", "Hi"))
    assert only(home).project == "/home/u/named"


def test_prompt_log_of_deleted_sessions(home: Path) -> None:
    """A logged prompt of a session without a file is recovered and marked; one of a session that is there is not."""
    session(home, HEADER, said("m1", "user", "Hi"))
    log = [
        {"sessionId": ID, "messageId": 0, "type": "user", "message": "Hi", "timestamp": "2026-05-01T10:00:00.000Z"},
        {
            "sessionId": "gone",
            "messageId": 0,
            "type": "user",
            "message": "/stats",
            "timestamp": "2026-01-01T10:00:00.000Z",
        },
        {
            "sessionId": "gone",
            "messageId": 1,
            "type": "user",
            "message": "Lost?",
            "timestamp": "2026-01-01T10:00:01.000Z",
        },
    ]
    (home / "tmp/app/logs.json").write_text(json.dumps(log))
    lost = conversations(home)["gemini_cli:gone"]
    assert spoken(lost) == ["user: Lost?"]
    assert (lost.attrs["source_gone"], lost.project, lost.created_at) == ("1", "/home/u/app", "2026-01-01T10:00:01Z")
    assert set(conversations(home)) == {f"gemini_cli:{ID}", "gemini_cli:gone"}
    assert Unchanged("gemini_cli:gone") in read(home, {"gemini_cli:gone": "stored with its replies"}.get)


@pytest.mark.parametrize("enclosed", [True, False])
def test_checkpoint(home: Path, enclosed: bool) -> None:
    """A history saved by name is a conversation unless its prompts stand in a session."""
    history = [
        {"role": "user", "parts": [{"text": "This is the Gemini CLI. We are setting up the context for our chat."}]},
        {"role": "user", "parts": [{"text": "Which index?"}]},
        {"role": "model", "parts": [{"text": "HNSW."}, {"functionCall": {"name": "read_file", "args": {"path": "a"}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "read_file", "response": {"output": "x"}}}]},
    ]
    file = home / "tmp/app/checkpoint-my%20index.json"
    file.write_text(json.dumps({"history": history} if enclosed else history))
    saved = only(home)
    assert (saved.id, saved.title) == ("gemini_cli:app/my index", "my index")
    assert spoken(saved)[1:] == ["user: Which index?", 'assistant: HNSW.-> read_file({"path":"a"})']
    session(home, HEADER, said("m1", "user", "Which index?"))
    assert set(conversations(home)) == {f"gemini_cli:{ID}"}


def test_torn_files(home: Path) -> None:
    """A half-written line, and a whole-file session cut in half, cost what is cut; the rest is read."""
    file = session(home, HEADER, said("m1", "user", "Hi"))
    file.write_text(file.read_text() + '{"id":"m2","type":"gemini","cont')
    whole = json.dumps(
        {"sessionId": "torn", "projectHash": "x", "messages": [said("m1", "user", "one"), said("m2", "user", "two")]}
    )
    (home / "tmp/app/chats/session-2025-10-01T08-00-torn.json").write_text(whole[:-60])
    (home / "tmp/app/logs.json").write_text('[{"sessionId":"x","mess')
    found = conversations(home)
    assert spoken(found[f"gemini_cli:{ID}"]) == ["user: Hi"]
    assert spoken(found["gemini_cli:torn"]) == ["user: one"]
    assert {record.what for record in read(home) if isinstance(record, Problem)} >= {
        "unfinished last line",
        "torn file",
    }


def test_unknown_records(home: Path) -> None:
    """New types and lines are counted; a file with nothing but them is a Problem."""
    session(home, HEADER, said("m1", "user", "Hi"), said("m2", "plan", "…"), {"$merge": 1})
    assert [record.type for record in read(home) if isinstance(record, Seen)] == ["line $merge", "record plan"]
    session(home, HEADER, said("m2", "plan", "…"))
    assert [record.what for record in read(home) if isinstance(record, Problem)] == ["no messages"]


def test_empty_session(home: Path) -> None:
    """A session that was opened and left holds its context and notices alone."""
    session(home, HEADER, said("m0", "user", "<session_context>…"), said("m1", "info", "Welcome"))
    assert skipped(home) == {"context": 1, "empty session": 1}


def test_places(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The home folder, GEMINI_CLI_HOME, and under WSL the Windows homes."""
    assert ADAPTER.locate(Env(Path("/home/u"), "linux", {})) == [Path("/home/u/.gemini")]
    assert ADAPTER.locate(Env(Path("/home/u"), "win32", {"GEMINI_CLI_HOME": "/g"})) == [Path("/g/.gemini")]
    monkeypatch.setattr(gemini_cli.layout, "WINDOWS_HOMES", tmp_path / "Users")
    (tmp_path / "Users/jo").mkdir(parents=True)
    found = ADAPTER.locate(Env(Path("/home/u"), "linux", {"WSL_DISTRO_NAME": "Ubuntu"}))
    assert found == [Path("/home/u/.gemini"), tmp_path / "Users/jo/.gemini"]


@pytest.mark.parametrize(
    "place", ["", "tmp", "tmp/app", "tmp/app/chats", "tmp/app/chats/session-2026-05-01T10-00-3f6d2c1e.jsonl"]
)
def test_any_folder_of_it_may_be_named(home: Path, place: str) -> None:
    """The whole, a part, a single file."""
    session(home, HEADER, said("m1", "user", "Hi"))
    assert ADAPTER.claims(home / place) and list(conversations(home / place)) == [f"gemini_cli:{ID}"]


def test_other_products_are_left_alone(home: Path) -> None:
    """Antigravity shares the folder; leftovers of a crash and other tools' sessions are not claimed."""
    other = home / "antigravity/chats/session-1.jsonl"
    other.parent.mkdir(parents=True)
    other.write_text(json.dumps(HEADER))
    (home / "tmp/app/chats/session-x.jsonl.unreadable-177").write_text(json.dumps(HEADER))
    (home / "tmp/app/chats/session-y.jsonl.tmp-12").write_text(json.dumps(HEADER))
    assert not ADAPTER.claims(home) and list(ADAPTER.discover(home)) == []
    (home / "tmp/app/chats/session-z.json").write_text('{"sessionId": "of another tool"}')
    assert not ADAPTER.claims(home)
    foreign = home / "foreign.jsonl"
    foreign.write_text('{"type": "file-history-snapshot", "messageId": "m"}\n{"sessionId": "s", "type": "user"}\n')
    assert not ADAPTER.claims(foreign) and not ADAPTER.claims(home / "gone")


def test_units(home: Path) -> None:
    """A session's files together; the log goes stale with the sessions, whose absence gives it meaning."""
    file = session(home, HEADER)
    old = file.with_suffix(".json")
    old.write_text("{}")
    (home / "tmp/app/logs.json").write_text("[]")
    units = [
        (unit.key, [path.name for path in unit.files]) for unit in ADAPTER.discover(home) if isinstance(unit, Unit)
    ]
    assert units == [
        ("remains:tmp/app", ["logs.json", old.name, file.name]),
        (f"session:tmp/app/chats/{file.name}", [old.name, file.name]),
    ]


FIELDS = [
    "id",
    "type",
    "content",
    "toolCalls",
    "name",
    "args",
    "result",
    "functionResponse",
    "response",
    "text",
    "parts",
]
FIELDS += [
    "$set",
    "$rewindTo",
    "messages",
    "sessionId",
    "projectHash",
    "summary",
    "history",
    "role",
    "message",
    "timestamp",
]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["user", "gemini", "m1"])
    | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=6),
    max_leaves=25,
)


@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(lines=st.lists(JSON.map(json.dumps) | st.text(max_size=30), max_size=4), whole=JSON, cut=st.integers(0, 40))
def test_input_of_any_shape(tmp_path_factory: pytest.TempPathFactory, lines: list[str], whole: Any, cut: int) -> None:
    """Whatever stands in a session, beside it and in the log, nothing raises, and ids stay distinct."""
    folder = tmp_path_factory.getbasetemp() / "any" / "tmp" / "app" / "chats"
    folder.mkdir(parents=True, exist_ok=True)
    content = "\n".join([*lines, json.dumps(HEADER), json.dumps(said("intact", "user", "Hi"))]).encode(
        "utf-8", "replace"
    )
    (folder / "session-a.jsonl").write_bytes(content + b"\n")
    for file in (folder / "session-b.json", folder.parent / "logs.json", folder.parent / "checkpoint-x.json"):
        text = json.dumps(whole)
        file.write_text(text[: max(0, len(text) - cut)])
    found = [record for record in read(folder.parent.parent) if isinstance(record, Conversation)]
    for conversation in found:
        assert len({message.id for message in conversation.messages}) == len(conversation.messages)
    assert any(message.id.endswith("#intact") for conversation in found for message in conversation.messages)
