"""Planted secrets through every adapter, and what of them is left in the bytes that Musubi writes."""

from __future__ import annotations

import json
import random
import shutil
import time
from itertools import cycle
from pathlib import Path

from tests.compiler.llm.servers import Answer, Body, says, serving
from tests.safety.planting import hits, planted_sources, secrets
from tests.safety.runs import Vault, start


class Canary:
    def __init__(self, folder: Path, count: int, seed: int) -> None:
        self.folder = folder
        self.sources, self.planted = planted_sources(folder / "sources", count, seed)
        self.texts = cycle([text for text, secret in secrets(count, seed) if secret in self.planted])
        self.replies = 0
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

    def with_model(self, count: int, seed: int) -> list[str]:
        """After a compile by a model that repeats what it is asked and adds secrets of its own, and in what is left by
        such runs that are killed."""
        rng = random.Random(seed)
        vault = Vault(self.folder / "asked", self.sources)
        with serving(self._echo) as model:
            vault.path.mkdir(parents=True)
            (vault.path / "musubi.toml").write_text(f'[llm]\nendpoint = "{model.url}"\n')
            began = time.monotonic()
            vault.copy(self.folder / "calm").must_compile("--llm")
            took = time.monotonic() - began
            found = hits(self.planted, self.folder / "calm")
            self.replies = len(model.asked)
            for _ in range(count):
                asked = vault.copy(self.folder / "killed")
                child = start(asked.compile("--llm"), asked.home)
                time.sleep(rng.random() * took)
                child.kill()
                child.join()
                found += hits(self.planted, asked.home)
                shutil.rmtree(asked.home)
            found += [f"sent to the model: {value}" for value in self.planted if value in json.dumps(model.asked)]
        return found

    def _echo(self, body: Body) -> Answer:
        """A note whose every line repeats a part of the question, and tells a secret."""
        rng = random.Random(json.dumps(body["messages"]))
        said = body["messages"][-1]["content"].splitlines()
        lines = [line.partition(": ")[2] for line in said if line.startswith(("User: ", "Assistant: "))] or said

        def told() -> str:
            return f"{rng.choice(lines)[:200]} {next(self.texts)}"

        def entries() -> list[dict[str, str]]:
            return [
                {"quote": rng.choice(lines)[:200], "text": told(), "reason": told(), "instead_of": told()}
                for _ in range(9)
            ]

        note = {"title": told(), "summary": told(), "decisions": entries(), "open_loops": entries(),
                "key_points": entries(), "facts": entries(), "entities": [{"name": told(), "type": "tool"}],
                "topics": [told()]}  # fmt: skip
        return says(json.dumps(note))

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
