"""Who wrote a ChatGPT message, whether the person saw it, and what each type of content reads like."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler.records import Seen, ToolCall
from tests.adapters.chatgpt_exports import lines, message, read_one, records, said, slim, talk, write


def test_people_and_models_speak(tmp_path: Path) -> None:
    """The two speakers have their roles and origins, times in UTC, and the node's own id."""
    asked, answered = read_one(
        tmp_path, talk(said("user", "Which router?"), said("assistant", "Red.", at=4.5))
    ).messages
    assert (asked.role, asked.origin, asked.created_at) == ("user", "person", "2026-03-02T11:13:20Z")
    assert (answered.role, answered.origin, answered.created_at) == ("assistant", "model", "2026-03-02T11:13:24.5Z")
    assert asked.id == "chatgpt:c1#m1" and asked.branch is None


@pytest.mark.parametrize(
    "hidden",
    [
        {"metadata": {"is_visually_hidden_from_conversation": True}},
        {"metadata": {"is_user_system_message": True}},
        {"metadata": {"is_contextual_answers_system_message": True}},
        {"metadata": {"rebase_developer_message": True}},
        {"weight": 0.0},
    ],
)
def test_what_the_person_did_not_see_is_not_theirs(tmp_path: Path, hidden: dict) -> None:
    """Hidden nodes are kept as system text."""
    found = message(tmp_path, said("user", "Follow the house style.", **hidden))
    assert (found.role, found.origin, found.text) == ("system", "harness", "Follow the house style.")


@pytest.mark.parametrize("nothing", ["", "  \n", "\u200b", None])
def test_empty_nodes_are_no_turns(tmp_path: Path, nothing: str | None) -> None:
    """System nodes without text, blank and zero-width answers are left out."""
    found = read_one(tmp_path, talk(said("system", ""), said("user", "Hi"), said("assistant", nothing)))
    assert lines(found) == ["user: Hi"]


def test_a_message_needs_only_its_content(tmp_path: Path) -> None:
    """Slim messages have no status, weight or recipient, and sometimes no metadata at all."""
    bare = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Hi"]}}
    found = message(tmp_path, bare)
    assert (found.role, found.text, found.created_at) == ("user", "Hi", None)


def test_a_call_to_a_tool_is_no_text(tmp_path: Path) -> None:
    """What is addressed to a tool becomes its call; what the tool says is the tool's."""
    call = said("assistant", recipient="python", content={"content_type": "code", "text": "print(6*7)"})
    result = said("tool", content={"content_type": "execution_output", "text": "42"}, name="python")
    called, answered = read_one(tmp_path, talk(call, result)).messages
    assert (called.role, called.text, called.tool_calls) == ("assistant", "", (ToolCall("python", "print(6*7)"),))
    assert (answered.role, answered.text) == ("tool", "42")


def test_a_research_report_is_the_answer(tmp_path: Path) -> None:
    """It comes back as the tool's, though it is what the person waited for."""
    report = said("tool", "# Routers in 2026", metadata={"is_async_task_result_message": True})
    assert message(tmp_path, report).role == "assistant"


