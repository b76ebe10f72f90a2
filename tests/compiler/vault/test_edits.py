"""The person edits the vault; the next compile keeps it all."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.store import overrides
from compiler.vault import EditReport
from tests.compiler.vault.believable import BREAD_CHAT, INDEX_CHAT, believable
from tests.compiler.vault.desk import Desk

DECISION = f"decision-{INDEX_CHAT}-1"
WALNUTS = f"fact-{BREAD_CHAT}-2"


def test_nothing_edited_is_nothing_found(desk: Desk) -> None:
    """A compile over an untouched vault reports no edit."""
    assert desk.compile() == EditReport()


def test_text_under_notes_survives_a_changed_conversation(desk: Desk) -> None:
    """The person's text stays verbatim while the generated part moves on."""
    mine = "Ask the baker.\n\n- [ ] my own task #bread\n\n```dataview\nLIST\n```"
    desk.edit("Rye bread", "## Notes\n", f"## Notes\n\n{mine}\n")
    assert desk.compile().notes == 1
    desk.say(1, summary="Far too dry.")
    desk.compile()
    text = desk.note("Rye bread").read_text()
    assert "Far too dry." in text
    assert text.endswith(f"## Notes\n\n{mine}\n")


def test_foreign_properties_are_kept_verbatim(desk: Desk) -> None:
    """Names that are not ours stay as they were typed, nested ones too."""
    desk.edit("Rye bread", "---\n\n## Summary", "rating: 5\nmood: {a: 1,  b: [2]}\n---\n\n## Summary")
    assert desk.compile().properties == 1
    desk.say(1, summary="Far too dry.")
    desk.compile()
    assert "\nrating: 5\nmood: {a: 1,  b: [2]}\n---\n" in desk.note("Rye bread").read_text()


def test_a_ticked_task_closes_its_loop_everywhere_and_unticking_opens_it(desk: Desk) -> None:
    """Open loops is the place of the tasks; the conversation note and Home follow."""
    desk.edit("Open loops", "- [ ] Book a van", "- [x] Book a van")
    assert desk.compile().ticked == 1
    assert "- [x] Book a van" in desk.note("Open loops").read_text().split("## Done")[1]
    assert "Book a van for August (done)" in desk.note("Moving").read_text()
    assert "open_loops: 0" in desk.note("Moving").read_text()
    desk.edit("Open loops", "- [x] Book a van", "- [ ] Book a van")
    assert desk.compile().ticked == 1
    assert "## Done" not in desk.note("Open loops").read_text()
    assert "open_loops: 1" in desk.note("Moving").read_text()


def test_a_moved_note_keeps_its_place_and_links_follow(desk: Desk) -> None:
    """Renamed and moved in one go; every link to it points at the new place."""
    old = desk.note("Rye bread")
    (desk.root / "Kitchen").mkdir()
    old.rename(desk.root / "Kitchen" / "Dense rye.md")
    assert desk.compile().moved == 1
    assert not old.exists()
    assert "[[Kitchen/Dense rye|Rye bread too dense]]" in desk.note("Home").read_text()
    desk.say(1, summary="Far too dry.")
    desk.compile()
    assert "Far too dry." in (desk.root / "Kitchen" / "Dense rye.md").read_text()


def test_a_deleted_conversation_note_hides_the_conversation(desk: Desk) -> None:
    """Its decision notes, loops and list entries go too, and a new distillation does not bring it back."""
    desk.note("Choosing an index").unlink()
    assert desk.compile().hidden == 1
    assert overrides.all_of(desk.store, "hidden").keys() == {INDEX_CHAT}
    desk.say(0, summary="Said again.")
    desk.compile()
    assert not [p for p in desk.root.rglob("*.md") if "index" in p.read_text()]


def test_a_deleted_decision_note_hides_the_decision(desk: Desk) -> None:
    """The conversation stays, without it."""
    desk.note("Use a B-tree").unlink()
    assert desk.compile().hidden == 1
    assert overrides.all_of(desk.store, "hidden").keys() == {DECISION}
    assert "B-tree index on harbour" not in desk.note("Choosing an index").read_text()


