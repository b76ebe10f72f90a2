"""Where decisions and loops stand, seen over all conversations: one entry however often it was told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TypeVar
from weakref import WeakKeyDictionary

from compiler.records import Conversation, Item, ItemKind
from compiler.store import threads
from compiler.store.threads import Thread
from compiler.vault import periods
from compiler.vault.links import Link, item_block, message_block, to_path
from compiler.vault.material import Material
from compiler.vault.names import Names
from compiler.vault.speech import conversation_link
from compiler.vault.views import CitationView, DecisionView, LoopView
from compiler.vault.wording import imperative

V = TypeVar("V")
LOOPS = "page:open-loops"
STALE_DAYS = 60
"""Days before the newest day of the store from which an open loop counts as stale."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What was told, in which conversations, oldest first. `id` that of the item that stands for all."""

    id: str
    told: tuple[tuple[Conversation, Item], ...]
    ended_by: str | None = None
    ended_why: str | None = None

    @property
    def first(self) -> tuple[Conversation, Item]:
        return self.told[0]


@dataclass(frozen=True, slots=True)
class Standing:
    """Every decision and every loop, newest first, and the same by conversation; `task_pages` entry id of a loop → the
    id of the page that holds its task."""

    decisions: tuple[DecisionView, ...]
    loops: tuple[LoopView, ...]
    task_pages: Mapping[str, str]
    decisions_of: Mapping[str, tuple[DecisionView, ...]]
    loops_of: Mapping[str, tuple[LoopView, ...]]


_STANDING: WeakKeyDictionary[Material, tuple[Names, Standing]] = WeakKeyDictionary()
_ENTRIES: WeakKeyDictionary[Material, dict[str, tuple[Entry, ...]]] = WeakKeyDictionary()


def standing(material: Material, names: Names) -> Standing:
    """Made once for a material and its names: every page of a run shares it."""
    made = _STANDING.get(material)
    if made is None or made[0] is not names:
        decided, open_ends = _decisions(material, names), _loops(material, names)
        found = Standing(
            decisions=tuple(sorted(decided.values(), key=lambda v: (-(v.day or date.min).toordinal(), v.id))),
            loops=tuple(sorted(open_ends.values(), key=lambda v: (-(v.day or date.min).toordinal(), v.block))),
            task_pages=_task_pages(open_ends),
            decisions_of=_by_conversation(entries(material, "decision"), decided),
            loops_of=_by_conversation(entries(material, "loop"), open_ends),
        )
        _STANDING[material] = made = (names, found)
    return made[1]


def entries(material: Material, kind: ItemKind) -> tuple[Entry, ...]:
    """The entries of a kind, oldest first. Where what was told first is out of sight, the next stands for it."""
    kinds = _ENTRIES.setdefault(material, {})
    if kind not in kinds:
        known = material.corpus.decisions if kind == "decision" else material.corpus.loops
        groups: dict[str, list[tuple[Conversation, Item]]] = {}
        for head, item in material.items(kind):
            thread = known.get(item.id)
            groups.setdefault(thread.entry if thread else item.id, []).append((head, item))
        kinds[kind] = tuple(_entry(material, told, known) for told in groups.values())
    return kinds[kind]


def lead(material: Material, item: Item) -> str:
    """The id of the entry that an item belongs to."""
    known = material.corpus.decisions if item.kind == "decision" else material.corpus.loops
    thread = known.get(item.id)
    if thread is None or thread.entry == item.id or thread.entry in material.item_ids:
        return thread.entry if thread else item.id
    return next((e.id for e in entries(material, item.kind) if any(i.id == item.id for _, i in e.told)), item.id)


def is_done(material: Material, loop: Item) -> bool:
    """Closed: by the person's tick, which outranks everything, by a later conversation, or within its own."""
    thread = material.corpus.loops.get(loop.id)
    told = material.loop_states.get(loop.id) or (material.loop_states.get(thread.entry) if thread else None)
    if told:
        return told == "done"
    return loop.done or bool(thread and thread.ended_by)


def decision_views(material: Material, names: Names) -> tuple[DecisionView, ...]:
    """Every decision, newest first."""
    return standing(material, names).decisions


def loop_views(material: Material, names: Names) -> tuple[LoopView, ...]:
    """Every loop, newest first."""
    return standing(material, names).loops


def _entry(material: Material, told: list[tuple[Conversation, Item]], known: Mapping[str, Thread]) -> Entry:
    def when(pair: tuple[Conversation, Item]) -> tuple[str, str]:
        said = material.said(pair[1], pair[0])
        return (said.isoformat() if said else "", pair[1].id)

    told.sort(key=when)
    ids = [item.id for _, item in told]
    thread = next((t for i in ids if (t := known.get(i))), None)
    own = thread.entry if thread and thread.entry in ids else ids[0]
    return Entry(own, tuple(told), thread.ended_by if thread else None, thread.ended_why if thread else None)


