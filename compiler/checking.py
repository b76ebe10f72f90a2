"""Is everything sound: the store, and the vault's files against its manifest."""

from __future__ import annotations

from compiler.config import Config
from compiler.errors import Damaged
from compiler.store import health, imprint
from compiler.store.connection import open_store
from compiler.vault.manifest import differences


def examine(config: Config) -> tuple[list[str], list[str]]:
    """(what is wrong with the store, which files of ours are not as they were written), a sentence each."""
    try:
        imprint.verify(config.store)
        with open_store(config.store, write=False) as store:
            found = list(health.findings(store))
            return found, [] if found else list(differences(store, config))
    except Damaged as damage:
        return [str(damage)], []
