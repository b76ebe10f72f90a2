"""Pages onto the disk: what is stale is made, what differs is written, what no longer is is removed.

A kill at any moment is safe: hashes of what will be written are remembered first, so a file that got its new bytes but
no row in the manifest is recognised as ours by the next run. Files that the person changed meanwhile are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler.config import Config
from compiler.errors import VaultError
from compiler.events import Advanced, Finished, Reporter, Started, Warned
from compiler.hashing import bytes_hash, content_hash
from compiler.store import ledger, meta, vault_files
from compiler.store.connection import Store
from compiler.store.vault_files import VaultFile
from compiler.vault import files, fingerprint, lock, person, times
from compiler.vault.compose import compose
from compiler.vault.counts import VaultCounts
from compiler.vault.files import Stamp
from compiler.vault.material import gather
from compiler.vault.names import Names, assign
from compiler.vault.person import NOBODY, Person

STAGE = "vault"
STATE = "vault_state"
BATCH = 256


@dataclass(frozen=True, slots=True)
class _Plan:
    """A page that is to be written, or only recorded because its bytes already lie there."""

    path: str
    id: str
    kind: str
    data: bytes
    hash: str
    fingerprint: str
    person: Person | None
    lies_there: bool


def write(store: Store, config: Config, reporter: Reporter, *, dry_run: bool = False) -> VaultCounts:
    """Bring the vault's files up to what the store says. Writes nothing when nothing changed; with `dry_run` nothing at
    all, and the counts say what would be. OSError for a full disk or a folder that cannot be written."""
    if not meta.get(store, times.KEY) and not dry_run:
        with store.transaction():
            meta.put(store, times.KEY, str(times.zone(store, config)))
    manifest = {file.path: file for file in vault_files.all_files(store)}
    touched = person.load_all(store)
    state = fingerprint.whole(store, config)
    if meta.get(store, STATE) == state and all(_as_seen(config, file) for file in manifest.values()):
        return VaultCounts(unchanged=len(manifest), kept_edits=_kept(manifest, touched))
    return _Run(store, config, reporter, manifest, touched, dry_run).run()


class _Run:
    def __init__(
        self,
        store: Store,
        config: Config,
        reporter: Reporter,
        manifest: Mapping[str, VaultFile],
        touched: Mapping[str, Person],
        dry_run: bool,
    ) -> None:
        self.store, self.config, self.reporter = store, config, reporter
        self.manifest, self.touched, self.dry_run = manifest, touched, dry_run
        self.fresh = ledger.fingerprints(store, STAGE)
        self.unchanged: set[str] = set()
        self.skipped: list[str] = []

    def run(self) -> VaultCounts:
        from compiler.vault.pages import PAGES

        material = gather(self.store, self.config)
        claims = [claim for kind in PAGES for claim in kind.claim(material)]
        names = assign(claims, vault_files.names(self.store), self.config.pages.folder, self._occupied)
        self.reporter.report(Started(STAGE, len(claims)))
        written = 0
        batch: list[_Plan] = []
        with self.store.transaction():
            for page_id, path in names.items():
                vault_files.name(self.store, page_id, path)
        for plan in self._plans(PAGES, material, names):
            batch.append(plan)
            if len(batch) == BATCH:
                written += self._write(batch)
                batch = []
        written += self._write(batch)
        removed = self._remove({path for _, path in names.items()})
        self._finish()
        for path in sorted(self.skipped):
            self.reporter.report(Warned(f"{path} was changed or put there by someone else; it is left as it is."))
        self.reporter.report(Finished(STAGE))
        kept = _kept({f.path: f for f in vault_files.all_files(self.store)}, person.load_all(self.store))
        return VaultCounts(written, len(self.unchanged), removed, kept)

    def _plans(self, kinds, material, names: Names) -> Iterator[_Plan]:  # type: ignore[no-untyped-def]
        for kind in kinds:
            for page in kind.build(material, names):
                self.reporter.report(Advanced(STAGE))
                theirs = self.touched.get(page.id, NOBODY)
                known = self.manifest.get(page.path)
                text = page.text if isinstance(page.text, str) else None
                mark = content_hash([fingerprint.code(), page.inputs or text, repr(theirs)])
                if (
                    known
                    and self.fresh.get(page.id) == mark
                    and _as_seen(self.config, known)
                    and known.seen == known.hash
                ):
                    self.unchanged.add(page.path)
                    continue
                generated = page.text if isinstance(page.text, str) else page.text()
                if page.path.endswith(".md"):
                    composed = compose(generated, theirs, invite=page.notes)
                    generated, left = composed.text, composed.person
                else:
                    left = theirs
                data = generated.encode()
                digest = bytes_hash(data)
                there = self._there(page.path, known)
                if there == digest and known and known.hash == digest and left == theirs and known.seen == digest:
                    self.unchanged.add(page.path)
                elif there != digest and not self._may_write(page.path, known, there):
                    self.skipped.append(page.path)
                    continue
                yield _Plan(page.path, page.id, page.kind, data, digest, mark, left if left != theirs else None,
                            there == digest)  # fmt: skip

    def _write(self, plans: list[_Plan]) -> int:
        if self.dry_run or not plans:
            return sum(not plan.lies_there for plan in plans)
        new = [plan for plan in plans if not plan.lies_there]
        with self.store.transaction():
            vault_files.remember(self.store, (plan.hash for plan in new))
        stamps: dict[str, Stamp] = dict(files.write_all(self.config.vault, ((p.path, p.data) for p in new)))
        with self.store.transaction():
            for plan in plans:
                at = stamps.get(plan.path) or files.stamp(self.config.vault / plan.path) or Stamp(-1, -1)
                file = VaultFile(plan.path, plan.id, plan.kind, plan.hash, plan.hash, at.size, at.mtime_ns)
                vault_files.record(self.store, file, plan.data)
                if plan.person is not None:
                    person.save(self.store, plan.id, plan.person)
                ledger.record(self.store, STAGE, plan.id, plan.fingerprint, plan.hash)
        return len(new)

    def _remove(self, paths: set[str]) -> int:
        """Files of ours that show nothing any more; one that the person changed since stays."""
        gone = [file for path, file in self.manifest.items() if path not in paths]
        removed = 0
        for file in gone:
            there = self._there(file.path, file)
            if there is not None and there != file.seen:
                self.skipped.append(file.path)
                continue
            removed += there is not None
            if not self.dry_run:
                if there is not None:
                    files.remove(self.config.vault / file.path, self.config.root)
                with self.store.transaction():
                    vault_files.drop(self.store, file.path)
                    ledger.drop(self.store, STAGE, file.id)
        return removed

    def _finish(self) -> None:
        if self.dry_run:
            return
        lock.save(self.store, self.config)
        with self.store.transaction():
            if self.skipped:
                meta.put(self.store, STATE, "")
            else:
                meta.put(self.store, STATE, fingerprint.whole(self.store, self.config))

    def _there(self, path: str, known: VaultFile | None) -> str | None:
        """The hash of what lies at a path, by its stamp where that suffices; None where nothing does."""
        full = self.config.vault / path
        at = files.stamp(full)
        if at is None:
            return None
        if known and at == Stamp(known.size, known.mtime_ns):
            return known.seen
        return files.hash_of(full)

    def _may_write(self, path: str, known: VaultFile | None, there: str | None) -> bool:
        """Not over anything that was not read: a file changed, deleted or put there since the edits were read."""
        if not files.inside(self.config.vault, path):
            raise VaultError(f"{path} would be written outside the vault: a folder above it is a link; remove it.")
        if there is None:
            return known is None and not (self.config.vault / path).is_symlink()
        return (known is not None and known.seen == there) or vault_files.is_past(self.store, there)

    def _occupied(self, path: str) -> bool:
        return path.endswith(".md") and path not in self.manifest and files.stamp(self.config.vault / path) is not None


def _as_seen(config: Config, file: VaultFile) -> bool:
    return files.stamp(config.vault / file.path) == Stamp(file.size, file.mtime_ns)


def _kept(manifest: Mapping[str, VaultFile], touched: Mapping[str, Person]) -> int:
    shown = {file.id for file in manifest.values()}
    return sum(page_id in shown for page_id in touched)
