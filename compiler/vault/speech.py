"""How a page says who said something and when, and links to where it is quoted."""

from __future__ import annotations

from datetime import datetime

from compiler.records import Conversation, Item
from compiler.vault import times
from compiler.vault.links import Link, message_block, to_path
from compiler.vault.material import Material
from compiler.vault.names import Names

WHO = {
    ("user", "paste"): "you (pasted)",
    ("user", "agent"): "another agent",
    ("user", "harness"): "the tool around it",
    ("user", None): "you",
    ("assistant", None): "assistant",
    ("tool", None): "tool output",
    ("system", None): "system",
}


def who(role: str, origin: str | None) -> str:
    return WHO.get((role, origin)) or WHO.get((role, None), role)


def spoken_when(when: datetime | None, beside: datetime | None) -> str:
    """A time of day where the day is known from beside it, else day and time."""
    if when is None:
        return ""
    same_day = beside is not None and when.date() == beside.date()
    return when.strftime("%H:%M" if same_day else "%Y-%m-%d %H:%M")


def evidence_links(material: Material, head: Conversation, item: Item, path: str, most: int = 3) -> tuple[Link, ...]:
    """Links to the blocks of `path` that quote an item's evidence, best first: `you, 21:14`. By full path within the
    same note too: a line that the person copies elsewhere keeps its evidence."""
    started = material.started(head)
    out = []
    for message_id in item.evidence[:most]:
        said = material.spoken.get(message_id)
        if said is None:
            continue
        when = spoken_when(times.local(said.created_at, material.zone), started)
        text = ", ".join(filter(None, (who(said.role, said.origin), when)))
        out.append(to_path(path, text, message_block(message_id)))
    return tuple(out)


def conversation_link(material: Material, names: Names, conversation_id: str, block: str = "") -> Link:
    return to_path(names.path(conversation_id), material.notes[conversation_id].title, block)
