"""Open loops, closed ones, and who closed them."""

import numpy as np
import pytest

from compiler.recall.loops import loops
from compiler.store import marks
from compiler.store.marks import Mark


@pytest.fixture
def history(telling):
    """One open, one closed within its conversation, one closed by a later conversation."""
    telling.conversation("codex:a", "2026-01-10", "/home/ida/code/shop")
    telling.conversation("codex:b", "2026-02-10", "/home/ida/code/shop")
    telling.item("loop", "open", "codex:a", "Write the tests for checkout")
    telling.item("loop", "own", "codex:a", "Fix the failing import today", done=True)
    telling.item("loop", "later", "codex:a", "Move the images to the new server", ended_by="m", why="The images moved.")
    finished = Mark("m", "done", "The images moved.", "codex:b#1", np.array([1], dtype=np.uint32))
    marks.replace(telling.store, "codex:b", [finished], [])
    return telling


def test_open_ones(history) -> None:
    """Without asking for more, only what is still to do."""
    assert [(loop.id, loop.status) for loop in loops(history.history()).items] == [("open", "open")]


def test_closed_ones_say_what_closed_them(history) -> None:
    """By its own conversation, or by a later one, with its words."""
    closed = {loop.id: loop for loop in loops(history.history(), status="closed").items}
    assert set(closed) == {"own", "later"}
    assert closed["own"].closed_by == closed["later"].closed_by == "conversation"
    own, later = closed["own"].closed_in, closed["later"].closed_in
    assert own is not None and own.conversation_id == "codex:a"
    assert later is not None and (later.conversation_id, later.message_id) == ("codex:b", "codex:b#1")
    assert closed["later"].closed_why == "The images moved."


def test_a_tick_outranks_conversations(history) -> None:
    """What the person ticked is done, what they unticked is open, whatever was said."""
    history.person("loop", "open", "done")
    history.person("loop", "later", "open")
    found = {loop.id: (loop.status, loop.closed_by) for loop in loops(history.history(), status="all").items}
    assert found == {"open": ("closed", "person"), "later": ("open", None), "own": ("closed", "conversation")}


def test_told_again(history) -> None:
    """A loop told twice is one, shown as it was told last; a tick on either telling counts."""
    history.item("loop", "again", "codex:b", "Tests for checkout are still to write", same_as="open")
    (loop,) = loops(history.history()).items
    assert (loop.id, loop.told, loop.place.conversation_id) == ("open", 2, "codex:b")
    history.person("loop", "again", "done")
    assert loops(history.history()).items == ()


def test_dismissed(history) -> None:
    """It never was one."""
    history.person("dismissed", "open")
    assert {loop.id for loop in loops(history.history(), status="all").items} == {"own", "later"}
