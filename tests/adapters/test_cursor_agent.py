"""Cursor's command-line agent: a store of blobs whose root lists the messages; and the same state in the editor."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import apsw
import pytest

from compiler.records import Problem, Seen
from tests.adapters.cursor_builder import Installation, make_store, message, only, read, skipped, spoken

SYSTEM = {"role": "system", "content": "You are an agent."}
CONTEXT = {"role": "user", "content": "<user_info>\nOS: linux\nWorkspace Path: /home/u/app\n</user_info>"}
PROMPT = {
    "role": "user",
    "content": [
        {
            "type": "text",
            "text": "<timestamp>Sunday, Apr 26, 2026, 9:53 PM (UTC-4)</timestamp>\n"
            "<user_query>\nlist the files\n</user_query>",
        }
    ],
}
CALL = {
    "role": "assistant",
    "id": "1",
    "content": [
        {"type": "reasoning", "text": "I should list.", "signature": "x"},
        {"type": "tool-call", "toolCallId": "k1", "toolName": "Shell", "args": {"command": "ls"}},
    ],
}
RESULT = {
    "role": "tool",
    "content": [{"type": "tool-result", "toolCallId": "k1", "toolName": "Shell", "result": "a.py"}],
}
ANSWER = {"role": "assistant", "id": "1", "content": "One file: a.py."}


def test_root_tells_the_order(tmp_path: Path) -> None:
    """The person's words without their wrapping, calls, results and replies that all carry the id 1."""
    make_store(
        tmp_path / "chats/e8fe/s1", SYSTEM, CONTEXT, PROMPT, CALL, RESULT, ANSWER, name="Files", lastUsedModel="m1"
    )
    conversation = only(tmp_path)
    assert spoken(conversation) == [
        "user: list the files",
        'assistant: -> Shell({"command":"ls"})',
        "tool: a.py",
        "assistant: One file: a.py.",
    ]
    assert (conversation.id, conversation.title, conversation.attrs["model"]) == ("cursor:s1", "Files", "m1")
    assert conversation.messages[0].created_at == "2026-04-27T01:53:00Z"
    assert conversation.project == "/home/u/app"
    assert skipped(read(tmp_path)) == {"harness context": 1, "system prompt": 1, "thinking": 1}


def test_blobs_outside_the_walk_are_no_messages(tmp_path: Path) -> None:
    """What the root does not list belongs to an abandoned branch."""
    store = make_store(tmp_path / "s1", PROMPT, ANSWER)
    connection = apsw.Connection(str(store))
    connection.execute(
        "insert into blobs values ('ff', ?)", (json.dumps({"role": "assistant", "content": "old"}).encode(),)
    )
    connection.close()
    assert spoken(only(tmp_path)) == ["user: list the files", "assistant: One file: a.py."]


def test_same_message_twice(tmp_path: Path) -> None:
    """Identical messages share one blob; both are listed, both count, with ids of their own."""
    make_store(tmp_path / "s1", PROMPT, ANSWER, PROMPT, ANSWER)
    conversation = only(tmp_path)
    assert spoken(conversation) == ["user: list the files", "assistant: One file: a.py."] * 2
    assert len({message.id for message in conversation.messages}) == 4


def test_head_in_plain_json(tmp_path: Path) -> None:
    """The head is hexadecimal as a rule, plain JSON in some stores."""
    make_store(tmp_path / "s1", PROMPT, plain=True, name="Plain")
    assert only(tmp_path).title == "Plain"


def test_missing_message_leaves_the_rest(tmp_path: Path) -> None:
    """A listed blob that is gone marks the conversation partial."""
    make_store(tmp_path / "s1", PROMPT, CALL, ANSWER, lost=1)
    conversation = only(tmp_path)
    assert spoken(conversation) == ["user: list the files", "assistant: One file: a.py."]
    assert conversation.attrs["partial"] == "1"


def test_missing_root_is_a_problem(tmp_path: Path) -> None:
    """Without its root nothing tells messages from leftovers: no guess is made."""
    make_store(tmp_path / "s1", PROMPT, latestRootBlobId="ab" * 32)
    assert [(type(record), record.what) for record in read(tmp_path) if isinstance(record, Problem)] == [
        (Problem, "missing root")
    ]
    assert not any(hasattr(record, "messages") for record in read(tmp_path))


def test_store_before_the_first_prompt(tmp_path: Path) -> None:
    """A store without messages is an empty shell."""
    make_store(tmp_path / "s1", SYSTEM, latestRootBlobId="")
    assert skipped(read(tmp_path)) == {"empty": 1}


def test_store_of_another_shape_is_a_problem(tmp_path: Path) -> None:
    """Records of which none is understood are no empty store."""
    make_store(tmp_path / "s1", {"role": "oracle", "content": "?"}, {"role": "user", "content": "x"}, lost=1)
    assert [record.what for record in read(tmp_path) if isinstance(record, Problem)] == ["no messages"]


