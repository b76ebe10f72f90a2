"""Runs that are killed, without warning, at a moment of chance, and what the next run makes of what they left."""

from __future__ import annotations

import json
import random
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import apsw

from compiler.store import migrations
from tests.safety.runs import Vault, finish, small_sources, start, unlike

FORGOTTEN = "claude"


@dataclass(frozen=True)
class Job:
    """What is killed: `prepare` makes the vault that it starts from, `words` what is run on it. The run that finishes
    it is always a plain compile, save where `again` says otherwise."""

    prepare: Callable[[Vault], object]
    words: Callable[[Vault], list[str]]


def _nothing(vault: Vault) -> None:
    vault.home.mkdir(parents=True, exist_ok=True)


def _compiled(vault: Vault) -> None:
    vault.must_compile()


def _grown(vault: Vault) -> None:
    """A vault that knows the first half of what its sources hold by now."""
    held = {path: path.read_text() for path in vault.sources.rglob("conversations.json")}
    for path, text in held.items():
        path.write_text(json.dumps(json.loads(text)[:1]))
    vault.must_compile()
    for path, text in held.items():
        path.write_text(text)


def _older(vault: Vault) -> None:
    """A store of an earlier shape: the last step is undone as far as rows go, so the next run takes it again."""
    _compiled(vault)
    connection = apsw.Connection(str(vault.store))
    connection.execute(UNDONE)
    connection.execute(f"PRAGMA user_version = {len(migrations.STEPS) - 1}")
    connection.close()


def _forgetting(vault: Vault) -> list[str]:
    return ["forget", "--vault", str(vault.path), "--source", FORGOTTEN, "--yes"]


UNDONE = "ALTER TABLE conversations DROP COLUMN rules"
JOBS = {
    "compile": Job(_nothing, Vault.compile),
    "ingest": Job(_grown, Vault.compile),
    "index": Job(_nothing, lambda vault: [word for word in vault.compile() if word != "--no-embed"]),
    "forget": Job(_compiled, _forgetting),
    "migrate": Job(_older, Vault.compile),
}


def kill_loop(job: str, count: int, seed: int, folder: Path, *, first: float = 0.0) -> list[str]:
    """Kill a job `count` times, each time in a fresh copy; returns what went wrong, a sentence each."""
    rng = random.Random(seed)
    what = JOBS[job]
    sources = small_sources(folder / "sources", "claude", "obsidian")
    ready, calm = Vault(folder / "ready", sources), Vault(folder / "calm", sources)
    what.prepare(ready)
    ready.copy(calm.home)
    began = time.monotonic()
    done = finish(start(what.words(calm), calm.home), calm.home)
    took = time.monotonic() - began
    assert done.code == 0, done.said
    _end(calm, job)
    wrong = []
    for number in range(count):
        vault = ready.copy(folder / "killed")
        child = start(what.words(vault), vault.home)
        delay = first + rng.random() * took
        time.sleep(delay)
        child.kill()
        child.join()
        _end(vault, job)
        wrong += [f"{job} killed after {delay:.3f} s (number {number}): {what}" for what in unlike(vault, calm)]
        shutil.rmtree(vault.home)
    return wrong


def _end(vault: Vault, job: str) -> None:
    """The run after the kill. A forgetting that did not get as far as its first row is asked for again."""
    if job == "forget":
        finish(start(_forgetting(vault), vault.home), vault.home)
    words = JOBS["index"].words(vault) if job == "index" else vault.compile()
    done = finish(start(words, vault.home), vault.home)
    assert done.code == 0, done.said
