"""JSON within text, as tools and databases hold it."""

from __future__ import annotations

from typing import Any

import pytest

from adapters._reading.embedded import decoded, encoded, questions


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ('{"a": 1}', {"a": 1}),
        (b"[1]", [1]),
        ('{"a": "\\ud83d"}', {"a": "\ud83d"}),
        ('{"a": ', None),
        ({"a": 1}, {"a": 1}),
    ],
)
def test_json_comes_out_of_text(value: Any, result: Any) -> None:
    """What is no JSON is None; what is no text passes through; lone surrogates are JSON."""
    assert decoded(value) == result


def test_nesting_without_end_is_no_json() -> None:
    """Neither an exception nor a hang."""
    assert decoded("[" * 100_000) is None


def test_inputs_are_written_in_one_way() -> None:
    """Keys are sorted, text stays as it is, half a character becomes a mark."""
    assert (encoded({"b": "ü", "a": 1}), encoded("raw")) == ('{"a": 1, "b": "ü"}', "raw")
    assert encoded({"a": "\ud83d"}) == '{"a": "\ufffd"}'


def test_questions_with_their_options() -> None:
    """One line a question; a question may offer nothing."""
    asked = {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Why?"}]}
    assert questions(asked) == "Which? (A / B)\nWhy?"
    assert questions("nonsense") == ""
