"""Getting back what a fresh or older store does not know: from the lock, and by a merge of a lock that came from
elsewhere (another device, a pull)."""

from __future__ import annotations

from compiler.config import Config
from compiler.events import Reporter, Warned
from compiler.hashing import bytes_hash
from compiler.store import meta, vault_files
from compiler.store.connection import Store
from compiler.vault import files, lock


def recover(store: Store, config: Config, reporter: Reporter) -> None:
    """Fill a fresh store with what the lock holds. Without a lock `read_edits` takes what the notes themselves show."""
    found = lock.load(config.lock)
    if found is None:
        return
    lock.restore_into(store, found, config)
    if found.unread:
        reporter.report(Warned(f"{found.unread} lines of {config.lock} could not be read and were left out."))
    lost = sum(_by_model(config, file.path) for file in vault_files.all_files(store) if file.kind == "conversation")
    if lost:
        reporter.report(
            Warned(
                f"The store is new: {lost} notes that a model made for an earlier one are now made by rules. `musubi "
                "restore` goes back to a backup, `musubi compile --llm` makes them again."
            )
        )


def _by_model(config: Config, path: str) -> bool:
    head = (files.read(config.vault / path) or b"").partition(b"\n---\n")[0]
    return b"\nmade_by: " in head


def merge_lock(store: Store, config: Config) -> bool:
    """Take from a lock that was changed from outside whatever the store has no word on; returns whether it was. Nothing
    is taken away: what another device did not know is no decision, so a file that is missing here and that the lock
    does not list was not deleted by the person. A store that went back to a backup is such another device."""
    data = files.read(config.lock)
    if data is None or bytes_hash(data) == meta.get(store, lock.KEY):
        return False
    found = lock.parse(data.decode("utf-8-sig", "replace"))
    lock.restore_into(store, found, config, only_new=True)
    listed = {entry[0] for entry in found.of("file") if entry}
    missing = [f.path for f in vault_files.all_files(store) if not files.stamp(config.vault / f.path)]
    with store.transaction():
        vault_files.begin_removal(store, [path for path in missing if path not in listed])
    return True
