"""A conversation full of a word that stands nowhere else, forgotten, and the search for that word's bytes."""

from __future__ import annotations

import json
import random
import shutil
import time
from pathlib import Path

from tests.safety.planting import hits
from tests.safety.runs import Vault, musubi, small_sources, start

NEEDLE = "Quillwort"
FORMS = [NEEDLE, NEEDLE.lower()]


class Forgetting:
    """A vault with a needle in a title, prompts, answers, a decision and a topic, and in every copy of the store: a
    backup, one set aside, an unfinished copy, a dry run that was killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sources = small_sources(folder / "sources", "claude", "obsidian")
        path = self.sources / "claude" / "conversations.json"
        told = json.loads(path.read_text())
        hay = json.dumps(told[0]).replace("Tidepool", NEEDLE)
        hay = hay.replace('"name": "', f'"name": "{NEEDLE} ', 1)
        told[0] = json.loads(hay)
        self.id = f"claude:{told[0]['uuid']}"
        if hay.count(NEEDLE) < 3:
            raise AssertionError("the needle is hardly there")
        path.write_text(json.dumps(told))
        self.ready = Vault(folder / "ready", self.sources)
        self.ready.must_compile()
        self._copies(self.ready)

    def _copies(self, vault: Vault) -> None:
        vault.run("backup")
        place = vault.store.parent
        shutil.copy(vault.store, place / "musubi.aside-1.db")
        shutil.copy(vault.store, place / "musubi.partial")
        shutil.copy(vault.store, place / "backups" / "0009-asked.partial")
        (place / "backups" / "0000-old.db").write_bytes(b"no database, but it says " + NEEDLE.encode())
        trial = vault.home / "tmp" / "musubi-dry-run-killed"
        trial.mkdir(parents=True)
        shutil.copy(vault.store, trial / "musubi.db")

    def words(self, vault: Vault) -> list[str]:
        return ["forget", "--vault", str(vault.path), self.id, "--yes"]

    def left(self, vault: Vault) -> list[str]:
        (vault.home / "said").unlink(missing_ok=True)  # it names what it is about to forget
        return hits(FORMS, vault.home)

    def killed(self, count: int, seed: int) -> list[str]:
        """What is left once the next compile has ended that of which the rows were gone when it was killed."""
        rng = random.Random(seed)
        wrong = []
        for _ in range(count):
            shutil.rmtree(self.folder / "killed", ignore_errors=True)
            vault = self.ready.copy(self.folder / "killed")
            child = start(self.words(vault), vault.home)
            time.sleep(0.1 + rng.random() * 1.2)
            child.kill()
            child.join()
            musubi(self.words(vault), vault.home)  # says that there is nothing to forget where it got that far
            vault.must_compile()
            wrong += self.left(vault)
        return wrong
