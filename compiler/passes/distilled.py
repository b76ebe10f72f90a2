"""The distil pass: one conversation, one note."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from compiler.hashing import content_hash
from compiler.passes.base import PassContext, PassUnit
from compiler.passes.distil import VERSION, distil, match_items
from compiler.records import Note
from compiler.store import conversations, ledger, notes


class Distil:
    """Makes notes by rules. The note depends on its conversation alone. A note that a model made is dear: it is made
    again by rules only when its conversation changed, and then marked as awaiting the model."""

    name = "distil"
    version = VERSION

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        known = ledger.fingerprints(ctx.store, self.name)
        makers = notes.makers(ctx.store)
        for key, made_of in conversations.content_hashes(ctx.store).items():
            maker, _, note_of = makers.get(key, ("rules", False, ""))
            if maker != "rules" and note_of == made_of and key in known:
                yield PassUnit(key, known[key])
            else:
                yield PassUnit(key, content_hash([self.version, made_of]))

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        conversation = conversations.load(ctx.store, unit.key)
        if conversation is None:
            return ""
        old = notes.load(ctx.store, unit.key)
        awaiting = notes.is_dear(ctx.store, unit.key)
        note = distil(conversation)
        return save_note(ctx, note, old, awaiting=awaiting)

    def forget(self, ctx: PassContext, key: str) -> None:
        notes.delete(ctx.store, key)


def save_note(ctx: PassContext, note: Note, old: Note | None, *, awaiting: bool = False) -> str:
    """Store a note in place of an older one, whose items keep their ids where they are the same items."""
    if old:
        note = replace(note, items=match_items(old.items, note.items))
    made_of = conversations.content_hash_of(ctx.store, note.conversation_id)
    return notes.save(ctx.store, note, made_of, awaiting=awaiting)