def test_folder_and_title_beside_the_store(tmp_path: Path) -> None:
    """meta.json names the folder truer than the context does, and a title where the head has none."""
    store = make_store(tmp_path / "s1", CONTEXT, PROMPT)
    store.with_name("meta.json").write_text(
        '{"schemaVersion":1,"cwd":"/srv/api","title":"List","updatedAtMs":1777629900000}'
    )
    conversation = only(tmp_path)
    assert (conversation.project, conversation.title) == ("/srv/api", "List")
    assert conversation.updated_at == "2026-05-01T10:05:00Z"


def test_subagent_store(tmp_path: Path) -> None:
    """A sub-agent's store names its parent; its prompt is another agent's."""
    make_store(tmp_path / "s2", PROMPT, ANSWER, subagentInfo={"parentAgentId": "s1"})
    conversation = only(tmp_path)
    assert (conversation.kind, conversation.parent) == ("subagent", "cursor:s1")
    assert (conversation.messages[0].role, conversation.messages[0].origin) == ("system", "agent")


def test_summary_is_not_typed(tmp_path: Path) -> None:
    """A compaction summary stands in a user message, and says so."""
    summary = {"role": "user", "content": "Earlier: …", "providerOptions": {"cursor": {"isSummary": True}}}
    make_store(tmp_path / "s1", PROMPT, summary)
    assert [(m.role, m.origin) for m in only(tmp_path).messages] == [("user", "person"), ("system", "harness")]


def test_variants_of_blocks(tmp_path: Path) -> None:
    """Calls in OpenAI's form, results as lists and errors; an unknown block with text keeps it, and is counted."""
    early = {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "k", "function": {"name": "Read", "arguments": "{}"}}],
    }
    parts = [
        {"type": "tool-result", "result": [{"type": "text", "text": "x = 1"}]},
        {"type": "tool-result", "result": "no such file", "isError": True},
    ]
    odd = {"role": "assistant", "content": [{"type": "verdict", "text": "Fine."}, {"type": "pixels"}]}
    make_store(
        tmp_path / "s1", PROMPT, early, {"role": "tool", "content": parts}, odd, {"role": "oracle", "content": "?"}
    )
    assert spoken(only(tmp_path))[1:] == [
        "assistant: -> Read({})",
        "tool: x = 1",
        "tool: [error] no such file",
        "assistant: Fine.",
    ]
    seen = [record.type for record in read(tmp_path) if isinstance(record, Seen)]
    assert seen == ["block pixels", "block verdict", "role oracle"]


def test_own_tags_of_the_person_stay(tmp_path: Path) -> None:
    """Only leading context is taken off; a tag further down was typed."""
    typed = "Why does <system_reminder>x</system_reminder> appear?"
    make_store(tmp_path / "s1", {"role": "user", "content": f"<git_status>clean</git_status>\n{typed}"})
    assert spoken(only(tmp_path)) == [f"user: {typed}"]


@pytest.mark.parametrize("state", ["~", "~%%%", 7, "~" + base64.b64encode(b"\xff\xff").decode()])
def test_unreadable_state_of_a_composer(tmp_path: Path, state: Any) -> None:
    """A conversation state that is none gives an empty composer, no error."""
    cursor = Installation(tmp_path / "User")
    cursor.composer("c1", conversationState=state, headers=[])
    assert skipped(read(tmp_path)) == {"empty": 1}


def test_composer_with_nothing_but_its_state(tmp_path: Path) -> None:
    """A composer of 3.16 without headers is walked like a store, over blobs in the same table."""
    cursor = Installation(tmp_path / "User")
    root = b""
    for record in (PROMPT, ANSWER):
        data = json.dumps(record).encode()
        identity = hashlib.sha256(data).digest()
        root += message(1, identity)
        cursor.put(f"agentKv:blob:{identity.hex()}", data)
    cursor.composer("c1", _v=18, conversationState="~" + base64.b64encode(root).decode(), headers=[])
    conversation = only(tmp_path)
    assert spoken(conversation) == ["user: list the files", "assistant: One file: a.py."]
    assert conversation.messages[0].place.startswith("agentKv:blob:")


def test_turns_add_times(tmp_path: Path) -> None:
    """Field 8 of the root lists turns; their user messages and steps carry milliseconds."""
    store = make_store(tmp_path / "s1", PROMPT)
    blobs: dict[bytes, bytes] = {}

    def blob(data: bytes) -> bytes:
        blobs[hashlib.sha256(data).digest()] = data
        return hashlib.sha256(data).digest()

    at = b"\xe0\x98\x8f\xe5\xdc\x33"  # 1777254780000 as a varint
    said = blob(message(1, b"list the files") + b"\xc8\x01" + at)
    step = blob(message(1, message(1, b"One file: a.py.") + b"\x10" + at))
    turn = blob(message(1, message(1, said) + message(2, step)))
    root = (
        message(1, blob(json.dumps(PROMPT).encode())) + message(1, blob(json.dumps(ANSWER).encode())) + message(8, turn)
    )
    connection = apsw.Connection(str(store))
    connection.execute("delete from blobs")
    identity = blob(root).hex()
    connection.executemany("insert into blobs values (?, ?)", [(key.hex(), data) for key, data in blobs.items()])
    connection.execute("update meta set value = ?", (json.dumps({"latestRootBlobId": identity}),))
    connection.close()
    assert [m.created_at for m in only(tmp_path).messages] == ["2026-04-27T01:53:00Z"] * 2
