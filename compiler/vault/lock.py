"""`musubi.lock`: what the sources cannot tell again, as one sorted text file for git, one entry a line.

A line is a word and a JSON list: `file ["Conversations/…md", "id", "kind", "hash"]`, `name ["id", "path"]` of pages not
shown now, `override ["kind", "target", "value"]`, `forgotten ["hash"]`, `import ["path", "source"]`, `timezone
["Europe/Berlin"]`, `folder ["Musubi"]` that the notes live in, `topic ["id", "name", "maker", "made of", "centre in
base 64"]`, `place ["topic id", "x", "y"]` of a card on the map. Words that this version does not know are kept.
Conflict marks of git are skipped, so that both sides of a merge count.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from compiler.config import Config
from compiler.hashing import bytes_hash
from compiler.store import ledger, meta, overrides, sources, topics, vault_files
from compiler.store.connection import Store
from compiler.store.topics import Topic
from compiler.store.vault_files import VaultFile
from compiler.vault import files, times

KEY = "lock_hash"
HEAD = "# Musubi: what the sources cannot tell again. Keep this file under version control."
Entry = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lock:
    """Word → its entries, sorted; `unread` counts lines that make no sense."""

    entries: dict[str, tuple[Entry, ...]] = field(default_factory=dict)
    unread: int = 0

    def of(self, word: str) -> tuple[Entry, ...]:
        return self.entries.get(word, ())


def load(path: Path) -> Lock | None:
    """The lock, or None where there is none."""
    data = files.read(path)
    return None if data is None else parse(data.decode("utf-8-sig", "replace"))


def parse(text: str) -> Lock:
    entries: dict[str, set[Entry]] = {}
    unread = 0
    for row in text.splitlines():
        if not row.strip() or row.startswith(("#", "<<<<<<<", "=======", ">>>>>>>", "|||||||")):
            continue
        word, _, rest = row.partition(" ")
        try:
            values = json.loads(rest)
            entries.setdefault(word, set()).add(tuple(str(v) for v in values))
        except (ValueError, TypeError):
            unread += 1
    return Lock({word: tuple(sorted(found)) for word, found in sorted(entries.items())}, unread)


def dump(lock: Lock) -> str:
    rows = [
        f"{word} {json.dumps(list(entry), ensure_ascii=False)}"
        for word, entries in sorted(lock.entries.items())
        for entry in sorted(entries)
    ]
    return "\n".join([HEAD, *rows]) + "\n"


def of_store(store: Store, config: Config) -> Lock:
    """What the lock should say now."""
    manifest = vault_files.all_files(store)
    shown = {file.id for file in manifest}
    found: dict[str, Iterable[Entry]] = {
        "file": ((f.path, f.id, f.kind, f.hash) for f in manifest),
        "name": ((i, path) for i, path in vault_files.names(store).items() if i not in shown),
        "override": overrides.everything(store),
        "forgotten": ((digest,) for digest in sources.forgotten(store)),
        "import": ((_home_as_tilde(path, config), source) for path, source in sources.imports(store)),
        "topic": (
            (t.id, t.name, t.maker, str(t.made_of), b64encode(t.centre).decode()) for t in topics.all_topics(store)
        ),
        "place": ((card, str(x), str(y)) for card, (x, y) in topics.places(store).items()),
        "timezone": [(zone,)] if (zone := meta.get(store, times.KEY)) else [],
        "folder": [(config.pages.folder,)] if config.pages.folder else [],
    }
    return Lock({word: tuple(sorted(rows)) for word, rows in found.items()})


def save(store: Store, config: Config) -> bool:
    """Write the lock if it changed; returns whether it did."""
    known = load(config.lock)
    now = of_store(store, config)
    unknown = {w: e for w, e in known.entries.items() if w not in now.entries} if known else {}
    text = dump(Lock({**unknown, **now.entries}))
    data = text.encode("utf-8", "replace")
    changed = files.read(config.lock) != data
    if changed:
        config.lock.parent.mkdir(parents=True, exist_ok=True)
        files.write(config.lock, data)
        files.sync_folders([config.lock.parent])
    if meta.get(store, KEY) != bytes_hash(data):  # also where a run ended between the file and this
        with store.transaction():
            meta.put(store, KEY, bytes_hash(data))
    return changed


def restore_into(store: Store, lock: Lock, config: Config, *, only_new: bool = False) -> None:
    """Fill a fresh store. The bytes of the files are not known, only their hashes: enough to tell the person's edits
    from ours. With `only_new` what the store already says about a thing stands, and what it knows of files too."""
    said = {(kind, target) for kind, target, _ in overrides.everything(store)} if only_new else set()
    named = set(vault_files.names(store)) if only_new else set()
    with store.transaction():
        for word, entries in lock.entries.items():
            for entry in entries:
                if (word == "override" and entry[:2] in said) or (word == "name" and entry[0] in named):
                    continue
                if word == "file" and only_new:
                    vault_files.remember(store, entry[3:4])  # another device wrote it, or a store since replaced
                    if entry[1:2] and entry[1] not in named:
                        vault_files.name(store, entry[1], entry[0])
                    continue
                _restore(store, word, entry, config)


def _restore(store: Store, word: str, entry: Entry, config: Config) -> None:
    match word, entry:
        case "file", (path, page_id, kind, digest):
            vault_files.name(store, page_id, path)
            if files.stamp(config.vault / path):  # a file that is not there was not deleted: the store was lost
                vault_files.record(store, VaultFile(path, page_id, kind, digest), b"")
        case "name", (page_id, path):
            vault_files.name(store, page_id, path)
        case "override", (kind, target, value):
            overrides.put(store, kind, target, value)
        case "forgotten", (digest,):
            sources.forget_hash(store, digest)
        case "import", (path, source):
            sources.add_import(store, _tilde_as_home(path, config), source)
        case "topic", (topic, name, maker, made_of, centre) if made_of.isdigit() and (known := _decoded(centre)):
            topics.put(store, Topic(topic, name, maker, int(made_of), known))
            ledger.drop(store, "topics", "corpus")
        case "place", (card, x, y) if x.removeprefix("-").isdigit() and y.removeprefix("-").isdigit():
            topics.put_place(store, card, int(x), int(y))
        case "timezone", (zone,):
            meta.put(store, times.KEY, zone)
        case _:
            pass


def _decoded(text: str) -> bytes:
    """Nothing for what is no base 64."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return b""


def _home_as_tilde(path: str, config: Config) -> str:
    home = str(config.env.home)
    return "~" + path[len(home) :] if path.startswith(home + "/") else path


def _tilde_as_home(path: str, config: Config) -> str:
    return str(config.env.home) + path[1:] if path.startswith("~/") else path
