"""What the store holds, read again under newer redaction rules: the sources may be gone."""

from __future__ import annotations

from dataclasses import dataclass

from compiler import vault
from compiler.build import explained, only_writer, run_passes
from compiler.config import Config
from compiler.events import Advanced, Finished, Reporter, Started
from compiler.passes import PassContext
from compiler.store import backup, resealing, scrub
from compiler.store.connection import open_store
from compiler.text.redact import RULES_VERSION, seal

STAGE = "redact"


@dataclass(frozen=True, slots=True)
class Rescanned:
    """Conversations read again, those in which something was found, and backups that were replaced by a new one."""

    read: int
    changed: int
    backups: int = 0


def rescan(config: Config, reporter: Reporter) -> Rescanned:
    """Redact every stored conversation, make again what was made of it, and leave no byte of what was found: older
    backups, which hold it, give way to one of the store as it is now."""
    with explained(config), only_writer(config), open_store(config.store) as store:
        ids = resealing.every_id(store)
        changed = 0
        reporter.report(Started(STAGE, len(ids)))
        for conversation_id in ids:
            with store.transaction():
                before = resealing.whole(store, conversation_id)
                if before:
                    sealed, counts = seal(before, config.redact_also, config.redact_never)
                    changed += resealing.put_back(store, before, sealed, counts)
                resealing.mark(store, conversation_id, RULES_VERSION)
            reporter.report(Advanced(STAGE))
        reporter.report(Finished(STAGE))
        if not changed:
            return Rescanned(len(ids), 0)
        run_passes(PassContext(store, config, reporter))
        vault.write(store, config, reporter)
        vault.forget_names(store, config)
        scrub.wipe(store)
        older = backup.copies(config.store)
        backup.back_up(store.connection, config.store, reason="redacted")
        for path in older:
            backup.delete(path)
        return Rescanned(len(ids), changed, len(older))
