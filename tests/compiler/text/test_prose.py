"""Markdown read as structure, with every block's place in the raw text."""

from compiler.text.prose import blocks, plain
from compiler.text.sentences import split


def kinds(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end].strip()) for block in blocks(text)]


def test_plain_paragraphs_need_no_parser() -> None:
    """Text without Markdown falls into its paragraphs."""
    assert kinds("First one.\nStill first.\n\nSecond.") == [
        ("paragraph", "First one.\nStill first."),
        ("paragraph", "Second."),
    ]


def test_headings_lists_code_quotes_and_tables_are_told_apart() -> None:
    """Every kind of block is found where it stands."""
    text = "## Plan\n\n- one\n- two\n\n> said he\n\n```py\nx = 1\n```\n\n| a |\n|---|\n| 1 |\n\nThe end."
    assert kinds(text) == [
        ("heading", "Plan"),
        ("item", "one"),
        ("item", "two"),
        ("quote", "said he"),
        ("code", "```py\nx = 1\n```"),
        ("table", "| a |\n|---|\n| 1 |"),
        ("paragraph", "The end."),
    ]


def test_items_know_their_heading_even_when_it_is_a_bold_line() -> None:
    """A line all in bold heads what follows it."""
    text = "**Packing**\n\n- rain jacket\n"
    assert [block.heading for block in blocks(text) if block.kind == "item"] == ["Packing"]


def test_plain_drops_markup_and_keeps_words() -> None:
    """Emphasis, links, code marks and tags vanish; identifiers with underscores stay."""
    assert plain("Use **`os.path`**, see [the docs](https://e.org/a_(b)), not my_old_name<br>ever") == (
        "Use os.path, see the docs, not my_old_name ever"
    )


def test_sentences_end_where_a_reader_would_end_them() -> None:
    """Abbreviations, initials, decimals and wrapped lines do not end one; full-width stops do, and
    a stop before a small letter where the writer does without capitals."""
    assert split("We met Dr. A. Silva at 3.30 p.m. there. It rained!") == [
        "We met Dr. A. Silva at 3.30 p.m. there.",
        "It rained!",
    ]
    assert split("fine, not now. remind me e.g. in may") == ["fine, not now.", "remind me e.g. in may"]
    assert split("The v. 2 file e.g. this one.") == ["The v. 2 file e.g. this one."]
    assert split("今日は晴れ。明日は雨！") == ["今日は晴れ。", "明日は雨！"]
    wrapped = "A line that was wrapped by an editor at some column near eighty\nand goes on here."
    assert split(wrapped) == [wrapped]
