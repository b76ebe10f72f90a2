"""Do notes still hold: every item against the messages it rests on, as the store has them now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler.passes.ground import Embed, Spoken
from compiler.records import Item, ItemKind, Message
from compiler.store import conversations, notes
from compiler.store.connection import Store


@dataclass(frozen=True, slots=True)
class Unfounded:
    """An item that does not hold, and why as a short sentence."""

    conversation_id: str
    item_id: str
    kind: ItemKind
    text: str
    maker: str
    why: str


def unfounded(store: Store, embed: Embed | None = None) -> Iterator[Unfounded]:
    """Every item of every note that its evidence no longer bears out, in order. `embed` decides where words do not."""
    for note in notes.load_all(store):
        messages = conversations.messages_by_id(store, [mid for item in note.items for mid in item.evidence])
        for item in note.items:
            why = doubt(item, messages, embed)
            if why:
                yield Unfounded(note.conversation_id, item.id, item.kind, item.text, note.maker, why)


def count(store: Store) -> int:
    """How many items there are to look at."""
    return len(notes.item_kinds(store))


def doubt(item: Item, messages: Mapping[str, Message], embed: Embed | None = None) -> str | None:
    """Why an item does not hold; None where it does."""
    missing = [mid for mid in item.evidence if mid not in messages]
    if missing or not item.evidence:
        return f"its evidence {missing[0]} is not in the store" if missing else "it has no evidence"
    evidence = [messages[mid] for mid in item.evidence]
    if not item.quote or item.quote not in evidence[0].text:
        return "its quotation does not stand in the message"
    if _says_so(item, evidence, None) or (embed and _says_so(item, evidence, embed)):
        return None
    return "its evidence does not say so"


def _says_so(item: Item, evidence: list[Message], embed: Embed | None) -> bool:
    """Without an embedder first: most items repeat their evidence, and words are cheap."""
    return Spoken(evidence, embed).support(item.text, item.quote) is not None
