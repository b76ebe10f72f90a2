"""Pages onto the disk: what is stale is made, what differs is written, what no longer is is removed.

A kill at any moment is safe: hashes of what will be written are remembered first, so a file that got its new bytes but
no row in the manifest is recognised as ours by the next run. Files that the person changed meanwhile are left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice

from compiler.config import Config
from compiler.events import Advanced, Finished, Reporter, Started, Warned
from compiler.hashing import bytes_hash, content_hash
from compiler.store import ledger, meta, overrides, vault_files
from compiler.store.connection import Store
from compiler.store.vault_files import VaultFile
from compiler.vault import files, fingerprint, lock, person, succession, times
from compiler.vault.compose import compose
from compiler.vault.counts import VaultCounts
from compiler.vault.disk import Disk
from compiler.vault.files import Stamp, Writers
from compiler.vault.late import late_edits
from compiler.vault.names import Names, assign
from compiler.vault.pages.page import Page
from compiler.vault.person import NOBODY, Person

STAGE = "vault"
STATE = "vault_state"
BATCH = 256


def write(store: Store, config: Config, reporter: Reporter, *, dry_run: bool = False) -> VaultCounts:
    """Bring the vault's files up to what the store says. Writes nothing when nothing changed; with `dry_run` nothing at
    all, and the counts say what would be. OSError for a full disk or a folder that cannot be written."""
    succession.follow(store)
    manifest = {file.path: file for file in vault_files.all_files(store)}
    disk = Disk(store, config, manifest)
    unchanged = meta.get(store, STATE) == fingerprint.whole(store, config)
    if unchanged and files.stamp(config.lock) and all(map(disk.is_as_written, manifest.values())):
        return VaultCounts(unchanged=len(manifest), kept_edits=_kept(store))
    if not meta.get(store, times.KEY):
        with store.transaction():
            meta.put(store, times.KEY, str(times.zone(store, config)))
    return _Run(store, config, reporter, disk, dry_run).run()


@dataclass(frozen=True, slots=True)
class _Plan:
    """A page to be written, or only recorded because its bytes already lie there. `person`: what is newly to be
    remembered of the person's part."""

    path: str
    id: str
    kind: str
    data: bytes
    hash: str
    mark: str
    person: Person | None
    lies_there: bool
    there: Stamp | None


