"""Claude Code's assistant messages and tool results: one message an API id, one output a call."""

from __future__ import annotations

import json
from pathlib import Path

from adapters.claude_code.blocks import LONGEST_INPUT, LONGEST_OUTPUT, shorten, tool_input
from tests.adapters.claude_code_sessions import (
    call,
    chained,
    conversations,
    problems,
    reply,
    result,
    seen,
    tell,
    text,
    thinking,
    user,
    write,
)


def test_reply_over_several_lines_is_one_message(tmp_path: Path) -> None:
    """Thinking, text and calls under one API id are one message, with the results between its lines after it; its id
    and time are those of the first line with something to see."""
    shown = reply("Let me look.")
    told = tell(
        tmp_path,
        user("add a cart"),
        reply(thinking("hm")),
        shown,
        reply(call("Read", "toolu_1", file="till.py")),
        user([result("a till", "toolu_1")]),
        reply(call("Grep", "toolu_2", pattern="cart")),
        user([result("no match", "toolu_2")]),
        reply("No cart yet.", api="msg_2"),
    )
    assert told == [
        "user/person: add a cart",
        "assistant: Let me look. [Read][Grep]",
        "tool: a till",
        "tool: no match",
        "assistant: No cart yet.",
    ]
    message = conversations(tmp_path)[0].messages[1]
    assert message.id.endswith("#" + shown["uuid"])
    assert message.created_at == shown["timestamp"].replace("250Z", "25Z")
    assert message.place == "3"
    assert [(tool.name, tool.input, tool.id) for tool in message.tool_calls] == [
        ("Read", '{"file":"till.py"}', "toolu_1"),
        ("Grep", '{"pattern":"cart"}', "toolu_2"),
    ]


def test_blank_text_before_thinking_shows_nothing(tmp_path: Path) -> None:
    """Some models open a message with two empty lines; the message begins where it says something."""
    said = reply("Done.")
    assert tell(tmp_path, user("add a cart"), reply("\n\n"), reply(thinking()), said)[1:] == ["assistant: Done."]
    assert conversations(tmp_path)[0].messages[1].id.endswith("#" + said["uuid"])


def test_line_repeated_under_a_new_uuid(tmp_path: Path) -> None:
    """The same block of the same API message, written again, is said once."""
    assert tell(tmp_path, user("say hello"), reply("hello"), reply("hello")) == [
        "user/person: say hello",
        "assistant: hello",
    ]


def test_gateways_without_api_ids(tmp_path: Path) -> None:
    """Where no API id is given, each line is a message of its own."""
    assert tell(tmp_path, user("hi"), reply("one", api=None), reply("two", api=None))[1:] == [
        "assistant: one",
        "assistant: two",
    ]


def test_empty_thinking_alone_is_no_message(tmp_path: Path) -> None:
    """A signature without text leaves nothing to show."""
    assert tell(tmp_path, user("hi"), reply(thinking())) == ["user/person: hi"]


def test_lines_that_the_program_made_up(tmp_path: Path) -> None:
    """Fillers and API errors in the model's place are not the model's."""
    filler = chained("assistant", message={"model": "<synthetic>", "content": [text("No response requested.")]})
    failed = reply("API Error: 529", isApiErrorMessage=True, api="msg_2")
    retry = chained("system", subtype="api_error", retryAttempt=1)
    assert tell(tmp_path, user("hi"), filler, retry, failed, reply("Hello.", api="msg_3"))[1:] == ["assistant: Hello."]


def test_models_of_a_session_are_all_named(tmp_path: Path) -> None:
    """After a switch both models are in the attributes, in order."""
    second = chained("assistant", message={"id": "msg_2", "model": "claude-haiku-4-5", "content": [text("b")]})
    write(tmp_path, [user("hi"), reply("a"), second])
    assert conversations(tmp_path)[0].attrs["model"] == "claude-opus-4-6, claude-haiku-4-5"


def test_results_in_every_shape(tmp_path: Path) -> None:
    """A result is a string, blocks, or nothing; the structured twin beside it is not told again."""
    told = tell(
        tmp_path,
        user("hi"),
        user([result("plain", "t1")], toolUseResult={"stdout": "plain", "stderr": ""}),
        user([result([text("in"), text("blocks")], "t2")], toolUseResult="Error: in blocks"),
        user([result(None, "t3")], toolUseResult=[{"type": "text", "text": "no"}]),
        user([result([{"type": "tool_reference", "tool_name": "x"}, text("found")], "t4")]),
    )
    assert told[1:] == ["tool: plain", "tool: in\nblocks", "tool: found"]


def test_results_in_odd_order(tmp_path: Path) -> None:
    """A result before its call stands where the file has it; of two for one call the last counts; a call without
    result is just a call."""
    told = tell(
        tmp_path,
        user("hi"),
        user([result("early", "t1")]),
        reply(call("Bash", "t1"), call("Read", "t2")),
        user([result("late", "t1")]),
    )
    assert told[1:] == ["tool: late", "assistant: [Bash][Read]"]


def test_answer_of_a_sub_agent_in_its_parent(tmp_path: Path) -> None:
    """What a sub-agent hands back is an agent's words, without the line on how to resume it."""
    answer = "Three shops use carts.\nagentId: a1 (for resuming)\n<usage>tokens: 12</usage>"
    record = user([result(answer)], toolUseResult={"status": "completed", "agentId": "a1"})
    assert tell(tmp_path, user("hi"), reply(call("Task")), record)[2] == "tool/agent: Three shops use carts."


def test_huge_outputs_keep_head_and_tail() -> None:
    """What is cut from the middle is counted, so that nothing passes for whole that is not."""
    shown = shorten("a" * 30_000 + "b" * 30_000)
    assert shown.startswith("a" * 24_000) and shown.endswith("b" * 8_000)
    assert f"[… {60_000 - LONGEST_OUTPUT} characters left out …]" in shown


def test_huge_inputs_stay_json() -> None:
    """A long file written by a tool is shortened inside its JSON."""
    shown = tool_input({"path": "a.txt", "content": ["x" * 50_000], "n": 2**70})
    assert len(shown) < LONGEST_INPUT
    assert json.loads(shown)["path"] == "a.txt"


def test_unknown_things_are_counted_not_fatal(tmp_path: Path) -> None:
    """Record types, subtypes, attachments, blocks and keys that we never saw are reported with their number."""
    assert tell(
        tmp_path,
        user("hi", moonPhase="full"),
        reply({"type": "hologram"}, "Hello."),
        chained("sparkle"),
        chained("sparkle"),
        chained("system", subtype="tea_time"),
        chained("attachment", attachment={"type": "balloon"}),
    ) == ["user/person: hi", "assistant: Hello."]
    assert seen(tmp_path) == {
        "user.moonPhase": 1,
        "block:hologram": 1,
        "sparkle": 2,
        "system:tea_time": 1,
        "attachment:balloon": 1,
    }


def test_file_of_unknown_records_is_a_loud_problem(tmp_path: Path) -> None:
    """A file that holds records but tells nothing we understand is reported, not passed over."""
    write(tmp_path, [chained("sparkle"), chained("sparkle")])
    assert problems(tmp_path) == ["no messages"]


def test_messages_of_an_unknown_form_are_a_loud_problem(tmp_path: Path) -> None:
    """Known record types whose content has changed shape are reported too."""
    write(tmp_path, [user({"parts": ["hi"]}), user({"parts": ["there"]})])
    assert problems(tmp_path) == ["no messages"]
