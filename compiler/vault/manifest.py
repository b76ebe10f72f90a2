"""The vault's files against the manifest."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.config import Config
from compiler.store import vault_files
from compiler.store.connection import Store
from compiler.vault import files


def differences(store: Store, config: Config) -> Iterator[str]:
    """A sentence for each file of ours that is not as it was written: missing, or changed (which is no fault;
    the next compile takes it up)."""
    for file in vault_files.all_files(store):
        found = files.hash_of(config.vault / file.path)
        if found is None:
            yield f"{file.path} is missing"
        elif found != file.hash:
            yield f"{file.path} was changed since it was written"
