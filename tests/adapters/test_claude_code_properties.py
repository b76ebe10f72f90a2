"""Claude Code's readers on any input at all: no exception, no invented words, no time beyond the size of the input."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.claude_code.blocks import flatten
from adapters.claude_code.history import read_history
from adapters.claude_code.wording import (
    Words,
    answers,
    clean_output,
    previous_session,
    rejection,
    spoken,
    typed,
    without_agent_tail,
)
from compiler.records import Conversation, Seen
from tests.adapters.claude_code_sessions import ANNA, lines, queue, read, reply, result, told, user, write

FRAGMENTS = (
    "<system-reminder>", "</system-reminder>", "<command-name>", "</command-name>", "<command-args>", "/x", " ", "\n",
    "<bash-input>", "<bash-stdout>", "<task-notification>", "[Request interrupted by user]", "\x1b[31m", "\x1b]",
    '"="', "User has answered your questions:", "the user said:", "agentId: a", "<usage>", "[Pasted text #1", "/", "🙂",
)  # fmt: skip
FIELDS = (
    "type",
    "text",
    "content",
    "source",
    "data",
    "tool_use_id",
    "input",
    "id",
    "name",
    "answers",
    "questions",
    "kind",
)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["text", "image", "tool_result"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=5), max_size=8).map("".join))
def test_words_are_never_made_up(given_text: str) -> None:
    """Whatever a text is made of, what is taken for the person's consists of its own characters, in order."""
    for words in (spoken(given_text), typed(given_text)):
        if words is not None and words.role == "user":
            left = iter(given_text)
            assert all(character in left for character in words.text.removeprefix("! ").removeprefix("/"))


@given(st.text(st.characters(exclude_characters="<[/\x1b"), min_size=1).map(str.strip).filter(bool))
def test_plain_words_stay_whole(words: str) -> None:
    """A text without tags, brackets or slashes is the person's, to the letter."""
    if not words.startswith(("This session is being continued", "Caveat:", "Operation stopped", "Another Claude")):
        assert spoken(words) == Words(words, "user", "person")


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_repetition_costs_no_more_than_its_length(fragment: str) -> None:
    """A fragment fifty thousand times over is read at once; a pattern that backtracks would take minutes here."""
    text = fragment * 50_000
    for function in (spoken, typed, clean_output, rejection, answers, without_agent_tail, previous_session):
        function(text)
    assert len(clean_output(text)) <= len(text)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=200)
@given(st.lists(st.tuples(st.sampled_from(["user", "assistant", "result", "queue"]), JSON), max_size=6))
def test_any_content_can_be_read(contents: list[tuple[str, Any]]) -> None:
    """Content of any JSON shape, in any record, neither raises nor costs the intact prompts around it."""
    made = {
        "user": lambda value: user(value),
        "assistant": lambda value: reply({"type": "text", "text": value}, value, api=value),
        "result": lambda value: user([result(value), value], toolUseResult=value),
        "queue": lambda value: queue("enqueue", value),
    }
    with TemporaryDirectory() as folder:
        write(Path(folder), [user("first"), *(made[kind](value) for kind, value in contents), user("last")])
        (main, *_) = [found for found in read(Path(folder)) if isinstance(found, Conversation)]
    assert {"user/person: first", "user/person: last"} <= set(told(main))
    assert main.id == f"claude_code:{ANNA}"


@settings(deadline=None, max_examples=100)
@given(
    st.lists(st.dictionaries(st.sampled_from(["display", "timestamp", "project", "sessionId", "pastedContents"]), JSON))
)
def test_any_prompt_log_can_be_read(entries: list[dict[str, Any]]) -> None:
    """Entries of any shape in `history.jsonl` raise nothing."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "history.jsonl")
        path.write_bytes(lines(entries))
        assert all(isinstance(found, Conversation | Seen) for found in read_history(path, Path(folder)))


@given(JSON)
def test_any_block_flattens_to_text(value: Any) -> None:
    """Blocks of any shape give a string that can be written."""
    flatten(value).encode()
