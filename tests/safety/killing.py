"""Runs that are killed, without warning, at a moment of chance, and what the next run makes of what they left."""

from __future__ import annotations

import json
import random
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.compiler.store.older import age
from tests.safety.runs import Vault, finish, small_sources, start, unlike

FORGOTTEN = "claude"


@dataclass(frozen=True)
class Job:
    """What is killed: `prepare` makes the vault that it starts from, `words` what is run on it, at a moment of the
    first `share` of the run, counted from when the file `mark` beside the store is there."""

    prepare: Callable[[Vault], object]
    words: Callable[[Vault], list[str]]
    mark: str = ""
    share: float = 1.0


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
    """A store of the oldest shape, so that the next run takes every step."""
    newest = Vault(vault.home.with_name("newest"), vault.sources)
    newest.must_compile()
    age(newest.store, vault.store, 1)


def _forgetting(vault: Vault) -> list[str]:
    return ["forget", "--vault", str(vault.path), "--source", FORGOTTEN, "--yes"]


JOBS = {
    "compile": Job(_nothing, Vault.compile),
    "ingest": Job(_grown, Vault.compile),
    "index": Job(_nothing, lambda vault: [word for word in vault.compile() if word != "--no-embed"]),
    "forget": Job(_compiled, _forgetting),
    "migrate": Job(_older, Vault.compile, "backups", 0.4),
}


def kill_loop(job: str, count: int, seed: int, folder: Path) -> list[str]:
    """Kill a job `count` times, each time in a fresh copy; returns what went wrong, a sentence each."""
    rng = random.Random(seed)
    what = JOBS[job]
    sources = small_sources(folder / "sources", "claude", "obsidian")
    ready, calm = Vault(folder / "ready", sources), Vault(folder / "calm", sources)
    what.prepare(ready)
    ready.copy(calm.home)
    child = start(what.words(calm), calm.home)
    began = _await(what, calm, child)
    done = finish(child, calm.home)
    took = what.share * (time.monotonic() - began)
    assert done.code == 0, done.said
    _end(calm, job)
    wrong = []
    for number in range(count):
        vault = ready.copy(folder / "killed")
        child = start(what.words(vault), vault.home)
        delay = rng.random() * took
        _await(what, vault, child)
        time.sleep(delay)
        child.kill()
        child.join()
        _end(vault, job)
        wrong += [f"{job} killed after {delay:.3f} s (number {number}): {what}" for what in unlike(vault, calm)]
        shutil.rmtree(vault.home)
    return wrong


def _await(job: Job, vault: Vault, child: BaseProcess) -> float:
    """The time at which the job's mark is there."""
    while job.mark and child.is_alive() and not (vault.store.parent / job.mark).exists():
        time.sleep(0.001)
    return time.monotonic()


def _end(vault: Vault, job: str) -> None:
    """The run after the kill. A forgetting that did not get as far as its first row is asked for again."""
    if job == "forget":
        finish(start(_forgetting(vault), vault.home), vault.home)
    words = JOBS["index"].words(vault) if job == "index" else vault.compile()
    done = finish(start(words, vault.home), vault.home)
    assert done.code == 0, done.said
