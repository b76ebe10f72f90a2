"""One state of a store, with the person's own decisions applied; read piece by piece, when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from compiler.errors import Unknown
from compiler.passes import curated
from compiler.passes.curated import Corpus
from compiler.passes.filters import reason_to_hide
from compiler.recall.types import Place
from compiler.records import Conversation, ItemKind
from compiler.search import Searcher
from compiler.store import conversations, lookups, overrides, threads, told
from compiler.store.connection import Store
from compiler.store.told import Told

T = TypeVar("T")


class History:
    """Good for as long as nobody writes to the store: what was read once is kept. What the person hid or dismissed is
    not in it."""

    def __init__(self, store: Store, searcher: Searcher) -> None:
        self.store = store
        self.searcher = searcher
        self.last_items: tuple[str, list[tuple[str, str, float]]] = ("", [])  # of the last question, for every kind
        self._made: dict[Any, Any] = {}

    def once(self, make: Callable[[History], T]) -> T:
        """What `make` gives, made when first asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Ids of what the person hid or dismissed: conversations, items, topics, entities. An item goes with all that
        tell the same."""
        chosen = [*overrides.all_of(self.store, "hidden"), *overrides.all_of(self.store, "dismissed")]
        return threads.tellings(self.store, chosen)

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """What the person renamed."""
        return overrides.all_of(self.store, "title")

    @cached_property
    def heads(self) -> Mapping[str, Conversation]:
        """Conversations in sight, oldest first, without messages."""
        return {c.id: c for c in conversations.headers(self.store) if c.id not in self.hidden}

    @cached_property
    def memories(self) -> frozenset[str]:
        """What products remember of the person, as conversations in sight."""
        return frozenset(c.id for c in conversations.headers(self.store, ("memory",)) if c.id not in self.hidden)

    @cached_property
    def corpus(self) -> Corpus:
        return curated.gather(self.store, self.heads)

    def told(self, kind: ItemKind) -> list[Told]:
        """Items of a kind in sight, oldest first."""
        if kind not in self._made:
            self._made[kind] = [
                t
                for t in told.of_kind(self.store, kind)
                if t.conversation_id in self.heads and t.item.id not in self.hidden and not reason_to_hide(t.item)
            ]
        said: list[Told] = self._made[kind]
        return said

    def places(self, said: Iterable[tuple[str, str | None, str | None]]) -> list[Place]:
        """(conversation, message, time) → places, in that order."""
        wanted = list(said)
        about = lookups.about(self.store, sorted({cid for cid, _, _ in wanted}))
        return [
            Place(
                conversation_id=cid,
                message_id=message,
                title=self.titles.get(cid, about[cid].title),
                date=time or about[cid].date,
                source=about[cid].source,
                project=about[cid].project,
                note=about[cid].note,
            )
            for cid, message, time in wanted
            if cid in about
        ]

    def places_of(self, said: Iterable[Told]) -> list[Place]:
        """Where items were said, as their first evidence shows."""
        return self.places((t.conversation_id, next(iter(t.item.evidence), None), t.at or None) for t in said)

    def find(self, text: str) -> str:
        """The id of the one conversation in sight that is meant; Unknown if there is none."""
        found = find_conversation(self.store, text)
        if found in self.hidden:
            raise Unknown(f"The conversation `{text}` is hidden.")
        return found


def find_conversation(store: Store, text: str) -> str:
    """The id of the one conversation with this id, native id, or unique beginning of either. Unknown if there is none,
    or more than one."""
    if conversations.header(store, text):
        return text
    matches = conversations.ids_like(store, text) if text else []
    if len(matches) == 1:
        return matches[0]
    if matches:
        some = f"{', '.join(matches[:3])}{' …' if len(matches) > 3 else ''}"
        raise Unknown(f"`{text}` could be {some}; write more of it.")
    raise Unknown(f"There is no conversation `{text}`; a search, or `musubi list`, gives the ids there are.")


def in_project(project: str | None, wanted: str | None) -> bool:
    """By its whole name or its last folder, case ignored, as search's filter; anything is in None."""
    if wanted is None:
        return True
    if project is None:
        return False
    whole, asked = project.replace("\\", "/").rstrip("/").casefold(), wanted.replace("\\", "/").rstrip("/").casefold()
    return whole == asked or whole.endswith("/" + asked)


def within(at: str | None, since: str | None, until: str | None) -> bool:
    """Whether a time lies between two days or times, both inclusive; an unknown time only where neither is given."""
    if not at:
        return not (since or until)
    return (not since or at >= since) and (not until or at <= (until if len(until) > 10 else until + "T99"))