def _decisions(material: Material, names: Names) -> dict[str, DecisionView]:
    found = {entry.id: entry for entry in entries(material, "decision")}
    replaces: dict[str, list[str]] = {}
    for entry in found.values():
        if entry.ended_by in found:
            replaces.setdefault(entry.ended_by or "", []).append(entry.id)
    cite = partial(_citation, material, names)
    out = {}
    for entry in found.values():
        head, item = entry.first
        newest = entry.told[-1][1]
        path, tilde = names.get(entry.id), material.places.tilde
        reason = next((i.reason for _, i in reversed(entry.told) if i.reason), None)
        instead_of = next((i.instead_of for _, i in reversed(entry.told) if i.instead_of), None)
        out[entry.id] = DecisionView(
            id=entry.id,
            block=item_block("decision", entry.id),
            text=tilde(imperative(newest.text, newest.quote)),
            day=_day(material, head, item),
            page=to_path(path, tilde(imperative(newest.text, newest.quote))) if path else None,
            conversation=conversation_link(material, names, head.id),
            evidence=conversation_link(material, names, head.id, _block(item)),
            reason=tilde(reason) if reason else None,
            instead_of=tilde(instead_of) if instead_of else None,
            quote=tilde(item.quote),
            superseded=entry.ended_by in found,
            replaced_by=cite(found[entry.ended_by]) if entry.ended_by in found else None,
            replaces=tuple(cite(found[i]) for i in sorted(replaces.get(entry.id, ()))),
            told=tuple(
                CitationView(conversation_link(material, names, h.id, _block(i)), _day(material, h, i))
                for h, i in entry.told
            ),
            project=material.places.project(head),
            topic=_topic(material, names, head.id),
            conversation_id=head.id,
        )
    return out


def _loops(material: Material, names: Names) -> dict[str, LoopView]:
    found = entries(material, "loop")
    closing = threads.closing(material.store, sorted({e.ended_by for e in found if e.ended_by}))
    out = {}
    for entry in found:
        head, item = entry.first
        day = _day(material, head, item)
        last = max((d for h, i in entry.told if (d := _day(material, h, i))), default=None)
        told = next((s for _, i in entry.told if (s := material.loop_states.get(i.id))), None)
        done = told == "done" if told else bool(entry.ended_by) or any(i.done for _, i in entry.told)
        where, message = closing.get(entry.ended_by or "", ("", None))
        closed = done and told is None and where in names and where != head.id
        out[entry.id] = LoopView(
            text=material.places.tilde(imperative(item.text, item.quote)),
            block=item_block("loop", entry.id),
            day=day,
            conversation=conversation_link(material, names, head.id, _block(item)),
            project=material.places.project(head),
            done=done,
            told=len({h.id for h, _ in entry.told}),
            stale=bool(last and material.newest and (material.newest - last).days > STALE_DAYS),
            closed_by=_closing_link(material, names, where, message) if closed else None,
            closed_why=material.places.tilde(entry.ended_why or "") if closed else "",
            conversation_id=head.id,
            closed_on=when.date() if closed and (when := material.started(material.conversations[where])) else None,
        )
    return out


def loop_days(material: Material) -> list[date | None]:
    """The day of every loop, as its view has it: by them the pages of loops are cut."""
    return [_day(material, *entry.first) for entry in entries(material, "loop")]


def _task_pages(loops: Mapping[str, LoopView]) -> dict[str, str]:
    """Fresh open loops stand on the one page; of many loops the stale and the closed stand by the time they came up."""
    shelf = {block: period for period, rows in periods.cut(loops.values(), lambda v: v.day).items()
             for block in (row.block for row in rows)}  # fmt: skip
    return {
        entry: LOOPS if view.block not in shelf or not (view.done or view.stale) else f"{LOOPS}:{shelf[view.block]}"
        for entry, view in loops.items()
    }


def _by_conversation(found: tuple[Entry, ...], views: Mapping[str, V]) -> dict[str, tuple[V, ...]]:
    out: dict[str, list[V]] = {}
    for entry in found:
        for cid in dict.fromkeys(head.id for head, _ in entry.told):
            out.setdefault(cid, []).append(views[entry.id])
    return {cid: tuple(rows) for cid, rows in out.items()}


def _citation(material: Material, names: Names, entry: Entry) -> CitationView:
    (head, item), newest = entry.first, entry.told[-1][1]
    text, path = material.places.tilde(imperative(newest.text, newest.quote)), names.get(entry.id)
    link = to_path(path, text) if path else conversation_link(material, names, head.id, _block(item))
    return CitationView(link, _day(material, head, item))


def _closing_link(material: Material, names: Names, conversation_id: str, message: str | None) -> Link:
    cited = {m for i in material.notes[conversation_id].items for m in i.evidence[:3]}
    return conversation_link(
        material, names, conversation_id, message_block(message) if message and message in cited else ""
    )


def _topic(material: Material, names: Names, conversation_id: str) -> Link | None:
    for topic in material.corpus.topic_of.get(conversation_id, ()):
        entry, path = material.corpus.topic(topic), names.get(topic)
        if entry and path:
            return to_path(path, entry.name)
    return None


def _day(material: Material, head: Conversation, item: Item) -> date | None:
    when = material.said(item, head)
    return when.date() if when else None


def _block(item: Item) -> str:
    return message_block(item.evidence[0]) if item.evidence else ""
