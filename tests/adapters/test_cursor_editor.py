"""Cursor's editor since 2025: heads, bubbles in rows of their own, tools, times, sub-agents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler.records import Problem, Seen
from tests.adapters.cursor_builder import (
    MAY_1,
    Installation,
    conversations,
    headers,
    only,
    read,
    reply,
    skipped,
    spoken,
    tool,
    user,
)


@pytest.fixture
def cursor(tmp_path: Path) -> Installation:
    return Installation(tmp_path / "User")


def test_order_is_the_headers(cursor: Installation) -> None:
    """Rows lie in any order in the table; the list of headers tells the true one."""
    cursor.composer("c1", reply("b2", "Hello."), user("b1", "Hi"), user("b3", "Bye"), headers=headers("b1", "b2", "b3"))
    conversation = only(cursor.folder)
    assert spoken(conversation) == ["user: Hi", "assistant: Hello.", "user: Bye"]
    assert [m.id for m in conversation.messages] == ["cursor:c1#b1", "cursor:c1#b2", "cursor:c1#b3"]
    assert conversation.messages[0].place == "bubbleId:c1:b1"
    assert conversation.source_ref == str(cursor.database)
    assert conversation.attrs["root"] == str(cursor.folder)


def test_orphans_are_left_out_and_counted(cursor: Installation) -> None:
    """What a rewind left behind, and bubbles of a deleted composer, are no messages."""
    cursor.composer("c1", user("b1", "Hi"), user("old", "never sent like this"), headers=headers("b1"))
    cursor.put("composerData:deleted", None)
    cursor.put("bubbleId:deleted:b1", user("b1", "gone"))
    cursor.put("bubbleId:unknown:b1", user("b1", "whose?"))
    cursor.put(None, None)
    assert spoken(only(cursor.folder)) == ["user: Hi"]
    assert skipped(read(cursor.folder)) == {"orphan bubble": 3}


def test_missing_bubble_leaves_the_rest(cursor: Installation) -> None:
    """A header without a row (or with a NULL one) marks the conversation partial."""
    cursor.composer("c1", user("b1", "Hi"), reply("b3", "Done."), headers=headers("b1", "b2", "b3"))
    cursor.put("bubbleId:c1:b2", None)
    conversation = only(cursor.folder)
    assert spoken(conversation) == ["user: Hi", "assistant: Done."]
    assert conversation.attrs["partial"] == "1"


def test_drafts_and_shells_are_skipped(cursor: Installation) -> None:
    """The text of the input box was never sent; a shell has neither text nor bubbles."""
    cursor.composer("draft", text="half-typed", headers=[])
    cursor.composer("empty-state-draft", isDraft=True)
    cursor.composer("shell", isNAL=True)
    records = read(cursor.folder)
    assert skipped(records) == {"draft": 2, "empty": 1}
    assert conversations(cursor.folder) == {}


def test_unsent_text_of_a_conversation_is_no_message(cursor: Installation) -> None:
    """The input box of a conversation that goes on is not part of it."""
    cursor.composer("c1", user("b1", "Hi"), text="half-typed")
    assert spoken(only(cursor.folder)) == ["user: Hi"]


@pytest.mark.parametrize(
    ("row", "head", "title"),
    [
        ({"name": "Indexing"}, {"name": "Old"}, "Indexing"),
        ({"name": None}, {"name": "Listing files"}, "Listing files"),
        ({"name": None}, {}, "Which index?"),
    ],
)
def test_title(cursor: Installation, row: dict[str, object], head: dict[str, object], title: str) -> None:
    """The composer's own name, else its head's, else how the person began."""
    cursor.composer("c1", user("b1", "Which index?\nI have two."), **row)
    cursor.headers_table({"composerId": "c1", **head})
    assert only(cursor.folder).title == title


def test_newer_head_wins(cursor: Installation) -> None:
    """Cursor 3.12 left the JSON list behind, stale, when it moved the heads into a table."""
    cursor.composer("c1", user("b1", "Hi"), name=None)
    stale = {"allComposers": [{"composerId": "c1", "name": "Before", "lastUpdatedAt": MAY_1}]}
    cursor.put("composer.composerHeaders", stale, table="ItemTable")
    cursor.headers_table({"composerId": "c1", "name": "After", "lastUpdatedAt": MAY_1 + 1})
    assert only(cursor.folder).title == "After"


@pytest.mark.parametrize(
    ("inline", "order", "expected"),
    [
        ([user("b1", "inline")], headers("b1"), ["user: in a row"]),
        ([], headers("b1"), ["user: in a row"]),
        ([user("b1", "inline")], [], ["user: inline"]),
        ([user("b9", "only inline")], headers("b1", "b9"), ["user: in a row", "user: only inline"]),
    ],
)
def test_inline_list_and_headers(
    cursor: Installation, inline: list[object], order: list[object], expected: list[str]
) -> None:
    """Headers win over an inline list, which serves where they are absent or a row is missing."""
    cursor.put("bubbleId:c1:b1", user("b1", "in a row"))
    cursor.put("composerData:c1", {"composerId": "c1", "conversation": inline, "fullConversationHeadersOnly": order})
    assert spoken(only(cursor.folder)) == expected


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"status": "completed", "result": '{"output":"a.py\\n","exitCode":0}'}, "a.py\n"),
        ({"status": "completed", "result": "plain words"}, "plain words"),
        ({"status": "completed", "result": '{"matches":3}'}, '{"matches":3}'),
        ({"status": "completed"}, "[no result]"),
        ({"status": "cancelled"}, "[cancelled]"),
        ({"status": "error", "error": '{"clientVisibleErrorMessage":"no such file"}'}, "[error] no such file"),
    ],
)
def test_tool_results(cursor: Installation, fields: dict[str, str], shown: str) -> None:
    """A call stands with the reply, its result in a message of role tool: as text, or a word for its lack."""
    cursor.composer("c1", user("b1", "list"), tool("b2", "run_terminal_cmd", {"command": "ls"}, **fields))
    conversation = only(cursor.folder)
    expected = ["user: list", 'assistant: -> run_terminal_cmd({"command": "ls"})', f"tool: {shown}"]
    assert spoken(conversation) == expected
    assert conversation.messages[2].id == "cursor:c1#b2/result"


def test_answers_are_the_persons_words(cursor: Installation) -> None:
    """What was chosen and written in reply to the model's questions was said by the person."""
    options = [{"id": "a", "label": "HNSW"}, {"id": "b", "label": "IVF"}]
    asked = {"questions": [{"id": "q1", "prompt": "Which index?", "options": options}, {"id": "q2", "prompt": "When?"}]}
    answers = [
        {"questionId": "q1", "selectedOptionIds": ["a"]},
        {"questionId": "q2", "selectedOptionIds": [], "freeformText": "after the move"},
    ]
    result = json.dumps({"answers": answers})
    cursor.composer("c1", user("b1", "Index it"), tool("b2", "ask_question", asked, status="completed", result=result))
    assert spoken(only(cursor.folder))[2:] == ["user: HNSW\nafter the move"]


