"""Which path of a ChatGPT conversation the person saw, and what happens to the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.chatgpt_exports import chat, lines, read_one, said, slim, talk

FORKED = chat(
    ("root", None, None),
    ("ask", "root", said("user", "Which router?", at=0)),
    ("draft", "ask", said("assistant", "Take the blue one.", at=5)),
    ("more", "draft", said("user", "Why blue?", at=10)),
    ("answer", "ask", said("assistant", "Take the red one.", at=7)),
    leaf="answer",
)


@pytest.mark.parametrize("shape", [lambda whole: whole, slim], ids=["classic", "slim"])
def test_only_the_path_to_the_current_node_is_shown(tmp_path: Path, shape) -> None:
    """A regenerated answer is an alternative named after its first node, in either shape of the export."""
    assert lines(read_one(tmp_path, shape(FORKED))) == [
        "user: Which router?",
        "assistant: Take the red one.",
        "assistant (draft): Take the blue one.",
        "user (draft): Why blue?",
    ]


def test_an_edited_prompt_is_an_alternative(tmp_path: Path) -> None:
    """What the person replaced keeps its answer beside it."""
    edited = chat(
        ("root", None, None),
        ("old", "root", said("user", "Which rooter?", at=0)),
        ("oldanswer", "old", said("assistant", "A rooter digs.", at=3)),
        ("new", "root", said("user", "Which router?", at=9)),
        ("answer", "new", said("assistant", "The red one.", at=12)),
    )
    assert lines(read_one(tmp_path, edited)) == [
        "user: Which router?",
        "assistant: The red one.",
        "user (old): Which rooter?",
        "assistant (old): A rooter digs.",
    ]


def test_a_fork_within_an_alternative_is_named_apart(tmp_path: Path) -> None:
    """The newest child goes on in its branch; an elder sibling starts one of its own."""
    conversation = chat(
        ("root", None, None),
        ("shown", "root", said("user", "shown", at=20)),
        ("a", "root", said("user", "a", at=0)),
        ("b", "a", said("assistant", "b", at=1)),
        ("c", "a", said("assistant", "c", at=2)),
        leaf="shown",
    )
    assert lines(read_one(tmp_path, conversation)) == [
        "user: shown",
        "user (a): a",
        "assistant (a): c",
        "assistant (b): b",
    ]


@pytest.mark.parametrize("leaf", [None, "gone", 7, ["x"]])
def test_without_a_current_node_the_newest_leaf_ends_the_path(tmp_path: Path, leaf: object) -> None:
    """Not the deepest branch and not the first child; and the conversation says that its path is guessed."""
    conversation = read_one(tmp_path, {**FORKED, "current_node": leaf, "id": "c1"})
    assert lines(conversation)[:3] == ["user: Which router?", "assistant: Take the blue one.", "user: Why blue?"]
    assert conversation.attrs["path"] == "guessed"
    assert "path" not in read_one(tmp_path, FORKED).attrs


def test_the_path_ends_at_the_current_node(tmp_path: Path) -> None:
    """An empty answer left below it by a cancelled regeneration is no turn."""
    conversation = chat(
        ("root", None, None),
        ("ask", "root", said("user", "Which router?")),
        ("answer", "ask", said("assistant", "The red one.")),
        ("empty", "answer", said("assistant", "")),
        leaf="answer",
    )
    assert lines(read_one(tmp_path, conversation)) == ["user: Which router?", "assistant: The red one."]


def test_order_follows_parents_not_time(tmp_path: Path) -> None:
    """A tool's result may be stamped after the answer that follows it, and a first node may have no time."""
    conversation = talk(
        said("user", "How many?", at=None), said("tool", "42", at=30, name="python"), said("assistant", "42.", at=20)
    )
    found = read_one(tmp_path, conversation)
    assert lines(found) == ["user: How many?", "tool: 42", "assistant: 42."]
    assert [message.created_at for message in found.messages] == [None, "2026-03-02T11:13:50Z", "2026-03-02T11:13:40Z"]


def test_cycles_and_orphans_end(tmp_path: Path) -> None:
    """A repaired export may loop or point nowhere: everything is read once."""
    conversation = chat(
        ("x", "y", said("user", "x")),
        ("y", "x", said("assistant", "y")),
        ("loop1", "loop2", said("user", "l1", at=1)),
        ("loop2", "loop1", said("user", "l2", at=2)),
        ("orphan", "pruned", said("user", "o", at=3)),
        leaf="y",
    )
    assert lines(read_one(tmp_path, conversation)) == [
        "user: x", "assistant: y", "user (orphan): o", "user (loop1): l1", "user (loop1): l2",
    ]  # fmt: skip


def test_slim_nodes_hang_on_their_parent_not_on_the_metadata(tmp_path: Path) -> None:
    """`metadata.parent_id` names a hidden node that the slim export has pruned."""
    conversation = slim(
        talk(said("user", "Hi"), said("assistant", "Hello", metadata={"parent_id": "pruned", "model_slug": "gpt-5"}))
    )
    found = read_one(tmp_path, conversation)
    assert lines(found) == ["user: Hi", "assistant: Hello"]
    assert (found.attrs["shape"], found.attrs["model"]) == ("slim", "gpt-5")


def test_both_shapes_give_the_same_ids(tmp_path: Path) -> None:
    """So that a later slim export meets what a classic one left, message for message."""
    classic = read_one(tmp_path / "a", FORKED)
    thin = read_one(tmp_path / "b", slim(FORKED))
    assert classic.id == thin.id == "chatgpt:c1"
    assert [m.id for m in classic.messages] == [m.id for m in thin.messages]
    assert classic.messages[0].id == "chatgpt:c1#ask" and classic.messages[0].place == "ask"
    assert classic.attrs["revision"] != thin.attrs["revision"]
