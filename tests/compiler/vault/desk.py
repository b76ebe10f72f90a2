"""A written vault, and a person who edits it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from compiler import vault
from compiler.config import Config
from compiler.events import Silent
from compiler.store.connection import Store, open_store
from compiler.vault import EditReport
from tests.compiler.vault.believable import believable, put


class Desk:
    """A written vault, and a person who edits it."""

    def __init__(self, store: Store, settings: Config) -> None:
        self.store, self.settings, self.root = store, settings, settings.vault
        vault.write(store, settings, Silent())

    def note(self, words: str) -> Path:
        return next(p for p in sorted(self.root.rglob("*.md")) if words in p.name)

    def edit(self, words: str, old: str, new: str) -> Path:
        """Replace a text in a note, as an editor would."""
        path = self.note(words)
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        return path

    def compile(self, *, accept_deletions: bool = False) -> EditReport:
        report = vault.read_edits(self.store, self.settings, Silent(), accept_deletions=accept_deletions)
        vault.write(self.store, self.settings, Silent())
        return report

    def say(self, n: int, **changes: object) -> None:
        """Distil a conversation anew, with another outcome."""
        conversation, note = believable()[n]
        put(self.store, conversation, replace(note, **changes))  # type: ignore[arg-type]

    def forget_everything(self, *, lock: bool) -> None:
        """Lose the database, and the lock too if asked, and read the sources again."""
        self.store.close()
        for file in (self.root / ".musubi").iterdir():
            if lock or file.name != "musubi.lock":
                file.unlink()
        self.store = open_store(self.settings.store)
        vault.recover(self.store, self.settings, Silent())
        for conversation, note in believable():
            put(self.store, conversation, note)