CONTENTS = {
    "text with empty and foreign parts": (
        {"content_type": "text", "parts": ["one", "", {"text": "two"}, None]},
        "one\ntwo",
    ),
    "code for the reader": (
        {"content_type": "code", "language": "sql", "text": "select 1"},
        "```sql\nselect 1\n```",
    ),
    "code holding a fence": (
        {"content_type": "code", "language": "unknown", "text": "```\nx\n```"},
        "````\n```\nx\n```\n````",
    ),
    "a spoken turn": (
        {
            "content_type": "multimodal_text",
            "parts": [
                {"content_type": "audio_transcription", "text": "Remind me", "direction": "in"},
                {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://file_aa", "format": "wav"},
            ],
        },
        "Remind me",
    ),
    "an error": (
        {"content_type": "system_error", "name": "Timeout", "text": "took too long"},
        "(error: took too long)",
    ),
    "a web page": (
        {"content_type": "sonic_webpage", "url": "https://example.org/a", "title": "A [page]", "snippet": "Red."},
        "[A (page)](https://example.org/a)\nRed.",
    ),
    "a quotation": (
        {"content_type": "tether_quote", "url": "https://example.org/q", "title": "Q", "text": "line\nline"},
        "[Q](https://example.org/q)\n> line\n> line",
    ),
}


@pytest.mark.parametrize("content, text", CONTENTS.values(), ids=CONTENTS)
def test_content_reads_as(tmp_path: Path, content: dict, text: str) -> None:
    """Each type of content as the person would read it."""
    assert message(tmp_path, said("assistant", content=content)).text == text


def test_unknown_content_shows_its_text_and_is_counted(tmp_path: Path) -> None:
    """A type never seen before costs nothing: its text, or a placeholder, and a count of the type."""
    spoken = said("assistant", content={"content_type": "hologram", "text": "Look!"})
    mute = said("assistant", content={"content_type": "hologram", "frames": 3})
    found = records(write(tmp_path, {"conversations.json": [talk(spoken, mute)]}))
    assert lines(found[0]) == ["assistant: Look!", "assistant: [unsupported content: hologram]"]
    assert found[1:] == [Seen("chatgpt", "content_type hologram", None, 2)]


def test_thoughts_are_behind_the_answer(tmp_path: Path) -> None:
    """Reasoning is kept out of sight; its recap ("Thought for 15s") says nothing."""
    thoughts = {"content_type": "thoughts", "thoughts": [{"summary": "Comparing", "content": "Red is cheaper."}]}
    recap = {"content_type": "reasoning_recap", "content": "Thought for 15s"}
    found = read_one(tmp_path, talk(said("assistant", content=thoughts), said("assistant", content=recap)))
    assert lines(found) == ["system: Comparing\nRed is cheaper."]
    assert found.messages[0].origin == "model"


@pytest.mark.parametrize(
    "marked",
    [
        {"status": "in_progress"},
        {"metadata": {"finish_details": {"type": "interrupted", "reason": "client_stopped"}}},
        {"metadata": {"finish_details": {"type": "max_tokens"}}},
    ],
)
def test_an_interrupted_answer_says_so(tmp_path: Path, marked: dict) -> None:
    """Its partial text stays; without a marker (slim exports) nothing is claimed."""
    half = said("assistant", "Half a sentence and", **marked)
    assert message(tmp_path, half).text == "Half a sentence and\n\n(interrupted)"
    plain = said("assistant", "Half a sentence and")
    assert message(tmp_path, plain).text == "Half a sentence and"


def test_voice_instructions_are_not_the_persons(tmp_path: Path) -> None:
    """Voice mode puts an instruction into the person's mouth."""
    noise = said("user", "From now on, do not say or show ANYTHING until you are asked.")
    assert message(tmp_path, noise).role == "system"


def test_times_in_any_unit_are_one_instant(tmp_path: Path) -> None:
    """Seconds, milliseconds, ISO text; a zero or absurd time is unknown, never 1970."""
    times = [1772450000, 1772450000.0, 1772450000000, "2026-03-02T11:13:20Z", 0, -5, "soon"]
    found = read_one(tmp_path, talk(*({**said("user", "x"), "create_time": time} for time in times)))
    assert [m.created_at for m in found.messages] == ["2026-03-02T11:13:20Z"] * 4 + [None] * 3


def test_broken_text_becomes_valid(tmp_path: Path) -> None:
    """Lone surrogates and NUL are replaced; a surrogate pair written as two escapes is one character."""
    raw = talk(said("user", "?"))
    (tmp_path / "conversations.json").write_text(json.dumps([raw]).replace('"?"', r'"a\ud83db \u0000 \ud83d\ude00"'))
    found = [record for record in records(tmp_path) if hasattr(record, "messages")]
    assert found[0].messages[0].text == "a\ufffdb \ufffd \U0001f600"


def test_slim_and_classic_read_alike(tmp_path: Path) -> None:
    """What both shapes hold gives the same words."""
    whole = talk(said("user", "Which?"), said("assistant", "Red."))
    assert lines(read_one(tmp_path / "a", whole)) == lines(read_one(tmp_path / "b", slim(whole)))
