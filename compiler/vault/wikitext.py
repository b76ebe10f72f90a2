"""The person's own notes as they read in Obsidian: a wikilink by its text, without its brackets."""

from __future__ import annotations

import re
from dataclasses import replace

from compiler.records import Conversation, Note

LINK = re.compile(r"!?\[\[([^\[\]\n|]+?)(?:\\?\|([^\[\]\n]*))?\]\]")


def as_read(text: str) -> str:
    """`[[Beds/Beans|the beans]]` reads "the beans", `[[Munkholmen]]` "Munkholmen"."""
    return LINK.sub(lambda m: m[2] or m[1], text)


def read_of(head: Conversation, text: str) -> str:
    """A text of this conversation as it reads: only in a note of the person's are double brackets a link."""
    return as_read(text) if head.kind == "note" else text


def note_as_read(head: Conversation, note: Note) -> Note:
    """A note about this conversation, its lines as they read. Quotes stay as they stand in the message."""
    if head.kind != "note":
        return note
    items = tuple(replace(item, text=as_read(item.text)) for item in note.items)
    return replace(note, title=as_read(note.title), summary=as_read(note.summary), items=items)
