"""Protobuf without a schema: what counts as text, what as a message, and how much is read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.antigravity.wire import Wire, as_text, leaves, parse
from tests.adapters.antigravity_homes import pb


def found(fields: dict[int, object]) -> list[str]:
    return list(leaves(parse(pb(fields)) or Wire()))


@pytest.mark.parametrize("word", ["hg", "mkdir", "pip3", "pipx", "meson", "artifacts", "Zürich", "日本語"])
def test_words_that_would_parse_are_words(word: str) -> None:
    """A short word is often a valid message; only one that begins with a line end is taken for a message."""
    assert found({1: word}) == [word]


def test_a_message_in_a_message_is_entered() -> None:
    """Bytes that begin with the tag of field 1 and fit exactly are a message."""
    assert found({3: {1: "inner", 2: 7}}) == ["inner"]


def test_signatures_ids_and_binary_are_no_text() -> None:
    """Control characters, Latin-1 and a lone tagged id yield nothing."""
    uuid = "0b1e4a3c-1111-2222-3333-444455556666"
    assert found({1: b"\x00\x01\x02", 2: "café".encode("latin-1"), 3: b"b$" + uuid.encode()}) == []


def test_values_at_known_paths() -> None:
    """The last value wins, an absent one is empty, a negative varint is signed, binary is named by its length."""
    message = parse(
        pb({1: ["old", "new"], 2: -5, 3: {1: 1_772_442_000, 2: 250_000_000}, 4: b"\xff\xfe\xfd", 5: b"a\0b"})
    )
    assert message is not None
    assert (message.text(1), message.number(2), message.text(9)) == ("new", -5, "")
    assert (message.time(3), message.text(4), message.text(5)) == ("2026-03-02T09:00:00.25Z", "[binary 3 bytes]", "ab")


@pytest.mark.parametrize("blob", [b"\x08", b"\x0a\x05ab", b"\x07\x01", b"\x00\x01", b"\xff" * 12])
def test_what_is_no_message_is_none(blob: bytes) -> None:
    """Truncated fields, unknown wire types, field number 0 and endless varints."""
    assert parse(blob) is None


def test_a_flood_of_fields_stops_at_the_budget() -> None:
    """Of 8 MB of two-byte fields only the budget is decoded, and the rest is said to be missing."""
    message = parse(b"\x08\x01" * (4 << 20), budget=1000)
    assert message is not None
    assert (len(message.fields), message.partial) == (1000, True)


def test_deep_nesting_ends_at_the_depth_limit() -> None:
    """A text below a thousand messages is not looked for; one below twenty is found."""
    shallow = deep = b"the end"
    for level in range(1000):
        deep = pb({1: deep})
        shallow = pb({1: shallow}) if level < 20 else shallow
    assert list(leaves(parse(shallow) or Wire())) == ["the end"]
    assert "the end" not in list(leaves(parse(deep) or Wire()))


@settings(max_examples=1000, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_parse_or_do_not(blob: bytes) -> None:
    """No input raises, and every leaf is text."""
    message = parse(blob)
    if message is not None:
        assert all(as_text(leaf.encode()) == leaf for leaf in leaves(message))
