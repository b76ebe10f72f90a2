"""Living in a person's vault: their notes are linked to, never written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from compiler import vault
from compiler.events import Silent
from compiler.records import Conversation, Note
from tests.compiler.vault.believable import believable, config, message, open_filled, put


def test_entities_link_to_the_persons_notes_by_title_or_alias(tmp_path: Path) -> None:
    """Ana has a note of her own; SQLite is an alias of another; the note itself is linked from its conclusions."""
    settings = config(tmp_path, folder="Musubi")
    (tmp_path / "People").mkdir()
    for name in ("People/ana.md", "Databases.md"):
        (tmp_path / name).write_text("Mine.\n")
    with open_filled(settings) as store:
        for name, aliases in (("People/ana.md", "[]"), ("Databases.md", '["SQLite", "Postgres"]')):
            cid = f"obsidian:{name}"
            note = Conversation(
                cid, "obsidian", Path(name).stem, None, "2026-03-01T09:00:00Z", None, str(tmp_path / name),
                (message(cid, 1, "user", "Ana knows the codes.", None, name),), kind="note",
                attrs={"root": str(tmp_path), "aliases": aliases},
            )  # fmt: skip
            put(store, note, Note(cid, Path(name).stem, "Who knows the codes.", ()))
        vault.write(store, settings, Silent())
    text = next((tmp_path / "Musubi").rglob("*Choosing an index*")).read_text()
    assert "- [[People/ana|Ana]]\n- [[Databases|SQLite]]\n" in text
    assert "- your note [[People/ana|ana]]\n" in next((tmp_path / "Musubi").rglob("*ana (*")).read_text()
    assert (tmp_path / "People" / "ana.md").read_text() == "Mine.\n"


def test_a_note_that_is_gone_is_not_linked(tmp_path: Path) -> None:
    """The store remembers it, the vault does not hold it: no link dangles."""
    settings = config(tmp_path, folder="Musubi")
    with open_filled(settings) as store:
        cid = "obsidian:Ana.md"
        gone = Conversation(cid, "obsidian", "Ana", None, None, None, str(tmp_path / "Ana.md"), (), kind="note")
        put(store, gone, None)
        vault.write(store, settings, Silent())
    assert "- Ana\n" in next((tmp_path / "Musubi").rglob("*Choosing an index*")).read_text()


def test_a_title_that_begins_with_its_date_says_it_once(tmp_path: Path) -> None:
    """Daily notes are often called by their day."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        conversation, note = believable()[1]
        put(store, conversation, replace(note, title="2026-03-05 Thursday"))
        vault.write(store, settings, Silent())
    assert len(list(tmp_path.rglob("2026-03-05 Thursday (*"))) == 1
