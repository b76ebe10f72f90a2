"""The person's edits, read back into the store as overrides before anything is made anew.

Every file of ours is compared with the manifest: by its stamp, then by its hash, then by what it says. What a file of
the vault says is thereby in the store, and `write` can render without looking at the disk.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from compiler.config import Config
from compiler.events import Reporter, Warned
from compiler.hashing import bytes_hash
from compiler.store import ledger, notes, overrides, topics, vault_files
from compiler.store.connection import Store
from compiler.store.vault_files import VaultFile
from compiler.vault import cards, files, person, strays, times
from compiler.vault.compare import Changes, compare
from compiler.vault.counts import EditReport
from compiler.vault.files import Stamp
from compiler.vault.links import item_block
from compiler.vault.names import stem
from compiler.vault.notefile import NoteFile, parse
from compiler.vault.recovery import merge_lock
from compiler.vault.strays import Stray

HIDEABLE = frozenset({"conversation", "decision", "topic", "entity"})
MOST_MISSING, SHARE_MISSING, FEW = 20, 0.05, 3
"""More missing notes than this at once are an accident (a half-finished sync, another branch); a few never are."""


def read_edits(store: Store, config: Config, reporter: Reporter, *, accept_deletions: bool = False) -> EditReport:
    """Find what the person changed since the last write and remember it. Changes no file."""
    with store.transaction():
        elsewhere = merge_lock(store, config)
        report = _Reading(store, config).run(accept_deletions, elsewhere)
    for path in report.conflicts:
        reporter.report(Warned(f"{path} is a second copy of a note of the vault; merge it by hand and delete it."))
    if report.accident:
        reporter.report(
            Warned(
                f"{len(report.missing)} notes are missing, too many to be meant: they are written again. "
                "If you did delete them, compile with --accept-deletions."
            )
        )
    return report


@dataclass(frozen=True, slots=True)
class Found:
    """A file of ours with other bytes than last seen."""

    file: VaultFile
    at: Stamp
    data: bytes
    digest: str


class _Reading:
    def __init__(self, store: Store, config: Config) -> None:
        self.store, self.config = store, config
        self.zone = times.zone(store, config)
        self.touched = person.load_all(store)
        self.names = {stem(path): page_id for page_id, path in vault_files.names(store).items()}
        self.counts: Counter[str] = Counter()
        self.lines: list[str] = []
        self._items: dict[str, str] | None = None

    def run(self, accept_deletions: bool, elsewhere: bool) -> EditReport:
        manifest = vault_files.all_files(self.store)
        stamps = {file.path: files.stamp(self.config.vault / file.path) for file in manifest}
        missing = {file.id: file for file in manifest if stamps[file.path] is None}
        for file in [file for file in missing.values() if file.size == vault_files.REMOVING]:
            vault_files.drop(self.store, missing.pop(file.id).path)
        everywhere = bool(elsewhere or missing or not manifest or overrides.all_of(self.store, "hidden"))
        found = list(strays.find(self.config, stamps.keys(), everywhere=everywhere))
        present = {file.id: file for file in manifest if stamps[file.path] is not None}
        conflicts: list[str] = []
        for stray in found:
            if stray.id in missing:
                self._moved(missing.pop(stray.id), stray)
            elif stray.id in present:
                self._copy(present[stray.id], stray, conflicts)
            else:
                self._adopt(stray)
        accident = self._missing(list(missing.values()), len(manifest), accept_deletions)
        self._changed(elsewhere)
        return EditReport(
            **self.counts,
            missing=tuple(sorted(file.path for file in missing.values())),
            accident=accident,
            conflicts=tuple(conflicts),
            lines=tuple(self.lines),
        )

    def _changed(self, elsewhere: bool) -> None:
        """Every file of ours whose bytes are not those last seen. Bytes that we wrote once before are an older checkout
        where the lock or several files changed with them, else the person's own undoing."""
        changed = [found for file in vault_files.all_files(self.store) if (found := self._look(file))]
        undone = [f for f in changed if vault_files.is_recorded_past(self.store, f.digest)]
        checkout = elsewhere or len(undone) > FEW
        for found in changed:
            file, digest = found.file, found.digest
            past = vault_files.is_past(self.store, digest)
            if digest not in (file.hash, file.seen) and not (past and (checkout or found not in undone)):
                digest = self._edited(found, undone=past)
            vault_files.look(self.store, file.path, digest, found.at.size, found.at.mtime_ns)

    def _look(self, file: VaultFile) -> Found | None:
        at = files.stamp(self.config.vault / file.path)
        if at is None or at == Stamp(file.size, file.mtime_ns):
            return None
        data = files.read(self.config.vault / file.path)
        return None if data is None else Found(file, at, data, bytes_hash(data))

    def _edited(self, found: Found, *, undone: bool) -> str:
        """Take the person's edits. Returns the hash that counts as seen: that of what we wrote where there were no
        edits, only another form of the same."""
        file = found.file
        if file.kind == "map" and self._move_cards(file, found.data):
            return found.digest
        if not file.path.endswith(".md"):
            overrides.put(self.store, "kept", file.id, file.path)
            self._tell("rewritten", f"your version of {file.path}")
            return found.digest
        if strays.is_damaged(found.data):
            return found.digest
        written = vault_files.written_bytes(self.store, file.path)
        day = datetime.fromtimestamp(found.at.mtime_ns / 1e9, UTC).astimezone(self.zone).date().isoformat()
        base = parse(written) if written else None
        same = self._take(file.id, file.path, base, parse(found.data), day, undone=undone)
        return file.hash if same and not undone else found.digest

    def _move_cards(self, file: VaultFile, data: bytes) -> bool:
        """Keep the places of cards that were moved on the map; False where the person did more to it than that."""
        far = cards.moved(vault_files.written_bytes(self.store, file.path), data)
        if far is None:
            return False
        places = topics.places(self.store)
        for path, (right, down) in sorted(far.items()):
            topic = self.names.get(stem(path), "")
            if topic in places:
                topics.put_place(self.store, topic, places[topic][0] + right, places[topic][1] + down)
                self._tell("moved", f"{path} on {file.path}")
        return True

    def _take(
        self, page_id: str, path: str, base: NoteFile | None, theirs: NoteFile, day: str, *, undone: bool = False
    ) -> bool:
        """Remember what the person changed; returns whether that is nothing. Of an `undone` page, whose generated text
        may be older than ours, only edits of theirs that they took back count, no new ones."""
        known = self.touched.get(page_id, person.NOBODY)
        changes = compare(base, theirs, known, self._resolve, day)
        if undone:
            hunks = tuple(hunk for hunk in changes.person.hunks if hunk in known.hunks)
            changes = replace(changes, person=replace(changes.person, hunks=hunks))
        if changes.person != known:
            person.save(self.store, page_id, changes.person)
            self._count(path, known, changes)
        for name, value in sorted(changes.decided.items()):
            self._decide(page_id, path, name, value)
        for block, done in sorted(changes.ticks.items()):
            self._about_item(block, "loop", "done" if done else "open", "ticked", path)
        for block in changes.struck:
            self._about_item(block, "dismissed", "1", "dismissed", path)
        return base is not None and changes.nothing_but(known)

    def _count(self, path: str, known: person.Person, changes: Changes) -> None:
        now = changes.person
        if now.notes != known.notes:
            self._tell("notes", f"your notes in {path}")
        if now.properties != known.properties or now.changed != known.changed:
            self._tell("properties", f"your properties in {path}")
        if now.hunks != known.hunks:
            self._tell("rewritten", f"your wording in {path}")

    def _decide(self, page_id: str, path: str, name: str, value: Any) -> None:
        plain = _plain(value)
        if name == "topics" and isinstance(plain, list):
            plain = json.dumps(plain, ensure_ascii=False) if plain else None
        if name in ("hidden", "pinned"):
            plain = {"hidden": path, "pinned": "1"}[name] if plain is True else None
        if plain in (None, ""):
            overrides.drop(self.store, name, page_id)
        else:
            overrides.put(self.store, name, page_id, str(plain))
        self._tell("properties", f"{name} of {path}")

    def _about_item(self, block: str, kind: str, value: str, count: str, path: str) -> None:
        item_id = self._item(block)
        if item_id is None:
            return
        overrides.put(self.store, kind, item_id, value)
        self._tell(count, f"{count} {block} in {path}")

    def _item(self, block: str) -> str | None:
        if self._items is None:
            self._items = {item_block(kind, item): item for item, kind in notes.item_kinds(self.store).items()}
        return self._items.get(block)

    def _moved(self, file: VaultFile, stray: Stray) -> None:
        vault_files.move(self.store, file.path, stray.path)
        vault_files.name(self.store, file.id, stray.path)
        self.names[stem(stray.path)] = file.id
        if file.kind in ("topic", "entity") and stem(file.path) != stem(stray.path):
            name = re.sub(rf" \({file.kind}\)$", "", stray.path.rsplit("/", 1)[-1].removesuffix(".md"))
            overrides.put(self.store, "title", file.id, name)
        self._tell("moved", f"{file.path} → {stray.path}")

    def _copy(self, file: VaultFile, stray: Stray, conflicts: list[str]) -> None:
        """A second file with the same id: the same one under another case, on a disk that ignores it; else a copy."""
        if (self.config.vault / file.path).samefile(self.config.vault / stray.path):
            self._moved(file, stray)
        else:
            conflicts.append(stray.path)

    def _adopt(self, stray: Stray) -> None:
        """A note that came back, or that a lost store or another device wrote: what the person put there is taken."""
        overrides.drop(self.store, "hidden", stray.id)
        vault_files.name(self.store, stray.id, stray.path)
        digest = bytes_hash(stray.data)
        if not vault_files.is_past(self.store, digest):
            self._take(stray.id, stray.path, None, stray.note, "")
            vault_files.remember(self.store, [digest])

    def _missing(self, gone: list[VaultFile], total: int, accept: bool) -> bool:
        notes_gone = [file for file in gone if file.kind in HIDEABLE]
        many = len(notes_gone) > MOST_MISSING or len(notes_gone) > max(FEW, SHARE_MISSING * total)
        accident = many and not accept
        for file in gone:
            if file.kind in HIDEABLE and not accident:
                overrides.put(self.store, "hidden", file.id, file.path)
                self._tell("hidden", f"hidden: {file.path}")
            overrides.drop(self.store, "kept", file.id)
            vault_files.drop(self.store, file.path)
            ledger.drop(self.store, "vault", file.id)
        return accident

    def _resolve(self, target: str) -> str:
        return self.names.get(stem(target), stem(target))

    def _tell(self, count: str, line: str) -> None:
        self.counts[count] += 1
        self.lines.append(line)


def _plain(value: Any) -> Any:
    """A property's value with links reduced to the names they show."""
    if isinstance(value, list):
        return [text for v in value if (text := str(_plain(v)).strip())]
    if isinstance(value, str):
        link = re.fullmatch(r"\[\[([^\]|]*)(?:\|([^\]]*))?\]\]", value.strip())
        return (link[2] or link[1].rsplit("/", 1)[-1]).strip() if link else value.strip()
    return value
