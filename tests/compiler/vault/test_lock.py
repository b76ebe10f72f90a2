"""`musubi.lock`: readable, mergeable, enough to begin again."""

from __future__ import annotations

from pathlib import Path

from compiler import vault
from compiler.events import Silent
from compiler.store import meta, overrides, sources, vault_files
from compiler.store.connection import open_store
from compiler.vault import lock
from tests.compiler.vault.believable import believable, config, open_filled, put


def test_it_is_one_sorted_line_an_entry(tmp_path: Path) -> None:
    """Git shows what changed; home folders are written so that they fit another machine."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        overrides.put(store, "title", "chatgpt:77aa", 'Rye "again"')
        sources.add_import(store, "/home/noor/Downloads/export.zip", "chatgpt")
        vault.write(store, settings, Silent())
    lines = settings.lock.read_text().splitlines()
    assert lines[0].startswith("# ")
    assert lines[1:] == sorted(lines[1:])
    assert 'override ["title", "chatgpt:77aa", "Rye \\"again\\""]' in lines
    assert 'import ["~/Downloads/export.zip", "chatgpt"]' in lines
    assert 'timezone ["Europe/Oslo"]' in lines
    assert sum(line.startswith("file ") for line in lines) == 15


def test_it_fills_a_fresh_store(tmp_path: Path) -> None:
    """Names, overrides, imports, forgotten ids, zone and hashes come back."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        overrides.put(store, "hidden", "chatgpt:77aa", "x")
        sources.add_import(store, "/home/noor/Downloads/export.zip", "chatgpt")
        sources.forget_hash(store, "ab" * 32)
        vault.write(store, settings, Silent())
        wanted = lock.of_store(store, settings)
    with open_store(tmp_path / "fresh.db") as fresh:
        vault.recover(fresh, settings, Silent())
        assert lock.of_store(fresh, settings) == wanted
        assert meta.get(fresh, "timezone") == "Europe/Oslo"
        assert sources.imports(fresh) == [("/home/noor/Downloads/export.zip", "chatgpt")]
        assert len(vault_files.all_files(fresh)) == 13


def test_notes_that_are_not_there_are_written_again(tmp_path: Path) -> None:
    """A clone that holds the lock alone gives the whole vault under the same names; nothing is taken for deleted."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
    before = {p: p.read_bytes() for p in tmp_path.rglob("*.md")}
    for path in [*before, settings.store]:
        path.unlink()
    with open_store(settings.store) as store:
        vault.recover(store, settings, Silent())
        for conversation, note in believable():
            put(store, conversation, note)
        assert vault.read_edits(store, settings, Silent()) == vault.EditReport()
        vault.write(store, settings, Silent())
    assert {p: p.read_bytes() for p in tmp_path.rglob("*.md")} == before


def test_both_sides_of_a_merge_conflict_count() -> None:
    """Marks of git are skipped, lines that make no sense are counted."""
    found = lock.parse(
        "# head\n<<<<<<< ours\n"
        'override ["loop", "a", "done"]\n=======\noverride ["loop", "b", "done"]\n>>>>>>> theirs\nbroken [\n'
    )
    assert found.of("override") == (("loop", "a", "done"), ("loop", "b", "done"))
    assert found.unread == 1


def test_it_is_written_only_when_it_changed(tmp_path: Path) -> None:
    """A compile with nothing new leaves its time alone."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
        before = settings.lock.stat().st_mtime_ns
        assert lock.save(store, settings) is False
        overrides.put(store, "pinned", "chatgpt:77aa", "1")
        assert lock.save(store, settings) is True
    assert settings.lock.stat().st_mtime_ns != before


def test_words_of_a_newer_version_are_kept(tmp_path: Path) -> None:
    """What this version does not know is not thrown away."""
    settings = config(tmp_path)
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
        settings.lock.write_text(settings.lock.read_text() + 'zeal ["x", "y"]\n')
        overrides.put(store, "pinned", "chatgpt:77aa", "1")
        lock.save(store, settings)
    assert 'zeal ["x", "y"]\n' in settings.lock.read_text()
