"""Content hashes: what they are over, and that the quick way to one gives the same."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from compiler.hashing import content_hash, texts_hash

TEXTS = st.lists(st.none() | st.text() | st.text(st.characters(max_codepoint=127)) | st.lists(st.text()), max_size=5)


def test_a_hash_says_by_which_algorithm_and_ignores_the_order_of_keys() -> None:
    """`sha256:` and 32 hex digits; two mappings with the same entries are the same."""
    assert content_hash({"b": 1, "a": [None]}) == content_hash({"a": [None], "b": 1})
    assert content_hash(None).startswith("sha256:")
    assert len(content_hash(None)) == 39


@given(TEXTS)
@example(["\x7f\x1b\x00\b\f\"\\/'"])
@example(["パスワード", "\ud800"])
def test_texts_have_one_hash_however_it_is_reached(texts: list[object]) -> None:
    """Control characters, other scripts and lone surrogates included."""
    assert texts_hash(texts) == content_hash(texts)
