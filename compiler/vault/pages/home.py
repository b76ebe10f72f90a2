"""The front door: what is new, how much there is, where everything lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

from compiler.records import Conversation
from compiler.vault import properties, states
from compiler.vault.escape.inert import one_line, shorten
from compiler.vault.links import to_path
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page
from compiler.vault.render import render
from compiler.vault.speech import conversation_link
from compiler.vault.views import EntryView, HomeView

INDEX = "page:home"
RECENT = 10
INDEXES = (("page:decisions", "Decisions"), ("page:open-loops", "Open loops"))


def claim(material: Material) -> Iterator[Claim]:
    yield Claim(INDEX, "", "Home")


def build(material: Material, names: Names) -> Iterator[Page]:
    heads = sorted(material.conversations.values(), key=lambda c: (c.created_at or "", c.id), reverse=True)
    decisions = states.decision_views(material, names)
    loops = [loop for loop in states.loop_views(material, names) if not loop.done]
    view = HomeView(
        newest=material.newest,
        conversations=len(heads),
        messages=sum(material.message_counts.get(c.id, 0) for c in heads),
        decisions=len(decisions),
        open_loops=len(loops),
        sources=tuple(sorted(Counter(c.source for c in heads).items())),
        recent=tuple(_entry(material, names, c) for c in heads[:RECENT]),
        recent_decisions=tuple(decisions[:RECENT]),
        loops=tuple(loops[:RECENT]),
        pages=tuple(to_path(path, title) for page, title in INDEXES if (path := names.get(page))),
        years=tuple(sorted(Counter(d.year for c in heads if (d := material.started(c))).items(), reverse=True)),
    )
    block = properties.block([("kind", "home"), ("musubi_id", INDEX)])
    yield Page(names.path(INDEX), INDEX, "home", render("home.md.j2", properties=block, home=view))


def _entry(material: Material, names: Names, head: Conversation) -> EntryView:
    when = material.started(head)
    day: date | None = when.date() if when else None
    summary = material.places.tilde(material.notes[head.id].summary)
    return EntryView(conversation_link(material, names, head.id), day, shorten(one_line(summary), 200))
