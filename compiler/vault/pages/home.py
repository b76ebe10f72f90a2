"""The front door: what is new, how much there is, where everything lies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from compiler.store.topics import UNSORTED
from compiler.vault import listing, properties, states
from compiler.vault.escape import Inert
from compiler.vault.links import to_path
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.map import ties
from compiler.vault.pages.page import Page
from compiler.vault.render import render
from compiler.vault.views import CountedView, FigureView, HomeView

INDEX = "page:home"
RECENT = 10
INDEXES = (
    ("page:profile", "Profile"),
    ("page:decisions", "Decisions"),
    ("page:open-loops", "Open loops"),
)
FILES = (("page:map", "Map.canvas"), ("base:conversations", "Conversations.base"), ("base:decisions", "Decisions.base"),
         ("base:open-loops", "Open loops.base"))  # fmt: skip
LABEL = re.compile(r"[^\w .,+&'()-]")


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
        recent=tuple(listing.entry_view(material, names, c) for c in heads[:RECENT]),
        recent_decisions=tuple(d for d in decisions if not d.superseded)[:RECENT],
        loops=tuple(loops[:RECENT]),
        pages=tuple(to_path(path, title) for page, title in (*INDEXES, *FILES) if (path := names.get(page))),
        topics=listing.topics_view(material, names),
        figure=_figure(material, names),
        entities=_entities(material, names),
    )
    block = properties.block([("kind", "home"), ("musubi_id", INDEX)])
    yield Page(names.path(INDEX), INDEX, "home", render("home.md.j2", properties=block, home=view))


def _figure(material: Material, names: Names) -> FigureView | None:
    """The topics and their ties; nothing for fewer than two."""
    shown = {t.id: t for t in material.corpus.topics if t.id in names and t.id != UNSORTED}
    if len(shown) < 2:
        return None
    number = {topic: Inert(f"t{n}") for n, topic in enumerate(sorted(shown), 1)}
    return FigureView(
        nodes=tuple((number[i], Inert(LABEL.sub(" ", shown[i].name).strip() or "topic")) for i in sorted(shown)),
        edges=tuple((number[a], number[b]) for a, b, _ in sorted(ties(material.corpus)) if a in shown and b in shown),
    )


def _entities(material: Material, names: Names) -> tuple[CountedView, ...]:
    """The entities that come up most."""
    found = sorted(material.corpus.entities.values(), key=lambda e: (-len(e.members), e.name.casefold(), e.id))
    return tuple(CountedView(link, len(e.members)) for e in found[:RECENT] if (link := listing.entity_link(names, e)))
