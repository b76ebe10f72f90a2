"""Long indexes are cut by time."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from compiler import vault
from compiler.events import Silent
from compiler.records import Conversation, Note
from compiler.vault import periods
from tests.compiler.vault import obsidian
from tests.compiler.vault.believable import config, item, message, open_filled, put


def test_a_short_list_is_left_whole() -> None:
    """300 rows fit one page."""
    assert periods.periods([date(2026, 1, 1)] * 300) == []
    assert periods.cut([date(2026, 1, 1)] * 300, lambda day: day) == {}


def test_a_busy_year_is_cut_into_months() -> None:
    """Quiet years stay whole; what has no date is kept apart."""
    days = [date(2024, 5, 1)] * 20 + [date(2026, 1 + n % 2, 1) for n in range(301)] + [None]
    assert periods.periods(days) == ["undated", "2026-02", "2026-01", "2024"]
    assert {name: len(rows) for name, rows in periods.cut(days, lambda day: day).items()} == {
        "2024": 20, "2026-01": 151, "2026-02": 150, "undated": 1,
    }  # fmt: skip


def test_the_list_of_decisions_stays_small_and_complete(tmp_path: Path) -> None:
    """The index shows the newest and leads to every other; nothing is left out and no link dangles."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        for n in range(400):
            cid, day = f"claude:{n:03d}", f"20{24 + n // 200}-0{1 + n % 9}-1{n % 9}T08:00:00Z"
            said = message(cid, 1, "user", f"We take the plan number {n} from now on.", day)
            talk = Conversation(cid, "claude", f"Plan {n}", None, day, day, f"/srv/{n}", (said,))
            decision = item(cid, 1, "decision", f"Take the plan number {n}", said.text)
            put(store, talk, Note(cid, f"Plan {n}", f"About plan {n}.", (decision,)))
        vault.write(store, settings, Silent())
        assert vault.write(store, settings, Silent()).written == 0
    index = obsidian.read((tmp_path / "Decisions.md").read_text())
    shelves = [tmp_path / f"{link.split('|')[0]}.md" for link in index.links if "Decisions/Decisions " in link]
    assert [path.name for path in shelves] == ["Decisions 2026.md", "Decisions 2025.md", "Decisions 2024.md"]
    listed = [b for path in shelves for b in obsidian.read(path.read_text()).blocks]
    assert len(set(listed)) == len(listed) == 401
    assert len(index.blocks) == 300
    assert all(path.stat().st_size < 200_000 for path in tmp_path.rglob("*.md"))


def test_every_loop_has_one_task_however_many_there_are(tmp_path: Path) -> None:
    """Stale and closed ones stand apart by time; links from the conversations find them; ticks there count."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        for n in range(400):
            cid, day = f"claude:{n:03d}", f"20{24 + n // 200}-0{1 + n % 9}-1{n % 9}T08:00:00Z"
            said = message(cid, 1, "user", f"I must paint the fence number {n}.", day)
            talk = Conversation(cid, "claude", f"Fence {n}", None, day, day, f"/srv/{n}", (said,))
            loop = item(cid, 1, "loop", f"Paint the fence number {n}", said.text, done=n % 2 == 0)
            put(store, talk, Note(cid, f"Fence {n}", f"About fence {n}.", (loop,)))
        vault.write(store, settings, Silent())
        notes = {p: obsidian.read(p.read_text()) for p in tmp_path.rglob("*.md")}
        pages = {p: note for p, note in notes.items() if note.tasks}
        assert sorted(p.name for p in pages) == ["Loops 2024.md", "Loops 2025.md", "Open loops.md"]
        tasks = [b for note in pages.values() for b in note.blocks]
        assert len(set(tasks)) == len(tasks) == 402
        for note in notes.values():
            for link in note.links:
                target, _, block = link.split("|")[0].partition("#^")
                assert not block or block in notes[tmp_path / f"{target}.md"].blocks, link
        page = tmp_path / "Open loops" / "Loops 2024.md"
        page.write_text(page.read_text().replace("- [ ] Paint the fence number 1 ", "- [x] Paint the fence number 1 "))
        assert vault.read_edits(store, settings, Silent()).ticked == 1
        vault.write(store, settings, Silent())
        assert "- [x] Paint the fence number 1 " in page.read_text()
