"""Cut messages into passages for search: 1,200 characters, 150 shared, broken where a line or a word ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from compiler.hashing import content_hash
from compiler.passes.base import PassContext, PassUnit
from compiler.records import Conversation
from compiler.store import chunks, conversations

_INK = re.compile(r"\S")
SIZE = 1200
OVERLAP = 150


class ChunkPass:
    """Keyed by conversation. User and assistant text is embedded later, tool output is for keywords alone; what the
    system said to the model is not searched."""

    name = "chunk"
    version = 2

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        for cid, content in conversations.content_hashes(ctx.store).items():
            yield PassUnit(cid, content_hash([self.version, content]))

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        conversation = conversations.load(ctx.store, unit.key)
        made = list(chunk(conversation)) if conversation else []
        chunks.replace(ctx.store, unit.key, made)
        return chunks.hash_of(made)

    def forget(self, ctx: PassContext, key: str) -> None:
        chunks.delete(ctx.store, key)


def chunk(conversation: Conversation) -> Iterator[chunks.Chunk]:
    """The passages of a conversation in order, each within one message. What a tool was asked counts as tool text."""
    for message in conversation.messages:
        if message.role == "system" or message.origin == "harness":
            continue
        person = message.role == "user" and message.origin in (None, "person")
        for text in split(message.text):
            yield chunks.Chunk(message.id, "tool" if message.role == "tool" else "message", text, person)
        for call in message.tool_calls:
            for text in split(f"{call.name} {call.input}"):
                yield chunks.Chunk(message.id, "tool", text)


def split(text: str, size: int = SIZE, overlap: int = OVERLAP) -> Iterator[str]:
    """Windows of at most `size` characters, each but the last broken after the last newline, else the last space, in
    its back half; the next starts `overlap` before the break."""
    start = 0
    while _INK.search(text, start):
        end = _break(text, start, size)
        yield text[start:end]
        if end == len(text):
            return
        start = max(end - overlap, start + 1)


def _break(text: str, start: int, size: int) -> int:
    end = start + size
    if end >= len(text):
        return len(text)
    middle = start + size // 2
    for mark in ("\n", " "):
        place = text.rfind(mark, middle, end)
        if place >= 0:
            return place + 1
    return end
