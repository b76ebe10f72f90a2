"""Evidence is long enough to be understood, and no longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.vault.escape import quote
from compiler.vault.excerpts import LIMIT, OPENING, excerpt
from compiler.vault.places import Places
from tests.compiler.vault.believable import believable

LONG = " ".join(f"Sentence number {n} says a little more." for n in range(60))


def test_the_paragraph_around_a_quote() -> None:
    """The others stay out."""
    text = "Hello.\n\nWe use SQLite. It is one file.\n\nBye."
    assert excerpt(text, ["It is one file."]) == "We use SQLite. It is one file."


def test_the_sentence_that_introduces_a_list_comes_along() -> None:
    """A list alone says little."""
    text = "Hello.\n\nI would:\n\n1. Move.\n2. Test.\n\nBye."
    assert excerpt(text, ["2. Test."]) == "I would:\n\n1. Move.\n2. Test."


def test_a_long_paragraph_is_cut_at_sentences() -> None:
    """Around the quote, with marks where it was cut."""
    shown = excerpt(LONG, ["Sentence number 30 says a little more."])
    assert "Sentence number 30 says" in shown
    assert shown.startswith("… Sentence number")
    assert shown.endswith("more. …")
    assert len(shown) <= LIMIT + 10


def test_two_quotes_far_apart_give_two_passages() -> None:
    """In the order of the message, the gap marked."""
    text = "First part.\n\nMiddle.\n\nLast part."
    assert excerpt(text, ["Last part.", "First part."]) == "First part.\n\n…\n\nLast part."


def test_without_a_quote_the_message_opens() -> None:
    """As of a message that is evidence beside another."""
    assert excerpt("Short.", []) == "Short."
    assert len(excerpt(LONG, ["not in it"])) <= OPENING + 10


def test_code_keeps_its_fence_when_cut() -> None:
    """What is quoted from the middle of a program is still shown as code."""
    code = "\n".join(f"line_{n} = {n}" for n in range(200))
    shown = excerpt(f"So:\n\n```python\n{code}\n```\nDone.", ["line_100 = 100"])
    assert quote(shown).count("> ```") == 2
    assert "line_100 = 100" in shown
    assert len(shown) < 800


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see /home/noor/code/x.py:3", "see ~/code/x.py:3"),
        ("/Users/ana/Documents and C:\\Users\\Ana\\Desktop", "~/Documents and ~\\Desktop"),
        ("https://example.org/home/page", "https://example.org/home/page"),
        ("/home/", "/home/"),
        ("noor", "noor"),
    ],
)
def test_home_folders_of_any_machine_become_a_tilde(text: str, shown: str) -> None:
    """An export may come from another machine; web addresses are left alone."""
    assert Places(Path("/home/noor")).tilde(text) == shown


def test_places_are_relative_to_the_root_of_the_source() -> None:
    """A file below a folder, a member of an archive, a project as its last folder."""
    (index, _), (bread, _), (move, _) = believable()
    places = Places(Path("/home/noor"))
    assert places.of(index, index.messages[0]) == "claude_code: projects/-home-noor-code-tidepool/0f3c.jsonl:4"
    assert places.of(bread, bread.messages[0]) == "chatgpt: export.zip!conversations.json:node-1"
    assert places.of(move) == "claude: conversations.json"
    assert (places.project(index), places.project(move)) == ("tidepool", None)