def test_a_deleted_index_is_written_again(desk: Desk) -> None:
    """Home is no thing that could be hidden."""
    home = desk.note("Home")
    before = home.read_text()
    home.unlink()
    report = desk.compile()
    assert (report.hidden, report.accident) == (0, False)
    assert home.read_text() == before


def test_a_restored_note_is_shown_again(desk: Desk, tmp_path: Path) -> None:
    """Undoing a deletion, or a sync that completes, unhides."""
    note = desk.note("Rye bread")
    kept = note.read_bytes()
    note.unlink()
    desk.compile()
    note.write_bytes(kept)
    desk.compile()
    assert overrides.all_of(desk.store, "hidden") == {}
    assert note.read_bytes() == kept


def test_a_mass_disappearance_is_an_accident(desk: Desk) -> None:
    """More than a few notes at once are written again; only on demand are they hidden."""
    before = {p: p.read_bytes() for p in desk.root.rglob("*.md")}
    for path in before:
        path.unlink()
    report = desk.compile()
    assert report.accident
    assert {p: p.read_bytes() for p in desk.root.rglob("*.md")} == before
    for path in before:
        path.unlink()
    report = desk.compile(accept_deletions=True)
    assert (report.accident, report.hidden) == (False, 4)


@pytest.mark.parametrize("strike", [lambda row: f"- ~~{row[2:]}~~", lambda row: None], ids=["struck", "deleted"])
def test_striking_or_deleting_a_fact_dismisses_it_for_good(desk: Desk, strike: Callable[[str], str | None]) -> None:
    """It does not come back with a new distillation."""
    path = desk.note("Rye bread")
    rows = []
    for row in path.read_text().split("\n"):
        new = row
        if row.startswith("- Is allergic"):
            struck = strike(row.rsplit(" ^", 1)[0])
            new = None if struck is None else f"{struck} ^{row.rsplit(' ^', 1)[1]}"  # type: ignore[assignment]
        if new is not None:
            rows.append(new)
    path.write_text("\n".join(rows))
    assert desk.compile().dismissed == 1
    assert overrides.all_of(desk.store, "dismissed").keys() == {WALNUTS}
    desk.say(1, summary="Said again.")
    desk.compile()
    assert "Is allergic" not in path.read_text()


@pytest.mark.parametrize("strike", [r"- ~~\1 \2~~", r"- ~~\1~~ \2"], ids=["whole line", "words alone"])
def test_striking_with_or_without_the_block_id(desk: Desk, strike: str) -> None:
    """However the editor wraps the line in `~~`, no trace of it stays."""
    path = desk.note("Rye bread")
    path.write_text(re.sub(r"(?m)^- (Is allergic.*) (\^f-\w+)$", strike, path.read_text()))
    report = desk.compile()
    assert (report.dismissed, report.rewritten) == (1, 0)
    assert "allergic" not in path.read_text().split("## Evidence")[0]


def test_a_decision_struck_in_the_list_is_dismissed(desk: Desk) -> None:
    """In the list the day stands first."""
    desk.edit("Decisions.md", "2026-03-03 [[", "2026-03-03 ~~[[")
    desk.edit("Decisions.md", "harbour and time]]", "harbour and time]]~~")
    assert desk.compile().dismissed == 1
    assert "B-tree" not in desk.note("Decisions.md").read_text()
    assert "## Decisions" not in desk.note("Choosing an index").read_text()


def test_a_dismissed_decision_takes_its_reasons_along(desk: Desk) -> None:
    """Deleting the line of a decision leaves no orphaned why below it."""
    path = desk.note("Choosing an index")
    path.write_text("\n".join(r for r in path.read_text().split("\n") if not r.startswith("- Use a B-tree")))
    report = desk.compile()
    assert (report.dismissed, report.rewritten) == (1, 0)
    assert "why:" not in path.read_text()


