"""Ingest: what is read again and what is not, what is counted, what is gone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from compiler.events import Silent
from compiler.ingest import Root, ingest
from compiler.records import (
    Conversation,
    Env,
    Known,
    Message,
    Problem,
    Record,
    Seen,
    Skipped,
    Unit,
    nothing_known,
)
from compiler.store import conversations, sources
from compiler.store.connection import Store, open_store


@dataclass
class Lines:
    """A message a line; `!` is a torn line, `?` an unknown record, `raise` breaks the adapter's word."""

    name: str = "lines"
    version: int = 1
    reads: list[str] = field(default_factory=list)

    def locate(self, env: Env) -> list[Path]:
        return []

    def claims(self, path: Path) -> bool:
        return True

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        for file in sorted(root.glob("*.txt")):
            yield Unit(file.stem, root, (file,))

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        self.reads.append(unit.key)
        cid = f"lines:{unit.key}"
        messages = []
        for n, line in enumerate(unit.files[0].read_text().splitlines(), 1):
            if line == "!":
                yield Problem(self.name, f"{unit.files[0]}:{n}", "torn line")
            elif line == "?":
                yield Seen(self.name, "novelty", "9.1")
            elif line == "raise":
                yield Conversation(cid, self.name, None, None, None, None, str(unit.files[0]), tuple(messages))
                raise ValueError("broken promise")
            else:
                messages.append(Message(f"{cid}#{n}", "user", line, place=str(n)))
        yield Conversation(cid, self.name, None, None, None, None, str(unit.files[0]), tuple(messages))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "musubi.db") as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


def run(store: Store, adapter: Lines, folder: Path, whole: bool = True) -> sources.SourceCounts:
    adapter.reads.clear()
    return ingest(store, [Root(adapter, folder)], Silent(), whole=whole, adapters=[adapter])["lines"]


def test_an_unchanged_file_is_not_read_again(store: Store, folder: Path) -> None:
    """Size, time and inode decide; where only the time moved, the content does."""
    adapter, file = Lines(), folder / "a.txt"
    file.write_text("one\ntwo\n")
    run(store, adapter, folder)
    assert adapter.reads == ["a"]
    run(store, adapter, folder)
    os.utime(file, (1, 1))
    run(store, adapter, folder)
    assert adapter.reads == []
    file.write_text("one\nTWO\n")
    run(store, adapter, folder)
    assert adapter.reads == ["a"]


def test_a_new_version_of_an_adapter_reads_everything_again(store: Store, folder: Path) -> None:
    """What is read may mean something else now."""
    (folder / "a.txt").write_text("one\n")
    run(store, Lines(), folder)
    newer = Lines(version=2)
    run(store, newer, folder)
    assert newer.reads == ["a"]


def test_problems_and_unknown_records_are_counted_and_renewed(store: Store, folder: Path) -> None:
    """A repaired file takes its problems with it; a flood of one kind is one row with its count."""
    adapter, file = Lines(), folder / "a.txt"
    file.write_text("one\n" + "!\n" * 500 + "?\n?\n")
    assert run(store, adapter, folder).problems == 500
    assert len(sources.problems(store)) < 50
    assert sources.seen(store) == [Seen("lines", "novelty", "9.1", 2)]
    file.write_text("one\n")
    assert run(store, adapter, folder).problems == 0
    assert sources.seen(store) == []


def test_an_adapter_that_raises_costs_its_unit_alone(store: Store, folder: Path) -> None:
    """What it gave before stays, the rest of the run goes on."""
    (folder / "a.txt").write_text("kept\nraise\nnever\n")
    (folder / "b.txt").write_text("fine\n")
    counts = run(store, Lines(), folder)
    assert (counts.conversations, counts.messages, counts.problems) == (2, 2, 1)


def test_a_vanished_source_deletes_nothing(store: Store, folder: Path) -> None:
    """Its conversation is marked as gone, and is back when the file is."""
    adapter, file = Lines(), folder / "a.txt"
    file.write_text("one\n")
    run(store, adapter, folder)
    file.unlink()
    run(store, adapter, folder)
    gone = "SELECT gone FROM conversations"
    assert list(store.execute(gone)) == [(1,)]
    assert conversations.load(store, "lines:a") is not None
    file.write_text("one\n")
    run(store, adapter, folder)
    assert list(store.execute(gone)) == [(0,)]


def test_a_limited_run_marks_nothing_as_gone(store: Store, folder: Path, tmp_path: Path) -> None:
    """`--source` reads what it names and judges nothing else."""
    (folder / "a.txt").write_text("one\n")
    run(store, Lines(), folder)
    (folder / "a.txt").unlink()
    other = tmp_path / "other"
    other.mkdir()
    run(store, Lines(), other, whole=False)
    assert list(store.execute("SELECT gone FROM conversations")) == [(0,)]


def test_secrets_do_not_enter_the_store(store: Store, folder: Path, tmp_path: Path) -> None:
    """The bytes of database and log hold no key that a message held."""
    key = "ghp_" + "a1B2c3D4e5F6" * 3
    (folder / "a.txt").write_text(f"use {key} please\n")
    run(store, Lines(), folder)
    loaded = conversations.load(store, "lines:a")
    assert loaded and "[redacted:" in loaded.messages[0].text
    assert all(key.encode() not in file.read_bytes() for file in tmp_path.glob("musubi.db*"))


def test_a_forgotten_conversation_is_not_read_again(store: Store, folder: Path) -> None:
    """Only a hash of its id is kept, and that is enough."""
    (folder / "a.txt").write_text("one\n")
    store.execute("INSERT INTO forgotten VALUES (?)", (sources.hash_id("lines:a"),))
    counts = run(store, Lines(), folder)
    assert (counts.conversations, counts.skipped) == (0, {"forgotten": 1})
