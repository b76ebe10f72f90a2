"""Writing the vault: deterministic, once, only what is ours."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from compiler import vault
from compiler.errors import VaultError
from compiler.events import Silent
from compiler.store import ledger, scrub, vault_files
from compiler.vault import files
from tests.compiler.vault.believable import BREAD_CHAT, believable, config, open_filled, put


def tree(root: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(root)): p.read_bytes()
        for p in sorted(root.rglob("*"))
        if p.is_file() and ".musubi" not in p.parts
    }


def written(root: Path) -> list[Path]:
    """Every file of the vault that is for the person."""
    return [root / path for path in tree(root)]


def test_it_writes_a_conversation_note_that_reads_well(tmp_path: Path) -> None:
    """The whole text of one conversation note, as a person sees it."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
    found = next((tmp_path / "Conversations" / "2026").glob("*Choosing an index*")).read_text()
    assert found == (Path(__file__).parent / "conversation.golden.md").read_text()


def test_a_second_write_changes_no_file_and_no_time(tmp_path: Path) -> None:
    """Nothing new was said, so nothing is written."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        first = vault.write(store, settings, Silent())
        stamps = {p: p.stat().st_mtime_ns for p in written(tmp_path)}
        second = vault.write(store, settings, Silent())
    assert first.written == len(stamps) == second.unchanged
    assert (second.written, second.removed) == (0, 0)
    assert {p: p.stat().st_mtime_ns for p in written(tmp_path)} == stamps


def test_two_vaults_of_the_same_conversations_are_equal_byte_for_byte(tmp_path: Path) -> None:
    """The order in which conversations came in does not matter."""
    trees = []
    for name, order in (("a", 1), ("b", -1)):
        settings = config(tmp_path / name)
        from compiler.store.connection import open_store

        with open_store(settings.store) as store:
            for conversation, note in believable()[::order]:
                put(store, conversation, note)
            vault.write(store, settings, Silent())
        trees.append(tree(tmp_path / name))
    assert trees[0] == trees[1]


def test_a_changed_conversation_touches_only_its_note_and_the_indexes(tmp_path: Path) -> None:
    """Small diffs: the other conversations keep their bytes and times."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
        before = tree(tmp_path)
        conversation, note = believable()[1]
        put(store, conversation, replace(note, summary="Too little water."))
        counts = vault.write(store, settings, Silent())
    after = tree(tmp_path)
    changed = {path for path in after if before.get(path) != after[path]}
    assert {p.rsplit("/", 1)[-1].split(" (")[0] for p in changed} == {
        "2026-03-05 Rye bread too dense",
        "2026-03-05.md",
        "Home.md",
    }
    assert counts.written == 3


def test_a_file_name_stays_when_the_title_changes(tmp_path: Path) -> None:
    """Links from outside the vault keep working: a name is given once."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
        names = set(tree(tmp_path))
        conversation, note = believable()[1]
        put(store, conversation, replace(note, title="Wet rye"))
        vault.write(store, settings, Silent())
    assert set(tree(tmp_path)) == names
    assert "title: Wet rye" in next(tmp_path.rglob("*Rye bread*")).read_text()


def test_a_vanished_conversation_takes_its_notes_along(tmp_path: Path) -> None:
    """What the store no longer holds leaves the vault, empty folders too."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
        with store.transaction():
            store.execute("DELETE FROM conversations")
            store.execute("DELETE FROM ledger WHERE pass = 'distil'")
        counts = vault.write(store, settings, Silent())
    assert counts.removed == 7
    assert sorted(tree(tmp_path)) == [
        "Conversations.base", "Decisions.base", "Decisions.md", "Home.md", "Map.canvas", "Open loops.base",
        "Open loops.md", "Profile.md",
    ]  # fmt: skip
    assert not (tmp_path / "Conversations").exists()


def test_files_of_the_person_are_never_touched(tmp_path: Path) -> None:
    """A note of the same name as ours stays; ours goes beside it."""
    (tmp_path / "Home.md").write_text("My own home note.\n")
    (tmp_path / "Decisions").mkdir()
    (tmp_path / "Decisions" / "mine.md").write_text("Mine.\n")
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
    assert (tmp_path / "Home.md").read_text() == "My own home note.\n"
    assert (tmp_path / "Decisions" / "mine.md").read_text() == "Mine.\n"
    assert len(list(tmp_path.glob("Home (*).md"))) == 1


def test_everything_lies_in_the_configured_folder(tmp_path: Path) -> None:
    """Inside an existing vault the compiler keeps to one folder, and links by full path."""
    settings = config(tmp_path, folder="Musubi")
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
    assert {path.split("/")[0] for path in tree(tmp_path)} == {"Musubi"}
    assert "[[Musubi/Decisions|Decisions]]" in (tmp_path / "Musubi" / "Home.md").read_text()


