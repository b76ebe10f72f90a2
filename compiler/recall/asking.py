"""Which conversations and which items bear on a text: search, as every reader asks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from compiler.errors import Unknown
from compiler.recall.history import History
from compiler.recall.paging import Page, page
from compiler.recall.types import Found, found
from compiler.records import ItemKind
from compiler.search import Filters, Hit, similar
from compiler.search.items import items
from compiler.search.sight import in_sight
from compiler.store.outcomes import Outcome, outcomes

DEEP = 200
"""Conversations a search is followed down to, page by page."""


def search(
    history: History, query: str, *, filters: Filters | None = None, passages: int = 3, offset: int = 0, limit: int = 10
) -> Page[Found]:
    """Passages, best conversations first: a page counts conversations, and holds at most `passages` of each. `total` is
    how many conversations were looked at so far, not how many would be found."""
    wanted = min(offset + limit + 1, DEEP)
    hits = history.searcher.search(query, limit=wanted, passages=passages, filters=in_sight(history.store, filters))
    return _grouped(history, hits, offset, limit)


def related(
    history: History, target: str, *, filters: Filters | None = None, offset: int = 0, limit: int = 10
) -> Page[Found]:
    """Conversations near to one (by id or the beginning of one) or to a text, nearest first."""
    chosen = target if " " in target.strip() else _id_of(history, target)
    wanted = min(offset + limit + 1, DEEP)
    hits = similar(
        history.store, chosen, limit=wanted, filters=in_sight(history.store, filters), searcher=history.searcher
    )
    return _grouped(history, hits, offset, limit)


def best_entries(history: History, query: str, kind: ItemKind, entries: Mapping[str, str]) -> list[str]:
    """Entries whose items bear on a query, best first; `entries` item → entry."""
    if history.last_items[0] != query:
        history.last_items = query, items(history.searcher, query, in_sight(history.store))
    bearing = (item for item, of_kind, _ in history.last_items[1] if of_kind == kind)
    return list(dict.fromkeys(entries[item] for item in bearing if item in entries))


def _id_of(history: History, target: str) -> str:
    """The conversation meant by one word, else the word itself, as text."""
    try:
        return history.find(target)
    except Unknown:
        if ":" in target:
            raise
        return target


@dataclass(frozen=True, slots=True)
class _Group:
    hits: tuple[Found, ...]


def _grouped(history: History, hits: Sequence[Hit], offset: int, limit: int) -> Page[Found]:
    """A page counts conversations."""
    became = outcomes(history.store, [hit.item_id for hit in hits if hit.item_id], history.hidden)
    groups = [
        tuple(found(hit, became.get(hit.item_id or "", Outcome())) for hit in group)
        for _, group in groupby(hits, key=lambda hit: hit.rank)
    ]
    made = page(groups, offset, limit, lambda some: [_Group(group) for group in some])
    return Page(tuple(hit for group in made.items for hit in group.hits), made.total, made.offset, made.next)