def test_null_tool_data_is_no_tool(cursor: Installation) -> None:
    """Most bubbles carry the key with null in it."""
    cursor.composer("c1", user("b1", "Hi", toolFormerData=None), reply("b2", "Hello.", toolFormerData=None))
    assert spoken(only(cursor.folder)) == ["user: Hi", "assistant: Hello."]


def test_thinking_is_left_out(cursor: Installation) -> None:
    """A bubble that only thinks is counted; one that also speaks keeps its words alone."""
    cursor.composer(
        "c1",
        user("b1", "Hi"),
        reply("b2", "", thinking={"text": "hm", "signature": ""}),
        reply("b3", "Hello.", thinking="hm"),
    )
    assert spoken(only(cursor.folder)) == ["user: Hi", "assistant: Hello."]
    assert skipped(read(cursor.folder)) == {"thinking": 1}


def test_mentions_come_from_the_rich_text(cursor: Installation) -> None:
    """Where the plain text is empty, the editor's document is flattened, a mention as @name."""
    children = [
        {"type": "mention", "mentionName": "schema.sql"},
        {"type": "text", "text": " explain"},
        {"type": "linebreak"},
    ]
    rich = '{"root":{"type":"root","children":[{"type":"paragraph","children":%s}]}}'
    cursor.composer("c1", user("b1", "", richText=rich % str(children).replace("'", '"')))
    assert spoken(only(cursor.folder)) == ["user: @schema.sql explain"]


@pytest.mark.parametrize(
    ("bubble", "header", "expected"),
    [
        ({"createdAt": "2025-10-01T08:00:00.000Z"}, {}, "2025-10-01T08:00:00Z"),
        ({"createdAt": 1759300000000}, {}, "2025-10-01T06:26:40Z"),
        ({"createdAt": 1759300000}, {}, "2025-10-01T06:26:40Z"),
        ({"createdAt": ""}, {"createdAt": "2025-10-01T08:00:01Z"}, "2025-10-01T08:00:01Z"),
        ({"timingInfo": {"clientStartTime": 461000, "clientRpcSendTime": 1759300000000}}, {}, "2025-10-01T06:26:40Z"),
        ({"createdAt": ""}, {}, None),
    ],
)
def test_time_of_a_bubble(
    cursor: Installation, bubble: dict[str, object], header: dict[str, object], expected: str | None
) -> None:
    """ISO, milliseconds and seconds are told apart; header and sending time follow; never an invented one."""
    order = [{"bubbleId": "b1", **header}]
    cursor.composer("c1", reply("b1", "Hello.", **bubble), headers=order)
    assert only(cursor.folder).messages[0].created_at == expected


