"""A small history told in a few lines: conversations, what each concluded, and what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from compiler.passes.index import passages_of
from compiler.recall import History
from compiler.records import Conversation, Entity, Item, ItemKind, Message, Note
from compiler.search import Searcher
from compiler.store import conversations, entities, marks, notes, overrides, passages, threads
from compiler.store.connection import Store, open_store
from compiler.store.entities import Named
from compiler.store.marks import Mention
from compiler.store.threads import Thread
from compiler.text.redact import seal


@dataclass
class Telling:
    """Writes what passes would write."""

    store: Store
    _threads: dict[ItemKind, list[Thread]] = field(default_factory=dict)
    _made: dict[str, Note] = field(default_factory=dict)

    def conversation(self, cid: str, day: str, project: str | None = None, *texts: str, names: str = "") -> str:
        """A conversation of a day; without texts one message. Its note names the entities in `names`."""
        at = f"{day}T10:00:00Z"
        said = tuple(
            Message(f"{cid}#{n}", "user", text, (), at, str(n)) for n, text in enumerate(texts or ("Hello",), start=1)
        )
        told = Conversation(cid, cid.split(":")[0], None, project, at, at, f"/{cid}.jsonl", said)
        conversations.save(self.store, seal(told)[0], "unit")
        self._note(Note(cid, f"About {cid}", f"Summary of {cid}", (), tuple(Entity(n, "tool") for n in names.split())))
        return cid

    def item(
        self, kind: ItemKind, iid: str, cid: str, text: str, *, same_as: str | None = None, ended_by: str | None = None,
        why: str | None = None, done: bool = False,
    ) -> str:  # fmt: skip
        """An item of a conversation's note, and its thread."""
        old = self._made[cid]
        item = Item(iid, kind, text, (f"{cid}#1",), text, done=done)
        self._note(Note(cid, old.title, old.summary, (*old.items, item), old.entities))
        made = self._threads.setdefault(kind, [])
        made.append(Thread(iid, same_as or iid, ended_by, why))
        return iid

    def person(self, kind: str, target: str, value: str = "1") -> None:
        overrides.put(self.store, kind, target, value)

    def history(self) -> History:
        for kind, made in self._threads.items():
            threads.replace(self.store, kind, made)
        counts: dict[str, int] = {}
        for note in self._made.values():
            for entity in note.entities:
                counts[entity.name] = counts.get(entity.name, 0) + 1
        entities.replace(self.store, [Named(name.casefold(), name, "tool", n) for name, n in counts.items()])
        return History(self.store, Searcher(self.store))

    def _note(self, note: Note) -> None:
        self._made[note.conversation_id] = note
        notes.save(self.store, note, "hash")
        told = passages_of(note)
        passages.replace(self.store, note.conversation_id, told, [None] * len(told))
        mentions = [Mention(e.name.casefold(), e.name, e.type) for e in note.entities]
        marks.replace(self.store, note.conversation_id, [], mentions)


@pytest.fixture
def telling(tmp_path: Path) -> Iterator[Telling]:
    with open_store(tmp_path / "musubi.db") as store:
        yield Telling(store)
