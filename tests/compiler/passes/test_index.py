"""What notes say becomes passages with vectors."""

from compiler.passes.index import passages_of
from compiler.records import Item, Note


def test_a_note_and_its_items() -> None:
    """The title with the summary first, then each item, with its reason where it has one."""
    note = Note(
        "chatgpt:c",
        "A database for the tide app",
        "One writer, so SQLite.",
        (
            Item("d1", "decision", "Use SQLite", ("chatgpt:c#1",), "let's use SQLite", reason="one writer"),
            Item("l1", "loop", "Delete the Postgres instance", ("chatgpt:c#2",), "delete it next week"),
        ),
    )
    assert [(p.item_id, p.kind, p.text) for p in passages_of(note)] == [
        (None, "note", "A database for the tide app\nOne writer, so SQLite."),
        ("d1", "decision", "Use SQLite — one writer"),
        ("l1", "loop", "Delete the Postgres instance"),
    ]


def test_an_empty_note_has_no_passage() -> None:
    """Nothing said, nothing to find."""
    assert passages_of(Note("chatgpt:c", "", "", ())) == []
