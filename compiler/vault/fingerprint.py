"""Hashes that say whether pages have to be made again."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from compiler.config import Config
from compiler.hashing import content_hash
from compiler.store import vault_files
from compiler.store.connection import Store
from compiler.vault import times
from compiler.vault.templates import folder


@cache
def code() -> str:
    """Over the templates and the modules that fill them: a new version of any makes every page again."""
    digest = sha256()
    here = Path(__file__).parent
    filters = here.parent / "passes" / "filters.py"
    for file in [*sorted(here.rglob("*.py")), filters, *sorted(folder().glob("*.j2"))]:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:32]


def whole(store: Store, config: Config) -> str:
    """Over everything that the vault is made of."""
    return content_hash(
        [code(), vault_files.state(store), config.pages.folder, str(times.zone(store, config)), str(config.env.home),
         config.pages.transcripts]
    )  # fmt: skip
