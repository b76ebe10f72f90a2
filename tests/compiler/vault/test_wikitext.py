"""Wikilinks of the person's own notes, quoted as they read."""

from __future__ import annotations

import pytest

from compiler.records import Conversation, ConversationKind
from compiler.vault.wikitext import as_read, read_of


@pytest.mark.parametrize(
    ("written", "reads"),
    [
        ("First swim at [[Munkholmen]].", "First swim at Munkholmen."),
        ("[[Beds/Beans|the beans]] and ![[plan.png]]", "the beans and plan.png"),
        ("| [[Table\\|x]] |", "| x |"),
        ("[not one] and [[ ]", "[not one] and [[ ]"),
    ],
)
def test_a_link_reads_as_its_text(written: str, reads: str) -> None:
    """Brackets that are no link stay."""
    assert as_read(written) == reads


@pytest.mark.parametrize(("kind", "shown"), [("note", "x"), ("main", "[[x]]")])
def test_only_in_the_persons_notes(kind: ConversationKind, shown: str) -> None:
    """In a conversation double brackets are whatever was said, a shell's test perhaps."""
    head = Conversation("a:1", "a", None, None, None, None, "/x", (), kind=kind)
    assert read_of(head, "[[x]]") == shown
