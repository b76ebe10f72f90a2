"""The small parts that read text: queries, slips of the finger, windows around what matched."""

import pytest

from compiler.search.query import parse
from compiler.search.snippets import snippet
from compiler.search.typos import slips


def test_words_without_the_empty_ones() -> None:
    """Stop words and single letters go, each word counts once."""
    assert parse("What was the port of the port authority?").words == ("port", "authority")


def test_joined_and_quoted_words_are_phrases() -> None:
    """What was typed as one is also looked for as one."""
    assert parse('sqlite-vec and "loadable extension" in foo_bar.py').phrases == (
        "loadable extension",
        "sqlite-vec",
        "foo_bar.py",
    )


def test_an_apostrophe_joins_nothing() -> None:
    """`don't` is a word, not a phrase."""
    assert parse("don't panic").phrases == ()


def test_wide_scripts_are_runs() -> None:
    """Chinese beside Latin is taken out as a run."""
    query = parse("用 SQLite 数据库")
    assert (query.wide, query.words) == (("用", "数据库"), ("sqlite",))


@pytest.mark.parametrize(
    ("typed", "meant", "count"),
    [("kubernets", "kubernetes", 1), ("teh", "the", 1), ("postgers", "postgres", 1), ("same", "same", 0)],
)
def test_slips(typed: str, meant: str, count: int) -> None:
    """A letter missed, two swapped, none."""
    assert slips(typed, meant, 2) == count


def test_too_many_slips_stop_early() -> None:
    """More than allowed is just more."""
    assert slips("apple", "zebra", 1) == 2


def test_a_window_where_the_words_are() -> None:
    """The snippet shows the words, on one line, with a sign where it is cut."""
    text = "lorem ipsum " * 60 + "the backup\nruns at night " + "dolor sit " * 60
    shown, marks = snippet(text, ["backup", "night"])
    assert shown.startswith("…") and shown.endswith("…") and len(shown) <= 242
    assert [shown[a:b] for a, b in marks] == ["backup", "night"]


def test_a_short_text_is_shown_whole() -> None:
    """Inflected forms are marked with the word asked for."""
    shown, marks = snippet("Indexes need space.", ["index"])
    assert shown == "Indexes need space." and marks == ((0, 7),)
