"""The database, or the lock too, is lost or comes from elsewhere: nothing of the person's goes with it."""

from __future__ import annotations

from compiler.store import overrides
from tests.compiler.vault.believable import BREAD_CHAT, MOVE_CHAT
from tests.compiler.vault.desk import Desk

LOOP = f"loop-{MOVE_CHAT}-1"


def test_losing_the_database_loses_no_edit(desk: Desk) -> None:
    """Sources and lock give the same vault, byte for byte, and edits made meanwhile are still found."""
    desk.edit("Open loops", "- [ ] Book a van", "- [x] Book a van")
    desk.edit("Rye bread", "## Notes\n", "## Notes\n\nMine.\n")
    desk.note("Choosing an index").unlink()
    desk.edit("Moving", "A move in August", "My move in August")
    desk.compile()
    before = {p: p.read_bytes() for p in desk.root.rglob("*.md")}
    desk.forget_everything(lock=False)
    desk.compile()
    assert {p: p.read_bytes() for p in desk.root.rglob("*.md")} == before


def test_edits_made_before_the_database_was_lost_are_found(desk: Desk) -> None:
    """The lock tells what we wrote by its hash; the rest is the person's."""
    desk.edit("Moving", "A move in August", "My move in August")
    desk.edit("Rye bread", "## Notes\n", "## Notes\n\nMine.\n")
    desk.forget_everything(lock=False)
    desk.compile()
    assert "My move in August" in desk.note("Moving").read_text()
    assert desk.note("Rye bread").read_text().endswith("## Notes\n\nMine.\n")
    desk.say(2, entities=())
    desk.compile()
    assert "My move in August" in desk.note("Moving").read_text()


def test_losing_the_lock_too_recovers_what_the_notes_show(desk: Desk) -> None:
    """Places, notes, foreign properties and ticks are read from the vault itself."""
    desk.edit("Open loops", "- [ ] Book a van", "- [x] Book a van")
    desk.edit("Rye bread", "## Notes\n", "## Notes\n\nMine.\n")
    desk.edit("Rye bread", "---\n\n## Summary", "rating: 5\n---\n\n## Summary")
    desk.note("Moving").rename(desk.root / "Trondheim.md")
    desk.compile()
    before = {p: p.read_bytes() for p in desk.root.rglob("*.md")}
    desk.forget_everything(lock=True)
    desk.compile()
    assert {p: p.read_bytes() for p in desk.root.rglob("*.md")} == before


def test_a_lock_from_another_device_is_merged(desk: Desk) -> None:
    """What was decided there and synced is taken; what was decided here stays."""
    lock = desk.settings.lock
    overrides.put(desk.store, "title", BREAD_CHAT, "Mine")
    text = lock.read_text()
    text += f'override ["title", "{BREAD_CHAT}", "Theirs"]\noverride ["title", "{MOVE_CHAT}", "The move"]\n'
    lock.write_text(text)
    desk.compile()
    assert overrides.all_of(desk.store, "title") == {BREAD_CHAT: "Mine", MOVE_CHAT: "The move"}
    assert "title: The move\n" in desk.note("Moving").read_text()


def test_an_override_whose_item_vanished_is_kept(desk: Desk) -> None:
    """The item may come back with another distillation; the decision is still known then."""
    desk.edit("Open loops", "- [ ] Book a van", "- [x] Book a van")
    desk.compile()
    desk.say(2, items=())
    desk.compile()
    assert overrides.all_of(desk.store, "loop") == {LOOP: "done"}
    desk.say(2)
    desk.compile()
    assert "- [x] Book a van" in desk.note("Open loops").read_text()
