"""Hashes that say whether pages have to be made again."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from compiler.config import Config
from compiler.hashing import content_hash
from compiler.passes import filters
from compiler.store import vault_files
from compiler.store.connection import Store
from compiler.vault import times
from compiler.vault.templates import folder


def code() -> str:
    """Over the templates, the modules that fill them and the rules for what is shown: a new version of any makes every
    page again."""
    return content_hash([_pages(), filters.fingerprint()])


@cache
def _pages() -> str:
    digest = sha256()
    for file in [*sorted(Path(__file__).parent.rglob("*.py")), *sorted(folder().glob("*.j2"))]:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:32]


def whole(store: Store, config: Config) -> str:
    """Over everything that the vault is made of."""
    return content_hash(
        [code(), vault_files.state(store), config.pages.folder, str(times.zone(store, config)), str(config.env.home),
         config.pages.transcripts]
    )  # fmt: skip
