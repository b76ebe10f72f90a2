"""Messages of a Claude export: who speaks, what was pasted, which path was shown, what each block reads like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from compiler.records import Seen, ToolCall
from tests.adapters.chatgpt_exports import lines, write
from tests.adapters.claude_exports import ROOT, chat, read_one, records, tool, turn, words


def test_people_and_models_speak(tmp_path: Path) -> None:
    """Roles, origins, ids and the array's order, though question and answer share a time."""
    found = read_one(tmp_path, chat(turn("q", "human", "Which router?"), turn("a", "assistant", "Red.")))
    assert [(m.id, m.role, m.origin, m.text) for m in found.messages] == [
        ("claude:c1#q", "user", "person", "Which router?"),
        ("claude:c1#a", "assistant", "model", "Red."),
    ]
    assert found.messages[0].created_at == "2026-03-02T12:00:00Z"


def test_blocks_come_before_the_flat_text(tmp_path: Path) -> None:
    """The flat text holds placeholders for what it cannot show."""
    flat = "Done.\n```\nThis block is not supported on your current device yet.\n```\n"
    both = turn("a", "assistant", flat, words("Let me look."), tool("search", q="x"), words("Done."))
    assert read_one(tmp_path, chat(both)).messages[0].text == "Let me look.\n\nDone."


@pytest.mark.parametrize("content", [[], None, [{"type": "text", "text": " "}]])
def test_the_flat_text_serves_where_no_block_speaks(tmp_path: Path, content: Any) -> None:
    """Without its placeholder fences."""
    flat = "Hello.\n```\nThis block is not supported on your current device yet.\n```\n"
    found = read_one(tmp_path, chat(turn("a", "assistant", flat, content=content)))
    assert [m.text.strip() for m in found.messages] == ["Hello."]


def paste(text: str, name: str = "") -> dict[str, Any]:
    return {"file_name": name, "file_size": len(text), "file_type": "txt", "extracted_content": text}


def test_a_turn_that_is_all_paste_is_the_paste(tmp_path: Path) -> None:
    """The person's only words may be in an attachment: they are the turn, marked as pasted."""
    found = read_one(tmp_path, chat(turn("q", "human", attachments=[paste("Dear all, the router is red.")])))
    assert [(m.id, m.role, m.origin, m.text) for m in found.messages] == [
        ("claude:c1#q", "user", "paste", "Dear all, the router is red."),
    ]


def test_what_is_pasted_beside_words_stands_apart(tmp_path: Path) -> None:
    """So that a document is never taken for what the person says; files without content are named."""
    asked = turn(
        "q", "human", "What does it say?",
        attachments=[paste("line one", "plan.txt"), paste("")], files=[{"file_name": "photo.jpg"}],
    )  # fmt: skip
    found = read_one(tmp_path, chat(asked))
    assert [(m.id, m.origin, m.text) for m in found.messages] == [
        ("claude:c1#q", "person", "What does it say?\n[attached: photo.jpg]"),
        ("claude:c1#q:attachment0", "paste", "[attached: plan.txt]\n\nline one"),
    ]


def test_a_picture_alone_is_still_a_turn(tmp_path: Path) -> None:
    """Its bytes are not in the export, its name is; a null text is no text."""
    asked = turn("q", "human", files=[{"file_uuid": "f", "file_name": "cat.jpg"}])
    found = read_one(tmp_path, chat({**asked, "text": None}, turn("a", "assistant", "A cat.")))
    assert lines(found) == ["user: [attached: cat.jpg]", "assistant: A cat."]


def test_tools_and_thoughts_stand_behind(tmp_path: Path) -> None:
    """A call belongs to its message, its result is the tool's, a thought is out of sight; ids may be absent."""
    thought = {"type": "thinking", "thinking": "Red is cheaper.", "signature": "abc"}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "3 shops"}, "open"]}
    old = {"type": "tool_result", "content": "none left", "is_error": True}
    said = turn("a", "assistant", "", thought, tool("search", "t1", q="router"), result, old, words("Buy red."))
    found = read_one(tmp_path, chat(said))
    assert [(m.id.split("#")[1], m.role, m.text) for m in found.messages] == [
        ("a:thinking", "system", "Red is cheaper."),
        ("a", "assistant", "Buy red."),
        ("a:t1", "tool", "3 shops\nopen"),
        ("a:result1", "tool", "none left"),
    ]
    assert found.messages[1].tool_calls == (ToolCall("search", '{"q": "router"}', "t1"),)
    assert "abc" not in repr(found)


def test_citations_follow_their_span(tmp_path: Path) -> None:
    """By code point; one link for citations that end at the same place."""
    details = {"type": "web_search_citation", "url": "https://example.org/r", "title": "Routers"}
    cited = words("🟥 Red is cheap. Blue is not.", citations=[
        {"start_index": 2, "end_index": 14, "details": details},
        {"start_index": 5, "end_index": 14, "details": details},
        {"start_index": 2, "end_index": 9_999, "details": details},
    ])  # fmt: skip
    text = read_one(tmp_path, chat(turn("a", "assistant", "", cited))).messages[0].text
    assert text == "🟥 Red is cheap ([Routers](https://example.org/r)). Blue is not."


