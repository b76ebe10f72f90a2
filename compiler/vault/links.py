"""Wikilinks by full path, and the ids of blocks that they point at."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.hashing import short_id
from compiler.vault.escape import Inert, alias

ITEM_LETTERS = {"decision": "d", "fact": "f", "loop": "l", "key_point": "k"}


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page by its vault path without `.md`, and to a block of it."""

    path: str
    text: str
    block: str = ""

    @property
    def target(self) -> str:
        return f"{self.path}#^{self.block}" if self.block else self.path


def wikilink(link: Link) -> Inert:
    return Inert(f"[[{link.target}|{alias(link.text)}]]")


def in_property(link: Link) -> str:
    """A link as a property's whole value, at most 250 characters."""
    return f"[[{link.target}|{alias(link.text, limit=max(20, 240 - len(link.target)))}]]"


def to_path(path: str, text: str, block: str = "") -> Link:
    """A link to a file of the vault by its path with extension."""
    return Link(path.removesuffix(".md"), text, block)


def message_block(message_id: str) -> Inert:
    """The id of the block that quotes a message: `m-7f3c12`."""
    return Inert("m-" + short_id(message_id))


def item_block(kind: str, item_id: str) -> Inert:
    """The id of the line that states an item: `d-`, `f-`, `l-` or `k-` and digits."""
    return Inert(f"{ITEM_LETTERS[kind]}-{short_id(item_id)}")
