"""Canvas documents: the last state is shown, and no edit of a model can hang the reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adapters.chatgpt.pattern import substitute
from tests.adapters.chatgpt_exports import chat, lines, read_one, said, talk


def call(tool: str, given: Any) -> dict[str, Any]:
    text = given if isinstance(given, str) else json.dumps(given)
    return said("assistant", recipient=f"canmore.{tool}", content={"content_type": "code", "text": text})


def reply(document: str) -> dict[str, Any]:
    return said("tool", "Done", name="canmore", metadata={"canvas": {"textdoc_id": document, "title": "Plan"}})


def create(content: str, kind: str = "document", name: str = "Plan") -> dict[str, Any]:
    return call("create_textdoc", {"name": name, "type": kind, "content": content})


def update(pattern: str, replacement: str, multiple: bool = False) -> dict[str, Any]:
    update = {"pattern": pattern, "multiple": multiple, "replacement": replacement}
    return call("update_textdoc", {"updates": [update]})


def test_the_last_state_stands_at_the_last_edit(tmp_path: Path) -> None:
    """A document is shown once, as it was in the end; a `$1` in a replacement is text."""
    conversation = talk(create("# Plan\nBuy blue."), reply("d1"), update("blue", "red for $1"), reply("d1"))
    assert lines(read_one(tmp_path, conversation)) == [
        "assistant: ", "tool: Done", "assistant: **Plan**\n\n# Plan\nBuy red for $1.", "tool: Done",
    ]  # fmt: skip


def test_edits_reach_the_document_that_the_reply_names(tmp_path: Path) -> None:
    """Two documents in one chat are not mixed up."""
    conversation = talk(
        create("blue one", name="One"), reply("d1"), create("blue two", name="Two"), reply("d2"),
        update("blue", "red"), reply("d1"),
    )  # fmt: skip
    shown = lines(read_one(tmp_path, conversation))
    assert (shown[2], shown[4]) == ("assistant: **Two**\n\nblue two", "assistant: **One**\n\nred one")


def test_code_is_fenced_and_replies_may_be_missing(tmp_path: Path) -> None:
    """Slim exports prune the tool's replies: an edit then means the latest document."""
    conversation = talk(create("print(1)\n", kind="code/python", name="run.py"), update(".*", "print(2)"))
    assert lines(read_one(tmp_path, conversation))[1] == "assistant: **run.py**\n\n```python\nprint(2)\n```"


def test_an_edit_that_finds_no_place_is_listed(tmp_path: Path) -> None:
    """The last good state stays, and says what is missing from it."""
    conversation = talk(create("Buy blue."), reply("d1"), update("green", "red"), reply("d1"))
    shown = lines(read_one(tmp_path, conversation))[2]
    assert shown == "assistant: **Plan**\n\nBuy blue.\n\n(edit not applied: green → red)"


def test_an_interrupted_call_changes_nothing(tmp_path: Path) -> None:
    """Half a JSON object stays as the call's input."""
    found = read_one(tmp_path, talk(call("create_textdoc", '{"name": "Pl')))
    assert [(m.text, m.tool_calls[0].input) for m in found.messages] == [("", '{"name": "Pl')]


def test_documents_of_an_alternative_are_not_shown(tmp_path: Path) -> None:
    """Only the path the person saw is replayed."""
    conversation = chat(
        ("ask", None, said("user", "Plan it")),
        ("draft", "ask", create("draft")),
        ("final", "ask", create("final")),
    )
    assert lines(read_one(tmp_path, conversation)) == [
        "user: Plan it", "assistant: **Plan**\n\nfinal", "assistant (draft): ",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "pattern, result",
    [
        ("two", "one\n2\nthree two"),
        (".*", "2"),
        (r"[\s\S]*", "2"),
        ("(?s).*", "2"),
        (r"one[\s\S]*three", "2 two"),
        ("one.*three", None),
        ("t.*e", "one\ntwo\n2 two"),
        (r"one\ntwo", "2\nthree two"),
        (r"^two$", "one\n2\nthree two"),
        (r"three .*", "one\ntwo\n2"),
        (r"\w+", None),
        ("[a-z]", None),
        ("", None),
    ],
)
def test_patterns(pattern: str, result: str | None) -> None:
    """Literals and gaps are followed, classes refused; the dot stays within its line."""
    assert substitute("one\ntwo\nthree two", pattern, "2") == result


def test_every_match_and_escapes() -> None:
    """`multiple` replaces all; an escaped sign is that sign."""
    assert substitute("a.b (a.b) axb", r"a\.b", "c", every=True) == "c (c) axb"
    assert substitute("f(x) + f(x)", r"f\(x\)", "g", every=False) == "g + f(x)"


def test_a_hostile_pattern_is_refused() -> None:
    """Nested repetition, which takes a regex engine longer than the universe lasts, is no pattern we follow."""
    assert substitute("x" * 50_000, "(x+x+)+y", "z") is None
    assert substitute("x" * 50_000, "x.*x.*x.*x.*y", "z") is None
