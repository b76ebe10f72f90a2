"""Edits of generated text that were made before the store was lost: found once the text has been made again."""

from __future__ import annotations

from datetime import UTC, datetime

from compiler.config import Config
from compiler.store import vault_files
from compiler.store.connection import Store
from compiler.store.vault_files import VaultFile
from compiler.vault import files, times
from compiler.vault.compare import compare
from compiler.vault.compose import Composed
from compiler.vault.names import stem
from compiler.vault.notefile import parse
from compiler.vault.person import Person


def late_edits(store: Store, config: Config, known: VaultFile, made: Composed) -> Person | None:
    """The person's part with their edits of the generated text, where the lock said what we wrote but only its hash is
    known, and something else lies there: what was just made stands in for what was written. None where this is not
    the case."""
    if not known.hash or known.seen in ("", known.hash) or vault_files.is_past(store, known.seen):
        return None
    if vault_files.written_bytes(store, known.path) is not None:
        return None
    data = files.read(config.vault / known.path)
    if data is None:
        return None
    zone = times.zone(store, config)
    day = datetime.fromtimestamp(known.mtime_ns / 1e9, UTC).astimezone(zone).date().isoformat()
    changes = compare(parse(made.text.encode()), parse(data), made.person, stem, day)
    return changes.person if changes.person != made.person else None
