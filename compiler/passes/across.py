"""What passes over the whole store share: one unit, made again when anything they read has changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from compiler.hashing import content_hash
from compiler.passes.base import PassContext, PassUnit
from compiler.store import ledger, overrides
from compiler.store.marks import Said
from compiler.store.threads import Thread

UNIT = "corpus"
NUMBER = re.compile(r"\w*\d[\w.,:]*\w|\d")


def unit(ctx: PassContext, version: int, *passes: str, deciding: tuple[str, ...] = ()) -> list[PassUnit]:
    """The one unit of a pass that reads what `passes` made, and the person's decisions of the kinds `deciding`."""
    made = [sorted(ledger.output_hashes(ctx.store, name).items()) for name in passes]
    decided = [sorted(overrides.all_of(ctx.store, kind).items()) for kind in deciding]
    return [PassUnit(UNIT, content_hash([version, made, decided]))]


def out_of_sight(ctx: PassContext) -> frozenset[str]:
    """Conversations and items that the person hid or dismissed: they replace, close and corroborate nothing."""
    return frozenset(overrides.all_of(ctx.store, "hidden").keys() | overrides.all_of(ctx.store, "dismissed").keys())


def in_sight(
    said: Iterable[Said], follow: Callable[[list[Said]], Iterable[Thread]], away: frozenset[str]
) -> tuple[list[Said], list[Thread]]:
    """The marks that count, and the threads of those that do not: of an entry that the person dismissed no telling
    counts, but all of them stay known as one."""
    shown = [mark for mark in said if mark.conversation_id not in away]
    if not any(mark.id in away for mark in shown):
        return shown, []
    entry = {thread.item_id: thread.entry for thread in follow(shown)}
    dismissed = {entry[mark.id] for mark in shown if mark.id in away}
    apart = [Thread(mark.id, entry[mark.id]) for mark in shown if entry[mark.id] in dismissed]
    return [mark for mark in shown if entry[mark.id] not in dismissed], apart


def belongs_together(one: str | None, other: str | None) -> bool:
    """Whether two projects may speak of the same thing: what has none may belong to any."""
    return not one or not other or _folder(one) == _folder(other)


def numbers(text: str) -> frozenset[str]:
    """The numbers in a text, version numbers and names with digits too: where they differ, the matter does."""
    return frozenset(NUMBER.findall(text.casefold()))


def _folder(project: str) -> str:
    return project.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1].casefold()
