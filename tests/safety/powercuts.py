"""Compiles on a disk whose power is cut: the database falls back, the notes stay, and the next run ends equal."""

from __future__ import annotations

import os
import pickle
import random
import shutil
from pathlib import Path
from typing import Any

from tests.safety.crashing import Event, Recorder, image
from tests.safety.runs import Vault, musubi, small_sources, unlike

_recorder: list[Recorder] = []


def record(folder: str, out: str) -> None:
    """Run before a compile in its process: keeps what SQLite does below `folder`, to be written to `out` at the end."""
    from compiler.cli import compiling

    recorder = Recorder(Path(folder))
    _recorder.append(recorder)
    real, replace = compiling.compile_vault, os.replace

    def named(old: Any, new: Any) -> None:
        replace(old, new)
        recorder.events.append(Event(str(new), "name"))

    fsync = os.fsync

    def synced(handle: int) -> None:
        fsync(handle)
        path = Path(f"/proc/self/fd/{handle}").resolve()
        if path.is_dir():
            recorder.events.append(Event(str(path), "folder"))

    os.replace, os.fsync = named, synced  # type: ignore[assignment]

    def compiled(*args: Any) -> Any:
        try:
            return real(*args)
        finally:
            Path(out).write_bytes(pickle.dumps(recorder.events))

    compiling.compile_vault = compiled  # type: ignore[assignment]


class Cuts:
    """One recorded compile. Beside the image of its store lie the notes that had their names by then, each whole, for
    they are synced before; some are missing whose folders were not synced since."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sources = small_sources(folder / "sources", "claude")
        self.calm = Vault(folder / "calm", self.sources)
        out = folder / "events"
        done = musubi(self.calm.compile(), self.calm.home, record, str(self.calm.path), str(out))
        assert done.code == 0, done.said
        self.events = pickle.loads(out.read_bytes())
        self.written = [n for n, event in enumerate(self.events) if event.kind != "delete"]

    def wrong(self, count: int, seed: int) -> list[str]:
        """What is wrong after the run that follows each of `count` cuts, at random places."""
        out = []
        for number in range(count):
            rng = random.Random(seed * 1_000_003 + number)
            cut = rng.choice(self.written) + 1
            vault = Vault(self.folder / "cut", self.sources)
            shutil.rmtree(vault.home, ignore_errors=True)
            vault.home.mkdir()
            vault.store.parent.mkdir(parents=True)
            folders = {event.path: n for n, event in enumerate(self.events[:cut]) if event.kind == "folder"}
            for when, event in enumerate(self.events[:cut]):
                sure = when < folders.get(str(Path(event.path).parent), -1)
                if event.kind == "name" and (sure or rng.random() < 0.7):
                    note = Path(event.path).relative_to(self.calm.path)
                    (vault.path / note).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(event.path, vault.path / note)
            image(self.events, cut, rng, vault.store.parent)
            done = musubi(vault.compile(), vault.home)
            problems = [f"said {done.said[-300:]!r}"] if done.code or "Traceback" in done.said else []
            if "damaged" in done.said:
                problems.append("the store was damaged")
            problems += unlike(vault, self.calm) if not problems else []
            out += [f"cut {number} after {cut} of {len(self.events)} events: {text}" for text in problems]
        return out
