"""Following the sources: a compile now and after each burst of changes, one watcher at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Timer

import pytest

from compiler import watching
from compiler.config import Config, load
from compiler.errors import Locked, VaultError
from compiler.events import Event, Silent, Warned
from compiler.records import Env


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return load(tmp_path / "Vault", env=Env(tmp_path, "linux", {}))


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    """A folder that a tool writes into."""
    folder = tmp_path / "sessions"
    folder.mkdir()
    (folder / "a.jsonl").write_text("one\n")
    return folder


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bursts are short; without being told, it looks again only after a while."""
    monkeypatch.setattr(watching, "DEBOUNCE_MS", 50)
    monkeypatch.setattr(watching, "LOOK_AGAIN_MS", 5_000)


def follow(config: Config, folder: Path, change: Callable[[], object], rounds: int = 2) -> list[list[str]]:
    """What lay in the folder at each compile, `change` being made after the first."""
    seen: list[list[str]] = []
    changing: list[Timer] = []

    def places() -> list[Path]:
        changing.append(Timer(0.3, change))  # once the watch has begun; else it looks again
        changing[-1].start()
        return [folder]

    def compile_once() -> None:
        seen.append(sorted(f"{p.name}: {p.read_text().strip()}" for p in folder.iterdir()))

    watching.watch(config, places, compile_once, Silent(), rounds=rounds)
    for thread in changing:
        thread.join()
    return seen


def test_what_is_appended_is_compiled(config: Config, sessions: Path) -> None:
    """The second compile sees the new line."""

    def append() -> None:
        with (sessions / "a.jsonl").open("a") as file:
            file.write("two\n")

    assert follow(config, sessions, append) == [["a.jsonl: one"], ["a.jsonl: one\ntwo"]]


def test_a_rotated_log_is_followed(config: Config, sessions: Path) -> None:
    """Renamed away, with another in its place."""

    def rotate() -> None:
        (sessions / "a.jsonl").rename(sessions / "a.1.jsonl")
        (sessions / "a.jsonl").write_text("new\n")

    assert follow(config, sessions, rotate)[1] == ["a.1.jsonl: one", "a.jsonl: new"]


def test_without_any_event_it_looks_again(config: Config, sessions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop that slept gets no events; nor is there one for a folder that does not exist yet."""
    monkeypatch.setattr(watching, "LOOK_AGAIN_MS", 50)
    assert len(follow(config, sessions, lambda: None, rounds=3)) == 3
    compiled: list[int] = []
    watching.watch(config, lambda: [sessions / "later"], lambda: compiled.append(1), Silent(), rounds=3)
    assert len(compiled) == 3


def test_one_watcher_at_a_time(config: Config) -> None:
    """The second says which vault is followed already, and compiles nothing."""

    def second() -> None:
        with pytest.raises(Locked, match="already follows"):
            watching.watch(config, list, lambda: pytest.fail("compiled"), Silent(), rounds=1)

    watching.watch(config, list, second, Silent(), rounds=1)
    watching.watch(config, list, lambda: None, Silent(), rounds=1)  # the lock is gone with its holder


def test_a_compile_that_fails_is_told_and_tried_again(
    config: Config, sessions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full now may not be at the next change."""
    monkeypatch.setattr(watching, "LOOK_AGAIN_MS", 50)
    told: list[Event] = []
    left = [VaultError("The disk is full."), Locked("Another Musubi is compiling."), None]

    class Listening(Silent):
        def report(self, event: Event) -> None:
            told.append(event)

    def compile_once() -> None:
        error = left.pop(0)
        if error:
            raise error

    watching.watch(config, lambda: [sessions], compile_once, Listening(), rounds=3)
    assert told == [Warned("The disk is full."), Warned("Another Musubi is compiling.")] and not left
