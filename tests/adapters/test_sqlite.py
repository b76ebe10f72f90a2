"""Opening other programs' databases: what is read, what is refused, and that nothing is left behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from adapters._reading import sqlite
from adapters._reading.sqlite import Unreadable, database_files, looks_like_database, opened


def make(path: Path, *values: str, journal: str = "delete") -> apsw.Connection:
    connection = apsw.Connection(str(path))
    connection.execute(f"pragma journal_mode={journal}")
    connection.execute("create table words(word text)")
    for value in values:
        connection.execute("insert into words values (?)", (value,))
    return connection


def words(path: Path) -> list[str]:
    with opened(path) as database:
        return [row[0] for row in database.all("select word from words order by rowid")]


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def leave_log_behind(path: Path) -> None:
    """Writes a row in a process that dies without closing, so that the row exists in the log alone."""
    script = (
        "import apsw, os, sys; c = apsw.Connection(sys.argv[1]); c.execute('pragma journal_mode=wal');"
        "c.execute('create table words(word text)');"
        "c.execute(\"insert into words values ('in the log')\"); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=True)


def test_closed_database_leaves_no_file(tmp_path: Path) -> None:
    """A database closed in WAL mode is read without the -wal and -shm that a plain read-only opening would leave."""
    path = tmp_path / "state.vscdb"
    make(path, "hello", journal="wal").close()
    assert words(path) == ["hello"]
    assert names(tmp_path) == ["state.vscdb"]


def test_odd_path_opens_without_stray_file(tmp_path: Path) -> None:
    """A path with #, ?, % and spaces is not cut at them."""
    path = tmp_path / "a#b c%20?.db"
    make(path, "hello").close()
    assert words(path) == ["hello"]
    assert names(tmp_path) == ["a#b c%20?.db"]


def test_running_program_is_read_in_place_and_not_held_up(tmp_path: Path) -> None:
    """Rows that lie in the log of a running program are seen, and it can write and truncate its log between queries."""
    path = tmp_path / "state.vscdb"
    program = make(path, "first", journal="wal")
    with opened(path) as database:
        assert database.all("select word from words") == [("first",)]
        program.execute("insert into words values ('second')")
        assert database.all("select word from words") == [("first",), ("second",)]
        assert program.execute("pragma wal_checkpoint(truncate)").fetchall() == [(0, 0, 0)]
    assert names(tmp_path) == ["state.vscdb", "state.vscdb-shm", "state.vscdb-wal"]
    program.close()


def test_crashed_program_leaves_its_files_as_they_were(tmp_path: Path) -> None:
    """After a crash the log's index needs repair: it is made in memory, for one's own use."""
    path = tmp_path / "state.vscdb"
    leave_log_behind(path)
    before = [(name, (tmp_path / name).read_bytes()) for name in names(tmp_path)]
    assert len(before) == 3
    assert words(path) == ["in the log"]
    assert [(name, (tmp_path / name).read_bytes()) for name in names(tmp_path)] == before


def test_log_without_index_is_read_from_a_copy(tmp_path: Path) -> None:
    """A copied folder with a -wal and no -shm gives the newest rows and stays as it was."""
    path = tmp_path / "state.vscdb"
    leave_log_behind(path)
    Path(f"{path}-shm").unlink()
    before = [(name, (tmp_path / name).read_bytes()) for name in names(tmp_path)]
    assert words(path) == ["in the log"]
    assert [(name, (tmp_path / name).read_bytes()) for name in names(tmp_path)] == before


