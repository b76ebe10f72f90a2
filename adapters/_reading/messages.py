"""Messages as a conversation may hold them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from compiler.records import Message


def distinct(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Messages with ids of their own: the second of an id is marked `~2`, nothing is dropped."""
    taken: Counter[str] = Counter()
    kept: list[Message] = []
    for message in messages:
        taken[message.id] += 1
        while taken[message.id] > 1:
            message = replace(message, id=f"{message.id}~{taken[message.id]}")
            taken[message.id] += 1
        kept.append(message)
    return tuple(kept)
