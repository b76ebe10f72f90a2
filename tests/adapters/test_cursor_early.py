"""Cursor before the global database: chats and composers whole in a window's own, and its log of prompts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler.records import Seen
from tests.adapters.cursor_builder import MAY_1, Installation, conversations, only, read, reply, spoken, user

CHAT = "workbench__panel__aichat__view__aichat__chatdata"


@pytest.fixture
def cursor(tmp_path: Path) -> Installation:
    return Installation(tmp_path / "User")


def test_chat_tab(cursor: Installation) -> None:
    """A tab of 2024 is a conversation; an unknown speaker is counted, not guessed."""
    bubbles = [
        {
            "type": "user",
            "id": "u1",
            "text": "",
            "initText": '{"root":{"children":[{"type":"text","text":"Which index?"}]}}',
        },
        {"type": "ai", "id": "a1", "rawText": "An HNSW one."},
        {"type": "system", "text": "no turn"},
    ]
    tab = {"tabId": "t1", "chatTitle": "Index", "lastSendTime": MAY_1, "bubbles": bubbles}
    cursor.window("w1", {"folder": "file:///home/u/app"}, **{CHAT: {"tabs": [tab], "chatDataVersion": 0}})
    conversation = only(cursor.folder)
    assert (conversation.id, conversation.title, conversation.project) == ("cursor:t1", "Index", "/home/u/app")
    assert spoken(conversation) == ["user: Which index?", "assistant: An HNSW one."]
    assert conversation.updated_at == "2026-05-01T10:00:00Z"
    assert [record.type for record in read(cursor.folder) if isinstance(record, Seen)] == ["chat bubble system"]


def test_inline_composer_of_a_window(cursor: Installation) -> None:
    """Composers of 2024 hold their bubbles in the window's list, the global database knows nothing of them."""
    whole = {
        "composerId": "c1",
        "name": "Rename",
        "createdAt": MAY_1,
        "conversation": [user("b1", "Rename x"), reply("b2", "Done.")],
    }
    head = {"composerId": "c2", "type": "head", "createdAt": MAY_1}
    cursor.window("w1", {"folder": "file:///home/u/app"}, composer__composerData={"allComposers": [whole, head]})
    conversation = only(cursor.folder)
    assert (conversation.id, conversation.title, conversation.project) == ("cursor:c1", "Rename", "/home/u/app")
    assert spoken(conversation) == ["user: Rename x", "assistant: Done."]


def test_migrated_composer_is_read_once(cursor: Installation) -> None:
    """Of a composer in a window and in the global database, the global one counts."""
    cursor.composer("c1", user("b1", "Hi"), reply("b2", "Hello."))
    whole = {"composerId": "c1", "conversation": [user("b1", "Hi")]}
    cursor.window("w1", None, composer__composerData={"allComposers": [whole]})
    assert spoken(only(cursor.folder)) == ["user: Hi", "assistant: Hello."]


def test_tool_data_of_the_first_version(cursor: Installation) -> None:
    """Version 1 keeps tool data beside the bubbles, as JSON within JSON."""
    calls = json.dumps({"b2": {"name": "read_file", "params": '{"path":"a.py"}', "result": "x = 1"}})
    capability = {"type": 15, "data": {"bubbleDataMap": calls}}
    inline = [user("b1", "Read it"), reply("b2", "")]
    cursor.put("composerData:c1", {"_v": 1, "composerId": "c1", "conversation": inline, "capabilities": [capability]})
    assert spoken(only(cursor.folder)) == ["user: Read it", 'assistant: -> read_file({"path":"a.py"})', "tool: x = 1"]


def test_code_of_a_reply_without_words(cursor: Installation) -> None:
    """An early reply may be nothing but its code block."""
    cursor.composer(
        "c1", user("b1", "A loop"), reply("b2", "", codeBlocks=[{"languageId": "python", "content": "while 1: ..."}])
    )
    assert spoken(only(cursor.folder))[1] == "assistant: ```python\nwhile 1: ...\n```"


def test_prompt_log_stands_in_for_lost_conversations(cursor: Installation) -> None:
    """A window of which only the log is left gives its prompts in order, with the times found, marked as such."""
    prompts = [{"text": text, "commandType": 4} for text in ("first", "second", "first")]
    sent = [(1, "composer", "first"), (2, "apply", "a.py"), (3, "composer", "second"), (4, "composer", "first")]
    log = [{"unixMs": MAY_1 + 1000 * at, "type": kind, "textDescription": said} for at, kind, said in sent]
    cursor.window("w1", {"folder": "file:///home/u/app"}, aiService__prompts=prompts, aiService__generations=log)
    conversation = only(cursor.folder)
    assert spoken(conversation) == ["user: first", "user: second", "user: first"]
    assert [m.created_at for m in conversation.messages] == [f"2026-05-01T10:00:0{second}Z" for second in (1, 3, 4)]
    assert (conversation.project, conversation.attrs["source_gone"]) == ("/home/u/app", "1")


def test_prompt_log_is_silent_beside_its_conversations(cursor: Installation) -> None:
    """A window whose conversations, or whose project's, are there adds no prompt twice."""
    cursor.composer("c1", user("b1", "first"), workspaceIdentifier={"uri": {"path": "/home/u/app"}})
    cursor.window("w1", {"folder": "file:///home/u/app"}, aiService__prompts=[{"text": "first"}])
    cursor.window(
        "w2", None, aiService__prompts=[{"text": "first"}], composer__composerData={"selectedComposerIds": ["c1"]}
    )
    assert list(conversations(cursor.folder)) == ["cursor:c1"]


def test_broken_record_does_not_silence_the_log(cursor: Installation) -> None:
    """One bubble that cannot be read is no unreadable database."""
    cursor.composer("c1", user("b1", "Hi"))
    cursor.put("bubbleId:c1:b1", "{")
    cursor.window("w1", None, aiService__prompts=[{"text": "first"}])
    assert [spoken(conversation) for conversation in conversations(cursor.folder).values()] == [["user: first"]]


def test_prompt_log_waits_for_an_unreadable_database(cursor: Installation) -> None:
    """While the global database cannot be read, nobody knows what is lost."""
    cursor.window("w1", None, aiService__prompts=[{"text": "first"}])
    cursor.database.parent.mkdir(parents=True)
    cursor.database.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    assert conversations(cursor.folder) == {}
