"""Reading a conversation back, in pieces of bounded size."""

import pytest

from compiler.errors import Unknown
from compiler.recall.conversations import TEXT, read
from compiler.recall.paging import ROOM, clipped, page, size
from compiler.recall.types import Counted


def test_a_page_is_of_bounded_size(telling) -> None:
    """Long messages make a short page; following `next` gives all of them."""
    telling.conversation("codex:a", "2026-01-10", None, *["word " * 1000] * 12)
    known = telling.history()
    seen, offset = [], 0
    while offset is not None:
        found = read(known, "codex:a", offset=offset).page
        assert size(found) < ROOM * 1.1
        seen += [turn.id for turn in found.items]
        offset = found.next
    assert seen == [f"codex:a#{n}" for n in range(1, 13)]


def test_a_long_message_is_read_on(telling) -> None:
    """What one page cuts off comes when the message is asked for from where it ended."""
    text = "".join(f"line {n}\n" for n in range(4000))
    telling.conversation("codex:a", "2026-01-10", None, text)
    known = telling.history()
    (first,) = read(known, "codex:a").page.items
    assert len(first.text) == TEXT and first.characters == len(text)
    parts = [first.text]
    while sum(map(len, parts)) < first.characters:
        (turn,) = read(known, "codex:a", message="1", start=sum(map(len, parts))).page.items
        parts.append(turn.text)
    assert "".join(parts) == text


def test_one_item_is_always_shown() -> None:
    """A page whose first item alone is too big holds it, so that following `next` ends."""
    found = page(["a", "b"], 0, 10, lambda some: [Counted(name * 500, 1) for name in some], room=100)
    assert (len(found.items), found.next) == (1, 1)


def test_beyond_the_end() -> None:
    """An offset past the last value is an empty page without a next one."""
    found = page(["a"], 7, 10, lambda some: [Counted(name, 1) for name in some])
    assert (found.items, found.total, found.next) == ((), 1, None)


def test_clipped() -> None:
    """Short texts stay, long ones end in an ellipsis within the room."""
    assert clipped("short", 10) == "short"
    assert clipped("a longer text", 9) == "a longer…"


@pytest.mark.parametrize("text", ["", "codex", "nothing"])
def test_an_id_that_names_no_one(telling, text: str) -> None:
    """Nothing, and what several ids begin with, is unknown."""
    telling.conversation("codex:a", "2026-01-10")
    telling.conversation("codex:b", "2026-01-11")
    with pytest.raises(Unknown):
        read(telling.history(), text)
