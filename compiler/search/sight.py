"""What a question may find: everything but the conversations that the person hid."""

from __future__ import annotations

from dataclasses import replace

from compiler.search.types import Filters
from compiler.store import conversations, overrides
from compiler.store.connection import Store


def in_sight(store: Store, filters: Filters | None = None) -> Filters:
    """The filters, and without what was hidden."""
    filters = filters or Filters()
    hidden = (target for target in overrides.all_of(store, "hidden") if conversations.header(store, target))
    return replace(filters, without=(*filters.without, *hidden))
