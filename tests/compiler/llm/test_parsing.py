"""JSON out of what models write."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.llm.parsing import find_object, spoken


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"title": "Bread"}', {"title": "Bread"}),
        ('Here is the note:\n\n{"title": "Bread"}\n\nAnything else?', {"title": "Bread"}),
        ('```json\n{"title": "Bread", "facts": []}\n```', {"title": "Bread", "facts": []}),
        ('<think>{"title": "no"}</think>{"title": "Bread"}', {"title": "Bread"}),
        (
            '<|channel|>analysis<|message|>{"a": 1}<|end|><|channel|>final<|message|>{"title": "Bread"}',
            {"title": "Bread"},
        ),
        ('{"title": "Bread", "facts": ["rye", "wheat",],}', {"title": "Bread", "facts": ["rye", "wheat"]}),
        ('{"title": "two\nlines"}', {"title": "two\nlines"}),
        ('Set {x} first. {"title": "Bread"}', {"title": "Bread"}),
        ('{"a": 1} and then {"title": "Bread", "facts": ["rye"]}', {"title": "Bread", "facts": ["rye"]}),
        ('{"title": "Bread", "facts": ["rye", "whe', {"title": "Bread", "facts": ["rye"]}),
        ('{"title": "Bread", "facts": [{"text": "rye"}, {"text": "wh', {"title": "Bread", "facts": [{"text": "rye"}]}),
        ('{"title": "Bread", "summary": "It ro', {"title": "Bread"}),
        (
            '{"title": "Bread", "decisions": [{"quote": "q", "text": "t", "reason": "r"}, {"quote": "q2", "te',
            {"title": "Bread", "decisions": [{"quote": "q", "text": "t", "reason": "r"}, {"quote": "q2"}]},
        ),
        ('{"title": "Bre\n\n{"title": "Bread", "facts": ["rye"]}', {"title": "Bread", "facts": ["rye"]}),
        ('{"title": "a \\"quoted\\" {brace}", "facts": [', {"title": 'a "quoted" {brace}'}),
        ("<think>so much to think about {", None),
        ("I cannot help with that.", None),
        ("{}", None),
        ("[1, 2]", None),
        ("", None),
    ],
)
def test_an_object_is_found(text: str, value: dict[str, Any] | None) -> None:
    """Behind thinking, in prose or a fence, with stray commas, or cut off: what arrived whole is kept."""
    assert find_object(text) == value


@given(st.text(alphabet=st.sampled_from('{}[]",:\\ab1 \n<think/>'), max_size=80))
def test_no_text_is_too_odd(text: str) -> None:
    """Anything gives a filled object or nothing."""
    value = find_object(text)
    assert value is None or (isinstance(value, dict) and value)


def test_deep_nesting_is_no_trap() -> None:
    """A model stuck in a bracket costs nothing but its answer."""
    assert find_object('{"a":' * 5000) is None
    assert find_object('{"title": "Bread", "x": ' + "[" * 50_000) == {"title": "Bread"}


def test_an_answer_without_thinking_is_itself() -> None:
    """A comparison or a tag of another kind is not thinking."""
    assert spoken("a < b and <b>bold</b>") == "a < b and <b>bold</b>"