def test_large_log_without_index_is_deferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the size that is copied, the database waits for its program to close, and says so."""
    path = tmp_path / "state.vscdb"
    leave_log_behind(path)
    Path(f"{path}-shm").unlink()
    monkeypatch.setattr(sqlite, "COPY_LIMIT", 1000)
    with pytest.raises(Unreadable) as refusal:
        words(path)
    assert refusal.value.problem("cursor").what == "deferred database"


def test_interrupted_transaction_is_rolled_back_in_a_copy(tmp_path: Path) -> None:
    """A hot journal means half-written pages: the committed rows are read, the user's files are not repaired."""
    live = tmp_path / "live.db"
    writer = make(live, "committed")
    writer.execute("pragma cache_spill=1; pragma cache_size=1; begin; update words set word='half done'")
    writer.execute(
        "create table filler as with recursive n(i) as (select 1 union all select i+1 from n where i<3000)"
        " select hex(randomblob(100)) x from n"
    )
    path = tmp_path / "crashed" / "state.vscdb"
    path.parent.mkdir()
    shutil.copyfile(live, path)
    assert words(path) == ["half done"]
    shutil.copyfile(f"{live}-journal", f"{path}-journal")
    writer.execute("rollback")
    before = path.read_bytes()
    assert words(path) == ["committed"]
    assert path.read_bytes() == before and names(path.parent) == ["state.vscdb", "state.vscdb-journal"]


def test_exclusive_lock_does_not_stop_reading(tmp_path: Path) -> None:
    """A program that keeps an exclusive lock between its transactions is read past, without waiting."""
    path = tmp_path / "state.vscdb"
    program = make(path, "hello")
    program.execute("begin exclusive")
    assert words(path) == ["hello"]
    program.execute("rollback")


def test_file_changed_between_queries_is_read_anew(tmp_path: Path) -> None:
    """Without a log nothing is locked, so a change is noticed by size and mtime and the file is opened again."""
    path = tmp_path / "state.vscdb"
    program = make(path, "first")
    with opened(path) as database:
        assert database.all("select word from words") == [("first",)]
        program.execute("insert into words values ('second')")
        os.utime(path, ns=(1, 1))
        assert database.all("select word from words") == [("first",), ("second",)]


def test_file_that_never_rests_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that differs after every query is given up after a few attempts."""
    path = tmp_path / "state.vscdb"
    make(path, "first").close()
    ticks = iter(range(100))
    monkeypatch.setattr(sqlite, "_fingerprint", lambda *files: ((next(ticks), 0),))
    with pytest.raises(Unreadable) as refusal:
        words(path)
    assert refusal.value.what == "busy database"


@pytest.mark.parametrize("content", [b"not a database at all", b"SQLite format 3\x00" + b"\xff" * 8000])
def test_broken_file_is_a_problem(tmp_path: Path, content: bytes) -> None:
    """Text, or a database whose pages are rubbish, is refused by value with its path."""
    path = tmp_path / "state.vscdb"
    path.write_bytes(content)
    with pytest.raises(Unreadable) as refusal:
        words(path)
    problem = refusal.value.problem("cursor")
    assert (problem.what, problem.where) == ("broken database", str(path))


def test_missing_file_and_missing_table_are_problems(tmp_path: Path) -> None:
    """Neither a file that is gone nor a table that another version lacks raises anything but Unreadable."""
    with pytest.raises(Unreadable):
        words(tmp_path / "gone.db")
    make(tmp_path / "state.vscdb").close()
    with opened(tmp_path / "state.vscdb") as database:
        assert database.columns("words") == ("word",)
        assert database.columns("composerHeaders") == ()
        with pytest.raises(Unreadable):
            database.all("select * from composerHeaders")


def test_linked_database_is_read_with_its_log(tmp_path: Path) -> None:
    """Behind a symbolic link the log lies beside the real file."""
    path = tmp_path / "real" / "state.vscdb"
    path.parent.mkdir()
    leave_log_behind(path)
    Path(f"{path}-shm").unlink()
    (tmp_path / "link.db").symlink_to(path)
    assert words(tmp_path / "link.db") == ["in the log"]
    assert names(tmp_path) == ["link.db", "real"]


def test_log_belongs_to_the_files_of_a_database(tmp_path: Path) -> None:
    """New bytes only in the -wal must make a unit stale."""
    path = tmp_path / "state.vscdb"
    leave_log_behind(path)
    assert database_files(path) == (path, Path(f"{path}-wal"))
    assert looks_like_database(path) and not looks_like_database(tmp_path / "gone.db")
