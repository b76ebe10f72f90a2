"""Names of pages that show nothing any more: they were taken from what is forgotten by now."""

from __future__ import annotations

from compiler.config import Config
from compiler.store import meta, vault_files
from compiler.store.connection import Store
from compiler.vault import fingerprint, lock
from compiler.vault.writer import STATE


def forget_names(store: Store, config: Config) -> None:
    """Drop names once given to pages that are not shown, from the store and the lock; one that comes back is named
    anew."""
    up_to_date = meta.get(store, STATE) == fingerprint.whole(store, config)
    shown = {file.id for file in vault_files.all_files(store)}
    with store.transaction():
        for page_id in vault_files.names(store).keys() - shown:
            vault_files.drop_name(store, page_id)
    lock.save(store, config)
    if up_to_date:
        with store.transaction():
            meta.put(store, STATE, fingerprint.whole(store, config))
