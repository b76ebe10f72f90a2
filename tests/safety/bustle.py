"""Many at one vault for a while: processes that do what chance tells them, a watcher, a person who writes notes, and
sources that grow meanwhile."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from pathlib import Path

from tests.safety.crowding import BUSY, write_note
from tests.safety.runs import Done, Vault, differences, dump, ended, finish, musubi, small_sources, start, tree

DEEDS = {
    "compile": 4, "killed compile": 2, "search": 4, "list": 2, "status": 1, "check": 2, "backup": 1, "decisions": 1,
    "doctor": 1,
}  # fmt: skip
"""What a process may do next, and how often."""
SOURCES = ("claude", "obsidian")


class Bustle:
    def __init__(self, folder: Path, seed: int) -> None:
        self.vault = Vault(folder / "V", small_sources(folder / "sources", *SOURCES))
        self.folder, self.seed = folder, seed
        self.vault.path.mkdir(parents=True)
        named = "".join(f"{name} = '{self.vault.sources / name}'\n" for name in SOURCES)
        (self.vault.path / "musubi.toml").write_text(f"[sources]\n{named}")
        self.vault.must_compile()
        self.done: Counter[str] = Counter()
        self.refused = 0
        self.problems: list[str] = []
        self.words: list[str] = []

    def wrong(self, processes: int, seconds: float) -> list[str]:
        """What went wrong while they were at it, and in what they left."""
        until = time.monotonic() + seconds
        watcher = start(["watch", "--vault", str(self.vault.path), "--no-embed"], self.folder / "watcher")
        helpers = [threading.Thread(target=self._act, args=(n, until)) for n in range(processes)]
        helpers += [
            threading.Thread(target=self._edit, args=(until,)),
            threading.Thread(target=self._grow, args=(until,)),
        ]
        for helper in helpers:
            helper.start()
        for helper in helpers:
            helper.join()
        if not watcher.is_alive():
            self.problems.append("the watcher ended")
        watcher.kill()
        ended(watcher)
        if "Traceback" in (said := (self.folder / "watcher" / "said").read_text()):
            self.problems.append(f"the watcher: {said[-400:]}")
        return self.problems + self._left()

    def _act(self, number: int, until: float) -> None:
        rng = random.Random(self.seed * 1_000_003 + number)
        home = self.folder / f"process{number}"
        while time.monotonic() < until:
            deed = rng.choices(list(DEEDS), list(DEEDS.values()))[0]
            if deed == "killed compile":
                child = start(self.vault.compile(), home)
                time.sleep(rng.random() * 0.5)
                child.kill()
                ended(child)
            else:
                words = self.vault.compile() if deed == "compile" else [deed, "--vault", str(self.vault.path)]
                self._judge(deed, musubi([*words, "price"] if deed == "search" else words, home))
            self.done[deed] += 1

    def _judge(self, deed: str, done: Done) -> None:
        """Done, or refused in a sentence while another compiles; `search` may find nothing, `doctor` something."""
        self.refused += BUSY in done.said
        expected = done.code == 0 or BUSY in done.said or deed in ("search", "doctor")
        if "Traceback" in done.said or done.code not in (0, 1) or not expected:
            self.problems.append(f"{deed} ended {done.code}: {done.said[-400:]}")

    def _edit(self, until: float) -> None:
        rng = random.Random(self.seed)
        while time.monotonic() < until:
            self.words.append(write_note(self.vault, rng, len(self.words)))

    def _grow(self, until: float) -> None:
        path = self.vault.sources / "claude" / "conversations.json"
        told = json.loads(path.read_text())
        while time.monotonic() < until:
            time.sleep(2)
            more = json.dumps(told[0]).replace(told[0]["uuid"], f"{len(told):08}{told[0]['uuid'][8:]}")
            told.append(json.loads(more))
            saved = path.with_suffix(".saving")
            saved.write_text(json.dumps(told))
            saved.replace(path)

    def _left(self) -> list[str]:
        again = finish(start(self.vault.compile(), self.vault.home), self.vault.home)
        out = [f"then {again.said[-400:]}"] if again.code else []
        settled = tree(self.vault.path)
        checked = self.vault.run("check", "--json")
        if checked.code:
            out.append(f"check: {checked.said[-400:]}")
        text = "\n".join(data.decode() for data in settled.values())
        out += [f"the person's words are lost: {word}" for word in self.words if word not in text]
        self.vault.must_compile()
        out += [f"still changing: {name}" for name in differences(settled, tree(self.vault.path))]
        calm = Vault(self.folder / "calm", self.vault.sources)
        calm.must_compile()
        ours, theirs = dump(self.vault.store), dump(calm.store)
        told = ("conversations", "contributions", "notes", "items")
        return out + [f"not as in a calm run: {name}" for name in told if ours[name] != theirs[name]]
