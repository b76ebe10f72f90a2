"""Open loops across conversations: one entry however often told, closed by what a later conversation says."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.passes.marks.finished import says_finished
from compiler.store import threads
from compiler.store.connection import Store
from compiler.store.threads import Thread
from tests.compiler.passes.invented import config, run, tell

LETTER = "Send the letter to the harbour office and wait for permission to show gauge data"


def loops(store: Store, tmp_path: Path) -> dict[str, Thread]:
    run(store, config(tmp_path))
    return dict(threads.of_kind(store, "loop"))


def test_a_loop_told_twice_is_one(store: Store, tmp_path: Path) -> None:
    """The first telling stands for both."""
    (first,) = tell(store, "a", "2026-06-20", ("loop", "Cancel the electricity contract for the flat"))
    (again,) = tell(store, "b", "2026-06-25", ("loop", "Still have to cancel the electricity contract of the flat"))
    assert loops(store, tmp_path)[again] == Thread(again, first)


def test_a_later_conversation_closes_it_with_its_words(store: Store, tmp_path: Path) -> None:
    """The evidence of closing is kept."""
    (loop,) = tell(store, "a", "2026-06-20", ("loop", LETTER))
    tell(
        store, "b", "2026-08-20",
        ("key_point", "The harbour office replied: we may show the live gauge data. So permission is settled."),
    )  # fmt: skip
    found = loops(store, tmp_path)[loop]
    assert found.ended_by == "chatgpt:b!0"
    assert found.ended_why == "The harbour office replied: we may show the live gauge data."


@pytest.mark.parametrize(
    ("day", "text"),
    [
        ("2026-06-19", "The harbour office replied and gave permission to show the gauge data."),  # earlier
        ("2026-08-20", "The harbour office has not replied yet about permission to show the gauge data."),
        ("2026-08-20", "Once the harbour office replied with permission, show the gauge data."),
        ("2026-08-20", "The office chairs arrived."),
    ],
)
def test_it_stays_open_otherwise(store: Store, tmp_path: Path, day: str, text: str) -> None:
    """Said before, denied, put off, or about something else."""
    (loop,) = tell(store, "a", "2026-06-20", ("loop", LETTER))
    tell(store, "b", day, ("key_point", text))
    assert loops(store, tmp_path)[loop].ended_by is None


def test_another_projects_success_closes_nothing(store: Store, tmp_path: Path) -> None:
    """Two projects may have the same kind of work."""
    (loop,) = tell(store, "a", "2026-06-20", ("loop", "Write the iCal export"), project="/code/tidepool")
    tell(store, "b", "2026-07-20", ("key_point", "The iCal export works now."), project="/code/billing")
    assert loops(store, tmp_path)[loop].ended_by is None


def test_told_again_after_it_was_closed_it_is_open_again(store: Store, tmp_path: Path) -> None:
    """An entry of its own: the first stays closed."""
    (first,) = tell(store, "a", "2026-06-20", ("loop", "Renew the certificate of the tide server"))
    tell(store, "b", "2026-07-01", ("key_point", "The certificate of the tide server is renewed now, all done."))
    (again,) = tell(store, "c", "2026-09-01", ("loop", "Renew the certificate of the tide server"))
    found = loops(store, tmp_path)
    assert found[first].ended_by
    assert found[again] == Thread(again, again)


def test_a_loop_closed_within_its_conversation_is_closed(store: Store, tmp_path: Path) -> None:
    """The distillation saw it."""
    (loop,) = tell(store, "a", "2026-06-20", ("done loop", "Write the iCal export of slack water"))
    assert loops(store, tmp_path)[loop].ended_by == loop


@pytest.mark.parametrize(
    ("sentence", "finished"),
    [
        ("The export works now.", True),
        ("I sent the letter yesterday.", True),
        ("Deployed to production.", True),
        ("The export should work now.", False),
        ("I have not sent the letter.", False),
        ("Is the letter sent?", False),
        ("I'll get it done tomorrow.", False),
        ("We still need to get it fixed.", False),
    ],
)
def test_what_says_that_something_is_finished(sentence: str, finished: bool) -> None:
    """A word of completion that nothing before it takes back."""
    assert says_finished(sentence) is finished
