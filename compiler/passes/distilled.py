"""The distil pass: one conversation, one note."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import get_context

from compiler.hashing import content_hash
from compiler.passes.base import PassContext, PassUnit
from compiler.passes.distil import VERSION, distil, match_items
from compiler.records import Conversation, Note
from compiler.store import conversations, ledger, notes

WORTH_PROCESSES = 100
"""Stale conversations from which the start of more processes (half a second) pays."""
MOST_PROCESSES = 4


class Distil:
    """Makes notes by rules. The note depends on its conversation alone. A note that a model made is dear: it is made
    again by rules only when its conversation changed, and then marked as awaiting the model."""

    name = "distil"
    version = VERSION

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._made: dict[str, Note] = {}

    def prepare(self, ctx: PassContext, units: Sequence[PassUnit]) -> None:
        """Distil on every core: notes are pure functions of their conversations. What fails here is made again, alone
        and where its failure is reported, by `run`."""
        self._made = {}
        processes = min(os.cpu_count() or 1, MOST_PROCESSES)
        if processes < 2 or (len(units) < WORTH_PROCESSES and self._pool is None):
            return
        self._pool = self._pool or ProcessPoolExecutor(processes, get_context("spawn"))
        wanted = conversations.iterate(ctx.store, [unit.key for unit in units])
        try:
            made = self._pool.map(_distil_or_none, wanted, chunksize=16)
            self._made = {note.conversation_id: note for note in made if note}
        except (BrokenProcessPool, OSError):
            self.release()

    def release(self) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)
        self._pool, self._made = None, {}

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
        note = self._made.pop(unit.key, None) or distil(conversation)
        return save_note(ctx, note, old, awaiting=awaiting)

    def forget(self, ctx: PassContext, key: str) -> None:
        notes.delete(ctx.store, key)


def _distil_or_none(conversation: Conversation) -> Note | None:
    try:
        return distil(conversation)
    except Exception:  # noqa: BLE001 - `run` meets it again
        return None


def save_note(ctx: PassContext, note: Note, old: Note | None, *, awaiting: bool = False) -> str:
    """Store a note in place of an older one, whose items keep their ids where they are the same items. A conversation
    that its product was told not to remember has a note, but decides nothing and says nothing about the person."""
    head = conversations.header(ctx.store, note.conversation_id)
    if head and head.attrs.get("do_not_remember"):
        note = replace(note, items=tuple(item for item in note.items if item.kind not in ("decision", "fact")))
    if old:
        note = replace(note, items=match_items(old.items, note.items))
    made_of = conversations.content_hash_of(ctx.store, note.conversation_id)
    return notes.save(ctx.store, note, made_of, awaiting=awaiting)
