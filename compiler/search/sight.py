"""What a question may find: everything but what the person hid or dismissed."""

from __future__ import annotations

from dataclasses import replace

from compiler.search.types import Filters
from compiler.store import conversations, overrides, threads
from compiler.store.connection import Store


def in_sight(store: Store, filters: Filters | None = None) -> Filters:
    """The filters, without hidden conversations and without the items that were dismissed, however often told."""
    filters = filters or Filters()
    hidden = overrides.all_of(store, "hidden")
    talks = [target for target in hidden if conversations.header(store, target)]
    items = threads.tellings(store, [*hidden, *overrides.all_of(store, "dismissed")])
    return replace(
        filters,
        without=(*filters.without, *talks),
        without_items=tuple(sorted({*filters.without_items, *items}.difference(talks))),
    )
