"""Several at one vault: two compiles, a search, and a person who writes notes meanwhile."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

from tests.safety.runs import Vault, differences, dump, finish, musubi, small_sources, start, tree

BUSY = "Another Musubi is compiling"


class Crowd:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sources = small_sources(folder / "sources", "claude", "obsidian")
        self.before = Vault(folder / "before", small_sources(folder / "earlier", "obsidian"))
        self.before.must_compile()

    def wrong(self, count: int, seed: int) -> tuple[list[str], int]:
        """What went wrong in `count` rounds, and in how many of them a compile was refused."""
        out: list[str] = []
        refused = 0
        for number in range(count):
            vault = self.before.copy(self.folder / f"crowded{number}")
            vault = Vault(vault.home, self.sources)
            problems, was_refused = self._round(vault, random.Random(seed * 1_000_003 + number))
            out += [f"round {number}: {text}" for text in problems]
            refused += was_refused
            shutil.rmtree(vault.home)
        return out, refused

    def _round(self, vault: Vault, rng: random.Random) -> tuple[list[str], bool]:
        homes = [vault.home / name for name in ("first", "second", "reader")]
        runs = [start(vault.compile(), homes[0])]
        time.sleep(rng.random() * 0.15)
        runs.append(start(vault.compile(), homes[1]))
        runs.append(start(["search", "--vault", str(vault.path), "price"], homes[2]))
        words = [write_note(vault, rng, number) for number in range(6)]
        done = [finish(run, home) for run, home in zip(runs, homes, strict=True)]
        out = [f"a traceback: {d.said[-300:]}" for d in done if "Traceback" in d.said]
        compiles = done[:2]
        refused = [d for d in compiles if d.code]
        if any(d.code != 1 or BUSY not in d.said for d in refused) or len(refused) > 1:
            out.append(f"compiles ended {[(d.code, d.said[-200:]) for d in compiles]}")
        if done[2].code not in (0, 1):
            out.append(f"search ended {done[2].code}: {done[2].said[-200:]}")
        again = musubi(vault.compile(), vault.home)
        out += [f"then {again.said[-300:]}"] if again.code else []
        settled = tree(vault.path), dump(vault.store)
        if vault.run("check").code:
            out.append("check finds faults")
        text = "\n".join(data.decode() for data in settled[0].values())
        out += [f"the person's words are lost: {word}" for word in words if word not in text]
        vault.must_compile()
        out += [f"still changing: {name}" for name in differences(settled[0], tree(vault.path))]
        return out, bool(refused)


def write_note(vault: Vault, rng: random.Random, number: int) -> str:
    """A line under `## Notes` of some note, saved as editors do: a new file in the old one's place."""
    time.sleep(rng.random() * 0.2)
    word = f"Remembered {number} {rng.randrange(10**9)}."
    texts = {path: _text(path) for path in sorted((vault.path / "Conversations").rglob("*.md"))}
    path = rng.choice([path for path, text in texts.items() if "\n## Notes" in text])
    saved = path.with_suffix(".saving")
    saved.write_text(texts[path].rstrip("\n") + f"\n\n{word}\n", "utf-8")
    saved.replace(path)
    return word


def _text(path: Path) -> str:
    """ "" for a note that a compile has just moved."""
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        return ""
