"""The person's own notes in the vault, so that pages can link to them. Read from the store: they are a source too."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from compiler.config import Config
from compiler.records import Conversation


class OwnNotes:
    """Names and aliases of notes of the person's that lie in this vault → their vault paths."""

    def __init__(self, heads: Iterable[Conversation], config: Config) -> None:
        self._by_name: dict[str, str] = {}
        self._by_id: dict[str, str] = {}
        for head in heads:
            if head.kind == "note" and (path := _in_vault(head.source_ref, config)):
                self._by_id[head.id] = path
                for name in (Path(path).stem, *_aliases(head)):
                    self._by_name.setdefault(_key(name), path)

    def named(self, name: str) -> str | None:
        """The note with this title or alias."""
        return self._by_name.get(_key(name))

    def of(self, conversation_id: str) -> str | None:
        """The note that a conversation of kind `note` is."""
        return self._by_id.get(conversation_id)


def _in_vault(source_ref: str, config: Config) -> str | None:
    path = Path(source_ref)
    if not path.is_relative_to(config.vault) or not path.is_file():
        return None
    if config.pages.folder and path.is_relative_to(config.root):
        return None
    return unicodedata.normalize("NFC", path.relative_to(config.vault).as_posix())


def _aliases(head: Conversation) -> list[str]:
    try:
        found = json.loads(head.attrs.get("aliases", "[]"))
    except ValueError:
        return []
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold().strip()