def test_changed_title_topics_and_hidden_become_overrides(desk: Desk) -> None:
    """Properties through which the person decides."""
    desk.edit("Rye bread", "title: Rye bread too dense", "title: My rye")
    desk.edit("Rye bread", "  - baking\n", '  - "[[Topics/Bread|bread]]"\n  - kitchen\n')
    desk.edit("Moving", "---\n\n## Summary", "hidden: true\n---\n\n## Summary")
    desk.compile()
    assert "|My rye]]" in desk.note("Home").read_text()
    assert '  - "[[Topics/bread|bread]]"\n  - "[[Topics/kitchen|kitchen]]"\n' in desk.note("Rye bread").read_text()
    assert not list(desk.root.rglob("*Moving*"))
    desk.say(1, title="Another title", topics=("other",))
    desk.compile()
    assert "title: My rye\n" in desk.note("Rye bread").read_text()
    assert "[[Topics/kitchen|kitchen]]" in desk.note("Rye bread").read_text()


def test_an_edit_of_generated_text_is_kept_while_that_text_stays(desk: Desk) -> None:
    """Another part of the note changes; the person's wording of the summary stands."""
    desk.edit("Rye bread", "The dough was too dry.", "The dough was too dry and too cold.")
    assert desk.compile().rewritten == 1
    items = believable()[1][1].items
    desk.say(1, items=(items[0],))
    desk.compile()
    text = desk.note("Rye bread").read_text()
    assert "too dry and too cold." in text
    assert "walnuts" not in text.split("## Evidence")[0]


def test_an_edit_whose_ground_changed_is_set_aside_in_the_notes(desk: Desk) -> None:
    """Never overwritten silently, never lost: it moves under Notes with its date and place."""
    path = desk.edit("Rye bread", "The dough was too dry.", "My own summary.")
    os.utime(path, (1_773_000_000, 1_773_000_000))
    desk.compile()
    desk.say(1, summary="Something else.")
    desk.compile()
    text = path.read_text()
    assert "Something else." in text.split("## Notes")[0]
    aside = text.split("## Notes")[1]
    assert "> [!note] Your edit of 2026-03-08 in Summary, set aside" in aside
    assert "> My own summary." in aside
    desk.compile()
    assert path.read_text() == text


def test_added_lines_stay_where_they_were_put(desk: Desk) -> None:
    """A paragraph below the summary and a line among the facts."""
    desk.edit("Rye bread", "The dough was too dry.\n", "The dough was too dry.\n\nAnd the oven lies.\n")
    desk.edit("Rye bread", "## Evidence", "- A fact of mine\n\n## Evidence")
    desk.compile()
    desk.say(1, entities=())
    desk.compile()
    text = desk.note("Rye bread").read_text()
    assert "The dough was too dry.\n\nAnd the oven lies.\n" in text
    assert "- A fact of mine\n" in text.split("## Facts")[1].split("## Evidence")[0]


def test_an_edit_taken_back_leaves_nothing(desk: Desk) -> None:
    """Changing a line and changing it back is no edit in the end."""
    before = desk.note("Rye bread").read_text()
    desk.edit("Rye bread", "The dough was too dry.", "The dough was dry.")
    desk.compile()
    desk.edit("Rye bread", "The dough was dry.", "The dough was too dry.")
    desk.compile()
    assert desk.note("Rye bread").read_text() == before
    assert overrides.everything(desk.store) == []


def test_a_property_of_ours_that_the_person_changed_is_kept(desk: Desk) -> None:
    """Their status of a decision stands as long as ours says the same as then."""
    desk.edit("Use a B-tree", "status: active", "status: doubtful")
    desk.compile()
    desk.say(0, summary="Said again.")
    desk.compile()
    assert "status: doubtful\n" in desk.note("Use a B-tree").read_text()


def test_properties_that_no_longer_parse_are_set_aside(desk: Desk) -> None:
    """A broken block is repaired, and what stood there is kept under Notes."""
    desk.edit("Rye bread", "source: chatgpt", 'source: "chatgpt\nrating: 5')
    desk.compile()
    text = desk.note("Rye bread").read_text()
    assert text.startswith("---\nkind: conversation\n")
    assert "> rating: 5\n" in text.split("## Notes")[1]


def test_a_removed_id_is_put_back(desk: Desk) -> None:
    """The note stays ours even if its id was deleted from the properties."""
    before = desk.note("Rye bread").read_text()
    desk.edit("Rye bread", "musubi_id: chatgpt:77aa\n", "")
    desk.compile()
    assert desk.note("Rye bread").read_text() == before
