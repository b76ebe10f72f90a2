"""Answers while the store is made, written, and replaced."""

from __future__ import annotations

import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from compiler.config import Config
from compiler.mcp_server.server import make_server
from compiler.recall import Library, conversations, decisions
from compiler.store import notes
from compiler.store.connection import open_store

TIDE_CACHE = "claude_code:18de13c1-42cd-5156-adfc-ec9452ebdcd2"


@pytest.fixture
def copy(example: Config, tmp_path: Path) -> Config:
    """The example's store, to write to."""
    made = replace(example, store=tmp_path / "musubi.db")
    shutil.copyfile(example.store, made.store)
    return made


def rename(config: Config, title: str) -> None:
    """What a compile does to every note, in two transactions."""
    with open_store(config.store) as store:
        for note in list(notes.load_all(store)):
            with store.transaction():
                notes.save(store, replace(note, title=title), "hash")


def test_a_store_that_appears_later(example: Config, tmp_path: Path, agent_of) -> None:
    """Before the first compile the error says what to run; after it the same server answers."""
    nothing = replace(example, store=tmp_path / "later" / "musubi.db")
    agent = agent_of(make_server(nothing))
    assert "run `musubi compile` first" in agent.refused("who_am_i")
    assert not nothing.store.parent.exists()
    nothing.store.parent.mkdir()
    shutil.copyfile(example.store, nothing.store)
    assert agent.told("who_am_i")["conversations"] == 16


def test_what_a_compile_wrote_is_seen(copy: Config, agent_of) -> None:
    """The next answer holds what was written since."""
    agent = agent_of(make_server(copy))
    assert agent.told("read_conversation", id=TIDE_CACHE)["title"] != "Renamed"
    rename(copy, "Renamed")
    assert agent.told("read_conversation", id=TIDE_CACHE)["title"] == "Renamed"


def test_a_restored_store_is_seen(copy: Config, agent_of, tmp_path: Path) -> None:
    """A file put in the place of the store, as `musubi restore` does, is opened anew."""
    kept = tmp_path / "kept.db"
    shutil.copyfile(copy.store, kept)
    agent = agent_of(make_server(copy))
    rename(copy, "Renamed")
    assert agent.told("read_conversation", id=TIDE_CACHE)["title"] == "Renamed"
    for name in ("musubi.db-wal", "musubi.db-shm"):
        copy.store.with_name(name).unlink(missing_ok=True)
    kept.replace(copy.store)
    assert agent.told("read_conversation", id=TIDE_CACHE)["title"] != "Renamed"


def test_one_answer_is_of_one_moment(copy: Config) -> None:
    """What a compile commits while an answer is being made is not in it, only in the next."""
    library = Library(copy)
    with library.history() as history:
        before = decisions.decisions(history)
        rename(copy, "Renamed")
        assert conversations.read(history, TIDE_CACHE).title != "Renamed"
        assert decisions.decisions(history) == before
    with library.history() as history:
        assert conversations.read(history, TIDE_CACHE).title == "Renamed"
    library.close()


def test_answers_go_on_while_a_compile_writes(copy: Config, agent_of) -> None:
    """Every call during a writer's many transactions is answered, half of a write is never seen."""
    agent = agent_of(make_server(copy))
    stop, failed = threading.Event(), []

    def write() -> None:
        try:
            with open_store(copy.store) as store:
                n = 0
                while not stop.is_set():
                    n += 1
                    with store.transaction():
                        for note in list(notes.load_all(store)):
                            notes.save(store, replace(note, title=f"Version {n}"), "hash")
        except Exception as error:
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        seen = []
        for _ in range(15):
            titles = {place["title"] for topic in agent.told("list_topics")["items"] for place in topic["latest"]}
            assert len(titles) == 1 or not any(title.startswith("Version") for title in titles)
            seen.append(titles.pop())
            assert agent.told("search_conversations", query="sqlite", limit=2)["items"]
    finally:
        stop.set()
        writer.join()
    assert failed == []
    assert len(set(seen)) > 1
