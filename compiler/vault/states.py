"""Where decisions and loops stand, seen over all conversations."""

from __future__ import annotations

from datetime import date

from compiler.records import Conversation, Item
from compiler.vault.links import item_block, message_block, to_path
from compiler.vault.material import Material
from compiler.vault.names import Names
from compiler.vault.speech import conversation_link
from compiler.vault.views import DecisionView, LoopView


def is_done(material: Material, loop: Item) -> bool:
    """Closed: by the person's tick, which outranks everything, or within its own conversation."""
    told = material.loop_states.get(loop.id)
    return told == "done" if told else loop.done


def decision_views(material: Material, names: Names) -> list[DecisionView]:
    """Every decision, newest first."""
    views = [_decision(material, names, head, item) for head, item in material.items("decision")]
    return sorted(views, key=lambda v: (-(v.day or date.min).toordinal(), v.id))


def loop_views(material: Material, names: Names) -> list[LoopView]:
    """Every loop, newest first."""
    views = [_loop(material, names, head, item) for head, item in material.items("loop")]
    return sorted(views, key=lambda v: (-(v.day or date.min).toordinal(), v.block))


def _decision(material: Material, names: Names, head: Conversation, item: Item) -> DecisionView:
    when, tilde = material.said(item, head), material.places.tilde
    path = names.get(item.id)
    return DecisionView(
        id=item.id,
        block=item_block("decision", item.id),
        text=tilde(item.text),
        day=when.date() if when else None,
        page=to_path(path, item.text) if path else None,
        conversation=conversation_link(material, names, head.id),
        evidence=conversation_link(material, names, head.id, _block(item)),
        reason=tilde(item.reason) if item.reason else None,
        instead_of=tilde(item.instead_of) if item.instead_of else None,
        quote=tilde(item.quote),
    )


def _loop(material: Material, names: Names, head: Conversation, item: Item) -> LoopView:
    when = material.said(item, head)
    return LoopView(
        text=material.places.tilde(item.text),
        block=item_block("loop", item.id),
        day=when.date() if when else None,
        conversation=conversation_link(material, names, head.id, _block(item)),
        project=material.places.project(head),
        done=is_done(material, item),
    )


def _block(item: Item) -> str:
    return message_block(item.evidence[0]) if item.evidence else ""
