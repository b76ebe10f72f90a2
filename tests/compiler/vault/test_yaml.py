"""Properties as Obsidian itself would write and read them."""

from __future__ import annotations

from datetime import date, datetime

import pytest
import yaml as pyyaml
from hypothesis import given
from hypothesis import strategies as st

from compiler.vault import properties, yaml
from compiler.vault.escape.inert import one_line
from compiler.vault.links import Link

PLAIN = [
    "2026-03-01T09:15:00", "+01:00", "12:30", "yes", "no", "on", "6f0ad84f44ce9c17", "a:b", "a#b", "50%", "x-", "-x",
    "it's", "C:\\x", 'say "hi"', "claude_code:18de13c1",
]  # fmt: skip
QUOTED = {
    "1234567812345678": '"1234567812345678"', "12e4567812345678": '"12e4567812345678"', "1.10": '"1.10"',
    "007": '"007"', "0x1F": '"0x1F"', "true": '"true"', "~": '"~"', "": '""', "a: b": '"a: b"', "a:": '"a:"',
    "a #b": '"a #b"', "[[N]]": '"[[N]]"', "@x": '"@x"', "%x": '"%x"', '"q"': "'\"q\"'", "- x": '"- x"', "-": '"-"',
    "null": '"null"', ".inf": '".inf"', "ends ": '"ends "', "a\u0085b": '"a\\u0085b"',
}  # fmt: skip


@pytest.mark.parametrize("text", PLAIN)
def test_texts_that_stay_plain(text: str) -> None:
    """What needs no quotes gets none: an edit elsewhere in the block would remove them."""
    assert yaml.scalar(text) == text


@pytest.mark.parametrize(("text", "written"), QUOTED.items())
def test_texts_that_are_quoted(text: str, written: str) -> None:
    """What would be read as something else is quoted, ids that look like numbers above all."""
    assert yaml.scalar(text) == written


def test_a_block_has_the_apps_own_form() -> None:
    """Lists indented by two, numbers as JavaScript writes them, nothing after the colon for null."""
    pairs = [("a", ("x", "y: z")), ("n", 3.0), ("f", 0.1), ("yes", True), ("none", None), ("empty", ()),
             ("d", date(2026, 3, 1)), ("t", datetime(2026, 3, 1, 9, 15))]  # fmt: skip
    assert yaml.dump(pairs) == (
        'a:\n  - x\n  - "y: z"\nn: 3\nf: 0.1\nyes: true\nnone:\nempty: []\nd: 2026-03-01\nt: 2026-03-01T09:15:00\n'
    )


@given(st.text(st.characters(codec="utf-8"), max_size=30).map(one_line))
def test_every_text_reads_back_as_itself(text: str) -> None:
    """By the rules of YAML 1.2; and written again it has the same bytes."""
    block = yaml.dump([("key", text), ("list", (text, "x"))])
    assert yaml.load(block) == {"key": text, "list": [text, "x"]}


@given(st.integers(0, 10**20).map(str) | st.from_regex(r"[0-9a-f]{6,16}|[0-9]{2}e[0-9]{10}", fullmatch=True))
def test_ids_are_texts_to_a_reader_of_yaml_1_1_too(text: str) -> None:
    """PyYAML's own loader finds the same text."""
    assert pyyaml.safe_load(f"id: {yaml.scalar(text)}") == {"id": text} or text[:2] in ("0b", "0o")


def test_dates_and_times_are_texts_when_read() -> None:
    """YAML 1.1 would make numbers and booleans of them."""
    assert yaml.load("a: 12:30\nb: no\nc: 2026-03-01\nd: 010\n") == {
        "a": "12:30",
        "b": "no",
        "c": "2026-03-01",
        "d": 10,
    }


@pytest.mark.parametrize("block", ["a: [1", "- x", "a: 1\na: 2: 3", "\t- x", "!!python/object:os.system x"])
def test_a_block_that_makes_no_sense_is_none(block: str) -> None:
    """Never an exception, never an object."""
    assert yaml.load(block) is None


def test_properties_are_one_closed_list() -> None:
    """Names follow one pattern, none is reserved; an unknown one is refused."""
    import re

    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in properties.NAMES)
    assert not properties.NAMES.keys() & {"file", "note", "formula", "this", "value", "index", "acc", "values", "tag",
                                          "alias", "cssclass", "cssclasses", "publish", "permalink"}  # fmt: skip
    with pytest.raises(KeyError):
        properties.block([("banner", "x")])


def test_a_link_is_a_propertys_whole_value() -> None:
    """Quoted, one line, at most 250 characters however long the title is."""
    value = properties.block([("conversation", Link("Conversations/2026/x", "T" * 400, "m-123456"))])
    assert value.startswith('conversation: "[[Conversations/2026/x#^m-123456|TTT')
    assert len(value) <= 250 + len('conversation: ""')


@given(st.text(max_size=30))
def test_a_page_id_reads_back_exactly(text: str) -> None:
    """Whatever a source calls its conversations, the property leads back to it, and holds no link or template."""
    from hypothesis import assume

    assume(text.isprintable())
    written = properties.page_id(text)
    assert properties.read_page_id(written) == text
    assert "[[" not in written and "<%" not in written