def test_unknown_blocks_are_shown_and_counted(tmp_path: Path) -> None:
    """With their text, or a placeholder; what is known to say nothing is not mentioned."""
    silent = {"type": "token_budget"}, {"type": "flag"}
    note = {"type": "voice_note", "title": "Note", "text": "Hm"}
    said = turn("a", "assistant", "", {"type": "hologram"}, {"type": "aside", "text": "By the way"}, *silent, note)
    found = records(write(tmp_path, {"c.json": [chat(said)]}))
    assert lines(found[0]) == ["assistant: [unsupported content: hologram]\n\nBy the way\n\nNote\nHm"]
    assert found[1:] == [Seen("claude", "block aside", None, 1), Seen("claude", "block hologram", None, 1)]


def test_an_edited_prompt_is_an_alternative(tmp_path: Path) -> None:
    """The path leads to the newest leaf; what was edited away keeps its answer."""
    found = read_one(
        tmp_path,
        chat(
            turn("q", "human", "Which router?", parent_message_uuid=ROOT),
            turn("a", "assistant", "Red."),
            turn("old", "human", "Whi?"),
            turn("oldanswer", "assistant", "Pardon?"),
            turn("new", "human", "Why?", parent_message_uuid="a"),
            turn("answer", "assistant", "Cheaper."),
        ),
    )
    assert lines(found) == [
        "user: Which router?", "assistant: Red.", "user: Why?", "assistant: Cheaper.",
        "user (old): Whi?", "assistant (old): Pardon?",
    ]  # fmt: skip


def test_a_known_leaf_decides(tmp_path: Path) -> None:
    """Exports made by extensions say which leaf was shown."""
    turns = [
        turn("q", "human", "Which?", parent_message_uuid=ROOT),
        turn("a", "assistant", "Red.", parent_message_uuid="q"),
        turn("b", "assistant", "Blue.", parent_message_uuid="q"),
    ]
    assert lines(read_one(tmp_path, chat(*turns, current_leaf_message_uuid="a"))) == [
        "user: Which?", "assistant: Red.", "assistant (b): Blue.",
    ]  # fmt: skip


def test_older_exports_have_no_parents(tmp_path: Path) -> None:
    """Then the array's order is the path; a parent that is not there counts as the message before."""
    plain = chat(turn("q", "human", "Which?"), turn("a", "assistant", "Red."), linked=False)
    assert lines(read_one(tmp_path / "a", plain)) == ["user: Which?", "assistant: Red."]
    gap = chat(turn("q", "human", "Which?"), turn("a", "assistant", "Red.", parent_message_uuid="pruned"))
    assert lines(read_one(tmp_path / "b", gap)) == ["user: Which?", "assistant: Red."]


def test_files_are_replayed(tmp_path: Path) -> None:
    """A file written and edited with a tool stands, as it was in the end, at its last edit."""
    found = read_one(
        tmp_path,
        chat(
            turn("a", "assistant", "", words("Here."), tool("create_file", path="/mnt/plan.md", file_text="Buy blue.")),
            turn("b", "assistant", "", words("Changed."),
                 tool("str_replace", path="/mnt/plan.md", old_str="blue", new_str="red")),
        ),
    )  # fmt: skip
    assert lines(found) == ["assistant: Here.", "assistant: Changed.\n\n**plan.md**\n\nBuy red."]


def test_artifacts_are_replayed(tmp_path: Path) -> None:
    """Created, updated, rewritten; an update that finds no place leaves the last good version and is listed."""
    code = {"id": "x", "type": "application/vnd.ant.code", "language": "python", "title": "run.py"}
    found = read_one(
        tmp_path,
        chat(
            turn("a", "assistant", "", tool("artifacts", command="create", content="print(1)", **code)),
            turn("b", "assistant", "", tool("artifacts", command="update", id="x", old_str="1", new_str="2")),
            turn("c", "assistant", "", tool("artifacts", command="update", id="x", old_str="9", new_str="3")),
        ),
    )
    shown = "**run.py**\n\n```python\nprint(2)\n```\n\n(edit not applied: 9 → 3)"
    assert [m.text for m in found.messages] == ["", "", shown]


def test_the_oldest_artifacts_are_tags(tmp_path: Path) -> None:
    """Shown as title and body; the model's aside to itself is dropped."""
    text = (
        "<antThinking>worth an artifact</antThinking>Here: "
        '<antArtifact identifier="r" type="text/markdown" title="Plan">Buy red.</antArtifact>'
    )
    assert read_one(tmp_path, chat(turn("a", "assistant", text))).messages[0].text == "Here: **Plan**\n\nBuy red."


def test_dead_links_are_words(tmp_path: Path) -> None:
    """A link into the machine that made the file leads nowhere."""
    said = turn("a", "assistant", "See [plan.md](computer:///mnt/user-data/outputs/plan.md).")
    assert read_one(tmp_path, chat(said)).messages[0].text == "See plan.md (not in the export)."
