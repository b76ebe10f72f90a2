"""The rows of Cursor's `state.vscdb` that belong to conversations.

This is the only SQL on that database. Every query names one conversation key or a range of them, so what else lies
there (sign-in tokens, encryption keys, file snapshots) is never read, and a 10 GB table is only touched through its
index.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import orjson

from adapters._reading.fields import mapping
from adapters._reading.sqlite import Database, Unreadable

BATCH = 200
"""Bubbles fetched by one query: small enough to let a running Cursor checkpoint in between."""

HEADERS = "composer.composerHeaders"
COMPOSERS = "composer.composerData"
CHAT = "workbench.panel.aichat.view.aichat.chatdata"
PROMPTS = "aiService.prompts"
GENERATIONS = "aiService.generations"
PANE = "workbench.panel.composerChatViewPane"
PANE_VIEW = "workbench.panel.aichat.view."


def decoded(value: bytes | None) -> Any:
    """A row's JSON, None for a deleted (NULL) row. Raises ValueError for what is not JSON."""
    if value is None:
        return None
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        try:
            return json.loads(value.decode("utf-8", "replace"), strict=False)
        except RecursionError:
            raise ValueError("nested too deeply") from None


def lenient(value: bytes | None) -> Any:
    """As `decoded`, None for what is not JSON."""
    try:
        return decoded(value)
    except ValueError:
        return None


class Rows:
    """Raises `Unreadable` from every method when the database gives way."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.path = database.path
        self._has_items = "value" in database.columns("ItemTable")
        self._has_bubbles = "value" in database.columns("cursorDiskKV")
        self._header_columns = database.columns("composerHeaders")

    def item(self, key: str) -> Any:
        if not self._has_items:
            return None
        row = self._database.one("select cast(value as blob) from ItemTable where key = ?", key)
        return lenient(row[0]) if row else None

    def pane_ids(self) -> set[str]:
        """Composer ids that a window shows in its panes. A view key without an id behind it is no composer."""
        if not self._has_items:
            return set()
        rows = self._database.all(
            "select cast(value as blob) from ItemTable where key >= ? and key < ?", PANE, PANE + "/"
        )
        keys = (key for (value,) in rows for key in mapping(lenient(value)))
        return {key.removeprefix(PANE_VIEW) for key in keys if key.startswith(PANE_VIEW) and key.count("-") == 4}

    def heads(self) -> Iterator[Mapping[str, Any]]:
        """Composer heads of this database: its table since Cursor 3.12, and the JSON lists before (or left behind)."""
        for key in (HEADERS, COMPOSERS):
            listed = mapping(self.item(key)).get("allComposers")
            yield from (head for head in (listed if isinstance(listed, list) else []) if isinstance(head, dict))
        wanted = [
            name
            for name in ("composerId", "workspaceId", "lastUpdatedAt", "isSubagent")
            if name in self._header_columns
        ]
        if "composerId" in wanted and "value" in self._header_columns:
            for *known, value in self._database.all(
                f"select {', '.join(wanted)}, cast(value as blob) from composerHeaders"
            ):
                yield {**dict(zip(wanted, known, strict=True)), **mapping(lenient(value))}

    def composer_ids(self) -> list[str]:
        return [key.removeprefix("composerData:") for key in self._keys("composerData:", "composerData;")]

    def composer(self, composer: str) -> bytes | None:
        return self._value(f"composerData:{composer}")

    def bubble_ids(self, composer: str) -> list[str]:
        """Ids of a composer's bubbles that hold a value, in the order of their keys, which is no order of time."""
        prefix = f"bubbleId:{composer}:"
        keys = self._keys(prefix, f"bubbleId:{composer};", "and value is not null")
        return [key.removeprefix(prefix) for key in keys]

    def bubbles(self, composer: str, bubbles: Iterable[str]) -> Iterator[tuple[str, bytes | Unreadable | None]]:
        """Each bubble's id and raw value, in the order asked for; None where its row is missing or deleted, the
        refusal where it lies on a damaged page."""
        waiting = iter(bubbles)
        while batch := list(islice(waiting, BATCH)):
            keys = [f"bubbleId:{composer}:{bubble}" for bubble in batch]
            marks = ",".join("?" * len(keys))
            sql = f"select key, cast(value as blob) from cursorDiskKV where key in ({marks})"
            values: dict[str, bytes | Unreadable | None] = {}
            try:
                values = dict(self._database.all(sql, *keys)) if self._has_bubbles else {}
            except Unreadable as refusal:
                if not refusal.broken:
                    raise
                values = {key: self._one_by_one(key) for key in keys}
            yield from ((bubble, values.get(key)) for bubble, key in zip(batch, keys, strict=True))

    def _one_by_one(self, key: str) -> bytes | Unreadable | None:
        try:
            return self._value(key)
        except Unreadable as refusal:
            return refusal

    def bubble_size(self, composer: str, bubble: str) -> int | None:
        """Bytes of a bubble, without reading it."""
        if not self._has_bubbles:
            return None
        row = self._database.one(
            "select octet_length(value) from cursorDiskKV where key = ?", f"bubbleId:{composer}:{bubble}"
        )
        return row[0] if row else None

    def composers_of_bubbles(self) -> list[str]:
        """The ids that any bubble belongs to, one index seek each."""
        found: list[str] = []
        position = "bubbleId:"
        sql = "select key from cursorDiskKV where key >= ? and key < 'bubbleId;' order by key limit 1"
        while self._has_bubbles and (row := self._database.one(sql, position)):
            composer = str(row[0]).split(":")[1]
            found.append(composer)
            position = f"bubbleId:{composer};"
        return found

    def blob(self, identity: str) -> bytes | None:
        """A content-addressed part of a conversation's state (Cursor 3.16 and later)."""
        return self._value(f"agentKv:blob:{identity}")

    def _keys(self, first: str, end: str, condition: str = "") -> list[str]:
        if not self._has_bubbles:
            return []
        sql = f"select key from cursorDiskKV where key >= ? and key < ? {condition} order by key"
        return [str(row[0]) for row in self._database.all(sql, first, end)]

    def _value(self, key: str) -> bytes | None:
        if not self._has_bubbles:
            return None
        row = self._database.one("select cast(value as blob) from cursorDiskKV where key = ?", key)
        return row[0] if row else None
