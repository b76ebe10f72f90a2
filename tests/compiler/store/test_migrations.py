"""Stores of every earlier shape, brought up to date."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from compiler import build
from compiler.errors import StoreError
from compiler.events import Silent
from compiler.store import health, migrations
from compiler.store.connection import open_store
from tests.compiler.store.older import age, archive, shape
from tests.compiler.vault.believable import config, open_filled

EARLIER = range(1, len(migrations.STEPS))


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of the newest shape, with conversations in it."""
    settings = config(tmp_path_factory.mktemp("today"))
    with open_filled(settings) as store:
        store.execute("INSERT INTO overrides VALUES ('title', 'claude_code:a', 'Mine')")
    return settings.store


@pytest.mark.parametrize("steps", EARLIER)
def test_a_store_of_an_earlier_shape_becomes_one_of_today(steps: int, today: Path, tmp_path: Path) -> None:
    """The shape is that of a new store, every row of the archive is there, and `check` finds nothing."""
    older, new = tmp_path / "musubi.db", tmp_path / "new" / "musubi.db"
    age(today, older, steps)
    before = archive(older)
    assert before["messages"]
    with open_store(older) as store:
        assert list(health.findings(store)) == []
    open_store(new).close()
    assert shape(older) == shape(new)
    after = archive(older)
    for table, rows in before.items():
        kept = [{name: row[name] for name in old} for row, old in zip(after[table], rows, strict=True)]
        assert kept == rows


@pytest.mark.parametrize("steps", EARLIER)
def test_what_was_is_kept_as_a_backup(steps: int, today: Path, tmp_path: Path) -> None:
    """In its own shape, so that the Musubi that made it could still read it."""
    older = tmp_path / "musubi.db"
    age(today, older, steps)
    before = archive(older)
    open_store(older).close()
    [kept] = (tmp_path / "backups").glob("*.db")
    connection = apsw.Connection(str(kept))
    assert migrations.version(connection) == steps
    connection.close()
    assert archive(kept) == before


@pytest.mark.parametrize("steps", EARLIER)
def test_a_store_of_an_earlier_shape_compiles_to_the_same_vault(steps: int, today: Path, tmp_path: Path) -> None:
    """What is derived is made again from the archive alone."""
    trees = []
    for number in (steps, len(migrations.STEPS)):
        settings = config(tmp_path / str(number))
        age(today, settings.store, number)
        build.compile_vault(settings, [], [], Silent(), build.Options(embed=False))
        trees.append({p.relative_to(settings.vault): p.read_bytes() for p in settings.vault.rglob("*.md")})
    assert len(trees[0]) > 5
    assert trees[0] == trees[1]


def test_a_step_that_fails_leaves_the_store_as_it_was(
    today: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step is one transaction with the number that records it; those before it stay."""
    older, broken = tmp_path / "musubi.db", tmp_path / "99_broken.sql"
    age(today, older, len(migrations.STEPS) - 1)
    broken.write_text("CREATE TABLE half(x); CREATE TABLE messages(x);")
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, broken))
    with pytest.raises(apsw.SQLError):
        open_store(older)
    connection = apsw.Connection(str(older))
    assert migrations.version(connection) == len(migrations.STEPS) - 1
    assert "half" not in shape(older)
    connection.close()


def test_a_store_of_a_newer_musubi_is_refused(today: Path, tmp_path: Path) -> None:
    """By writers and readers alike, untouched."""
    newer = tmp_path / "musubi.db"
    age(today, newer, len(migrations.STEPS))
    connection = apsw.Connection(str(newer))
    connection.execute(f"PRAGMA user_version = {len(migrations.STEPS) + 1}")
    connection.close()
    for write in (True, False):
        with pytest.raises(StoreError, match="newer Musubi"):
            open_store(newer, write=write)


def test_readers_of_an_older_store_say_what_to_do(today: Path, tmp_path: Path) -> None:
    """They never change its shape themselves."""
    older = tmp_path / "musubi.db"
    age(today, older, 3)
    with pytest.raises(StoreError, match="run `musubi compile` once"):
        open_store(older, write=False)