def test_prompt_log_gives_times(cursor: Installation) -> None:
    """Prompts without times take those of the window's log, by exact text, in order, each entry once."""
    log = [(1, "composer", "again"), (2, "apply", "app.py"), (3, "composer", "other"), (4, "composer", "again")]
    entries = [{"unixMs": MAY_1 + 1000 * at, "type": kind, "textDescription": said} for at, kind, said in log]
    cursor.composer("c1", user("b1", "again"), user("b2", "other"), user("b3", "again"))
    cursor.window("w1", composer__composerData={"selectedComposerIds": ["c1"]}, aiService__generations=entries)
    times = [message.created_at for message in only(cursor.folder).messages]
    assert times == ["2026-05-01T10:00:01Z", "2026-05-01T10:00:03Z", "2026-05-01T10:00:04Z"]


def test_subagent_belongs_to_its_parent(cursor: Installation) -> None:
    """What opens a sub-agent's conversation was written by an agent, not by the person."""
    cursor.composer("c1", user("b1", "Explore the code"))
    cursor.composer("s1", user("b1", "You are to explore"), subagentInfo={"parentComposerId": "c1"})
    cursor.composer("s2", user("b1", "Look further"))
    cursor.headers_table({"composerId": "s2", "subagentInfo": {"parentComposerId": "s1"}})
    found = conversations(cursor.folder)
    assert [(c.id, c.kind, c.parent) for c in found.values()] == [
        ("cursor:c1", "main", None),
        ("cursor:s1", "subagent", "cursor:c1"),
        ("cursor:s2", "subagent", "cursor:s1"),
    ]
    assert (found["cursor:s1"].messages[0].role, found["cursor:s1"].messages[0].origin) == ("system", "agent")


def test_plan_handoff_is_not_typed(cursor: Installation) -> None:
    """The Build button of a plan writes a prompt in the person's name."""
    handoff = "Cache layer\n\nImplement the plan as specified. To-do's from the plan have already been created."
    cursor.composer("c1", user("b1", "Plan a cache"), user("b2", handoff))
    assert [(m.role, m.origin) for m in only(cursor.folder).messages] == [("user", "person"), ("system", "harness")]


def test_model_and_mode(cursor: Installation) -> None:
    """`default` names no model: that of the last reply does."""
    bubbles = [user("b1", "Hi"), reply("b2", "Hello.", modelInfo={"modelName": "composer-1"})]
    cursor.composer("c1", *bubbles, modelConfig={"modelName": "default"}, unifiedMode="agent", createdOnBranch="main")
    attrs = only(cursor.folder).attrs
    assert (attrs["model"], attrs["mode"], attrs["git_branch"], attrs["format"]) == (
        "composer-1",
        "agent",
        "main",
        "10",
    )


def test_unknown_versions_are_read_and_reported(cursor: Installation) -> None:
    """A future version with headers and bubbles is imported; the canary names it once."""
    cursor.composer(
        "c1", user("b1", "Hi", _v=7), {"_v": 3, "type": 9, "bubbleId": "b2", "text": "new"}, _v=99, newKey=1
    )
    assert spoken(only(cursor.folder)) == ["user: Hi", "assistant: new"]
    seen = {(record.type, record.version) for record in read(cursor.folder) if isinstance(record, Seen)}
    assert seen == {("composer version", "99"), ("bubble version", "7"), ("bubble type 9", "3")}


def test_broken_rows_cost_themselves(cursor: Installation) -> None:
    """A bubble that is no JSON, and a composer that is none, are Problems beside what is whole."""
    cursor.composer("c1", user("b1", "Hi"), reply("b2", ""))
    cursor.put("bubbleId:c1:b2", '{"type":2,"text":"cut o')
    cursor.put("composerData:c2", b"\xff\xfe not json")
    cursor.put("composerData:c3", "[" * 100_000)
    records = read(cursor.folder)
    assert spoken(only(cursor.folder)) == ["user: Hi"]
    places = [record.where.partition("!")[2] for record in records if isinstance(record, Problem)]
    assert places == ["bubbleId:c1:b2", "composerData:c2", "composerData:c3"]


def test_database_of_another_shape_is_a_problem(cursor: Installation) -> None:
    """Conversations that list messages, of which not one is found, are no empty history."""
    cursor.composer("c1", headers=headers("b1"))
    cursor.composer("c2", headers=headers("b1", "b2"))
    assert [record.detail for record in read(cursor.folder) if isinstance(record, Problem)] == [
        "2 conversations list messages, none was found"
    ]
    cursor.composer("c3", user("b1", "Hi"))
    assert not any(isinstance(record, Problem) for record in read(cursor.folder))


def test_text_that_is_not_utf8(cursor: Installation) -> None:
    """Invalid bytes and lone surrogates become the replacement character; the rest of the words stay."""
    cursor.composer("c1", user("b1", "x"), user("b2", "x"))
    cursor.put("bubbleId:c1:b1", b'{"type":1,"bubbleId":"b1","text":"caf\xe9 au lait"}')
    cursor.put("bubbleId:c1:b2", '{"type":1,"bubbleId":"b2","text":"half \\ud83d of it"}')
    assert spoken(only(cursor.folder)) == ["user: caf\ufffd au lait", "user: half \ufffd of it"]
