"""Planted secrets through every adapter, and what of them is left in the bytes that Musubi writes."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

from tests.safety.planting import hits, planted_sources
from tests.safety.runs import Vault, start


class Canary:
    def __init__(self, folder: Path, count: int, seed: int) -> None:
        self.folder = folder
        self.sources, self.planted = planted_sources(folder / "sources", count, seed)
        if len(hits(self.planted, self.sources)) < len(set(self.planted)):
            raise AssertionError("the search does not find what was planted")

    def whole(self) -> list[str]:
        """After a whole run, with backup and with everything that talks to the person."""
        vault = Vault(self.folder / "whole", self.sources)
        vault.must_compile("--transcripts")
        found = hits(self.planted, vault.home)
        for words in (["backup"], ["doctor"], ["search", "password"], ["list"], ["check"], ["sources"], ["status"]):
            vault.run(*words)
            found += hits(self.planted, vault.home)
        assert vault.store.read_bytes().count(b"[redacted:") > len(self.planted) // 2
        return found

    def killed(self, count: int, seed: int) -> list[str]:
        """In what is left by runs that are killed at random moments: log, temporary files and all."""
        rng = random.Random(seed)
        found = []
        for _ in range(count):
            vault = Vault(self.folder / "killed", self.sources)
            shutil.rmtree(vault.home, ignore_errors=True)
            child = start(vault.compile(), vault.home)
            time.sleep(0.2 + rng.random() * 2)
            child.kill()
            child.join()
            found += hits(self.planted, vault.home)
        return found