class _Run:
    def __init__(self, store: Store, config: Config, reporter: Reporter, disk: Disk, dry_run: bool) -> None:
        self.store, self.config, self.reporter, self.disk, self.dry_run = store, config, reporter, disk, dry_run
        self.marks = ledger.fingerprints(store, STAGE)
        self.touched = person.load_all(store)
        self.kept = overrides.all_of(store, "kept")
        self.written = self.unchanged = self.removed = 0
        self.skipped: list[str] = []

    def run(self) -> VaultCounts:
        from compiler.vault.material import gather
        from compiler.vault.pages import PAGES

        material = gather(self.store, self.config)
        claims = [claim for kind in PAGES for claim in kind.claim(material)]
        names = assign(claims, vault_files.names(self.store), self.config.pages.folder, self.disk.is_occupied)
        self.reporter.report(Started(STAGE, len(claims)))
        with self.store.transaction():
            for page_id, path in names.items():
                vault_files.name(self.store, page_id, path)
        pages = (page for kind in PAGES for page in kind.build(material, names))
        self._write(filter(None, map(self._plan, pages)))
        self._remove(names)
        if not self.dry_run:
            lock.save(self.store, self.config)
            with self.store.transaction():
                meta.put(self.store, STATE, "" if self.skipped else fingerprint.whole(self.store, self.config))
        for path in sorted(self.skipped) if not self.dry_run else ():
            self.reporter.report(Warned(f"{path} was changed or put there by someone else; it is left as it is."))
        self.reporter.report(Finished(STAGE))
        return VaultCounts(self.written, self.unchanged, self.removed, _kept(self.store))

    def _plan(self, page: Page) -> _Plan | None:
        """What to do about a page; None where nothing is to be done."""
        self.reporter.report(Advanced(STAGE))
        theirs = self.touched.get(page.id, NOBODY)
        known = self.disk.manifest.get(page.path)
        eager = page.text if isinstance(page.text, str) else None
        mark = content_hash([fingerprint.code(), page.inputs or eager, repr(theirs)])
        fresh = known is not None and self.marks.get(page.id) == mark and self.disk.is_as_written(known)
        if fresh or page.id in self.kept:
            self.unchanged += 1
            return None
        looked_at = files.stamp(self.config.vault / page.path)
        text, left = page.text if isinstance(page.text, str) else page.text(), theirs
        if page.path.endswith(".md"):
            composed = compose(text, theirs, invite=page.notes)
            late = late_edits(self.store, self.config, known, composed) if known else None
            if late:
                composed = compose(text, late, invite=page.notes)
            text, left = composed.text, composed.person
        data = text.encode()
        digest, there = bytes_hash(data), self.disk.there(page.path)
        if there != digest and not self.disk.may_write(page.path, there):
            self.skipped.append(page.path)
            return None
        new_person = left if left != theirs else None
        return _Plan(page.path, page.id, page.kind, data, digest, mark, new_person, there == digest, looked_at)

    def _write(self, plans: Iterator[_Plan]) -> None:
        """In batches: while one is on its way to the disk, the next is made."""
        with Writers(self.config.vault) as writers:
            before: list[tuple[_Plan, Future[Stamp | None] | None]] = []
            while batch := list(islice(plans, BATCH)):
                self._record(writers, before)
                before = self._submit(writers, batch)
            self._record(writers, before)

    def _submit(self, writers: Writers, plans: list[_Plan]) -> list[tuple[_Plan, Future[Stamp | None] | None]]:
        new = [plan for plan in plans if not plan.lies_there]
        self.written += len(new)
        self.unchanged += len(plans) - len(new)
        if self.dry_run:
            return []
        with self.store.transaction(durable=True):
            vault_files.remember(self.store, (plan.hash for plan in new))
        return [(p, None if p.lies_there else writers.submit(p.path, p.data, p.there)) for p in plans]

    def _record(self, writers: Writers, done: Iterable[tuple[_Plan, Future[Stamp | None] | None]]) -> None:
        results = [(p, f.result() if f else files.stamp(self.config.vault / p.path) or Stamp(-1, -1)) for p, f in done]
        stamped = [(plan, at) for plan, at in results if at]
        late = [plan.path for plan, at in results if at is None]
        self.skipped += late
        self.written -= len(late)
        writers.sync()
        with self.store.transaction():
            for plan, at in stamped:
                file = VaultFile(plan.path, plan.id, plan.kind, plan.hash, plan.hash, at.size, at.mtime_ns)
                vault_files.record(self.store, file, plan.data)
                ledger.record(self.store, STAGE, plan.id, plan.mark, plan.hash)
                if plan.person is not None:
                    person.save(self.store, plan.id, plan.person)

    def _remove(self, names: Names) -> None:
        """Files of ours that show nothing any more; one that the person changed since stays."""
        shown = {path for _, path in names.items()}
        gone = [path for path in self.disk.manifest if path not in shown]
        looked_at = {path: files.stamp(self.config.vault / path) for path in gone}
        there = {path: self.disk.there(path) for path in gone}
        changed = {path for path in gone if there[path] not in (None, self.disk.manifest[path].seen)}
        self.skipped += changed
        gone = [path for path in gone if path not in changed]
        self.removed = sum(there[path] is not None for path in gone)
        if self.dry_run or not gone:
            return
        with self.store.transaction(durable=True):
            vault_files.begin_removal(self.store, gone)
            for path in gone:  # now, for a run that is cut short leaves files to the next, but no word of them
                ledger.drop(self.store, STAGE, self.disk.manifest[path].id)
        removed = [p for p in gone if files.remove(self.config.vault / p, self.config.root, looked_at[p])]
        self.skipped += sorted(set(gone) - set(removed))
        files.sync_folders({(self.config.vault / path).parent for path in removed})
        with self.store.transaction():
            for path in removed:
                vault_files.drop(self.store, path)


def _kept(store: Store) -> int:
    """How many pages that lie in the vault carry something of the person's."""
    shown = {file.id for file in vault_files.all_files(store)}
    return len(shown & (person.load_all(store).keys() | overrides.all_of(store, "kept").keys()))
