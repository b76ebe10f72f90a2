"""What an answer says became of an item is what the lists of decisions and loops say."""

import pytest

from compiler.recall.asking import search
from compiler.recall.decisions import decisions
from compiler.recall.loops import loops
from compiler.store.outcomes import outcomes


@pytest.fixture
def history(telling):
    """A decision replaced, one replaced by something dismissed, and loops that ended in every way there is."""
    telling.conversation("codex:a", "2026-01-10")
    telling.conversation("codex:b", "2026-02-10")
    telling.item("decision", "old", "codex:a", "Keep sessions in Redis", ended_by="new")
    telling.item("decision", "new", "codex:b", "Keep sessions in Postgres")
    telling.item("decision", "kept", "codex:a", "Ship on Mondays", ended_by="wrong")
    telling.item("decision", "wrong", "codex:b", "Ship on Fridays")
    telling.item("loop", "open", "codex:a", "Write the tests for checkout")
    telling.item("loop", "ticked", "codex:a", "Call the bank about the card")
    telling.item("loop", "own", "codex:a", "Fix the failing import today", done=True)
    telling.item("loop", "shown", "codex:a", "Move the images to the server", ended_by="mark", why="Moved.")
    telling.item("loop", "reopened", "codex:a", "Renew the certificate of mail", ended_by="mark", why="Done.")
    telling.item("loop", "again", "codex:b", "Move the images again, to the cloud", same_as="shown")
    telling.person("dismissed", "wrong")
    telling.person("loop", "ticked", "done")
    telling.person("loop", "reopened", "open")
    return telling.history()


def test_as_the_lists_tell(history) -> None:
    """Item for item, whether a decision stands and whether a loop is closed."""
    decided = {d.id: d.superseded_by.text if d.superseded_by else None for d in decisions(history).items}
    found = outcomes(history.store, list(decided), history.hidden)
    assert decided == {"old": "Keep sessions in Postgres", "new": None, "kept": None}
    assert {item: outcome.replaced_by for item, outcome in found.items()} == decided
    left = {loop.id: loop.status == "closed" for loop in loops(history, status="all").items}
    assert left == {"open": False, "ticked": True, "own": True, "shown": False, "reopened": False}
    assert {item: outcome.done for item, outcome in outcomes(history.store, list(left)).items()} == left


def test_dismissed_wherever_it_was_told(telling) -> None:
    """Who strikes one line out is not told the same by another conversation."""
    telling.conversation("codex:a", "2026-01-10")
    telling.conversation("codex:b", "2026-02-10")
    telling.item("decision", "one", "codex:a", "Ship on Fridays")
    telling.item("decision", "two", "codex:b", "We ship on Fridays", same_as="one")
    telling.person("dismissed", "two")
    assert decisions(telling.history()).items == ()


def test_what_is_found_says_how_it_stands(history) -> None:
    """Decisions and loops as their lists tell them; a summary neither stands nor is done."""
    hits = search(history, "sessions Redis Postgres images server certificate mail", passages=10).items
    found = {hit.snippet: hit.status for hit in hits}
    assert found["Keep sessions in Redis"] == "superseded" and found["Keep sessions in Postgres"] == "standing"
    assert found["Move the images again, to the cloud"] == found["Renew the certificate of mail"] == "open"
    assert {hit.status for hit in hits if hit.kind == "note"} <= {None}