def test_a_dry_run_counts_and_writes_nothing(tmp_path: Path) -> None:
    """The counts say what would be written."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        counts = vault.write(store, settings, Silent(), dry_run=True)
        assert vault_files.all_files(store) == []
    assert counts.written == 15
    assert tree(tmp_path) == {}


def test_a_file_changed_while_the_compile_runs_is_left_alone(tmp_path: Path) -> None:
    """Edits were read, then the person saved again: their version stands until the next compile reads it."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
        vault.read_edits(store, settings, Silent())
        note_file = next(tmp_path.rglob("*Rye bread*"))
        note_file.write_text(note_file.read_text() + "\nMy words.\n")
        conversation, note = believable()[1]
        put(store, conversation, replace(note, summary="Changed."))
        vault.write(store, settings, Silent())
        assert note_file.read_text().endswith("My words.\n")
        assert "Changed." not in note_file.read_text()
        vault.read_edits(store, settings, Silent())
        vault.write(store, settings, Silent())
        assert "Changed." in note_file.read_text()
        assert note_file.read_text().endswith("My words.\n")


def test_a_linked_folder_that_leads_out_of_the_vault_is_refused(tmp_path: Path) -> None:
    """Nothing is written outside the vault, whatever stands in its way."""
    outside = tmp_path / "outside"
    outside.mkdir()
    inside = tmp_path / "vault"
    inside.mkdir()
    (inside / "Conversations").symlink_to(outside)
    settings = config(inside)
    with open_filled(settings) as store, pytest.raises(VaultError, match="outside the vault"):
        vault.write(store, settings, Silent())
    assert list(outside.iterdir()) == []


def test_a_failing_disk_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is replaced as a whole or not at all, and no temporary file stays."""
    target = tmp_path / "note.md"
    target.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        files.write(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_kill_between_writing_and_recording_is_no_edit(tmp_path: Path) -> None:
    """The bytes are on disk, the manifest does not know it: the next run takes them for ours."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
        manifest = list(store.execute("SELECT * FROM vault_files"))
        conversation, note = believable()[1]
        put(store, conversation, replace(note, summary="Changed."))
        vault.write(store, settings, Silent())
        with store.transaction():
            store.execute("DELETE FROM vault_files")
            store.executemany(f"INSERT INTO vault_files VALUES ({','.join('?' * len(manifest[0]))})", manifest)
        report = vault.read_edits(store, settings, Silent())
        assert report == vault.EditReport()
        vault.write(store, settings, Silent())
        assert vault.write(store, settings, Silent()).written == 0
    assert "Changed." in next(tmp_path.rglob("*Rye bread*")).read_text()


def test_a_kill_while_removing_hides_nothing(tmp_path: Path) -> None:
    """Files that we were deleting are not taken for deletions of the person's."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
        note_file = next(tmp_path.rglob("*Rye bread*"))
        with store.transaction():
            vault_files.begin_removal(store, [note_file.relative_to(tmp_path).as_posix()])
        note_file.unlink()
        assert vault.read_edits(store, settings, Silent()) == vault.EditReport()
        vault.write(store, settings, Silent())
    assert note_file.exists()


def test_another_vault_inside_the_folder_is_left_alone(tmp_path: Path) -> None:
    """A copy of the vault kept inside it is no set of conflicting notes."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
        (tmp_path / "Old" / ".musubi").mkdir(parents=True)
        note_file = next(tmp_path.rglob("*Rye bread*"))
        (tmp_path / "Old" / note_file.name).write_bytes(note_file.read_bytes())
        assert vault.read_edits(store, settings, Silent()) == vault.EditReport()


def test_home_folders_never_appear_in_notes(tmp_path: Path) -> None:
    """Paths are shown from the source's root, home folders as `~`."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
    text = b"".join(tree(tmp_path).values()).decode()
    assert "/home/noor" not in text
    assert "The notes live in ~/code/tidepool/data" in text
    assert "`claude_code: projects/-home-noor-code-tidepool/0f3c.jsonl:4`" in text
    assert BREAD_CHAT in text


def test_a_removal_cut_short_leaves_no_word_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed while the files of a forgotten conversation go: the next run ends it, and nothing names it any more."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
        with store.transaction():
            scrub.begin(store, [BREAD_CHAT])

        def cut_short(_: object) -> None:
            if not list(tmp_path.rglob("*Rye bread*")):
                raise KeyboardInterrupt

        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(files, "sync_folders", cut_short)
            vault.write(store, settings, Silent())
        vault.read_edits(store, settings, Silent())
        vault.write(store, settings, Silent())
        assert BREAD_CHAT not in ledger.fingerprints(store, "vault")
        assert not list(tmp_path.rglob("*Rye bread*"))
