"""A map of content a topic: what it is about, what was decided, what is open, the conversations."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.passes.curated import TopicEntry
from compiler.store.topics import UNSORTED
from compiler.vault import listing, properties, states
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names, key
from compiler.vault.pages.page import Page, inputs_of
from compiler.vault.render import render
from compiler.vault.views import TopicView

MOST = 200
"""Conversations a page lists, newest first."""
MOST_ITEMS = 50


def claim(material: Material) -> Iterator[Claim]:
    """A topic and an entity of one name are told apart in the file's name."""
    entities = {key(e.name) for e in material.corpus.entities.values()}
    for topic in material.corpus.topics:
        yield Claim(topic.id, "Topics", topic.name, tail=" (topic)" if key(topic.name) in entities else "")


def build(material: Material, names: Names) -> Iterator[Page]:
    for topic in material.corpus.topics:
        view = _view(material, names, topic)
        yield Page(
            names.path(topic.id),
            topic.id,
            "topic",
            lambda view=view: render("topic.md.j2", topic=view),  # type: ignore[misc]
            inputs_of(view),
            notes=True,
        )


def _view(material: Material, names: Names, topic: TopicEntry) -> TopicView:
    standing = states.standing(material, names)
    days = [d.date() for cid in topic.members if (d := material.started(material.conversations[cid]))]
    members = frozenset(topic.members)
    decisions = [v for v in standing.decisions if v.conversation_id in members]
    loops = [v for v in standing.loops if not v.done and v.conversation_id in members]
    return TopicView(
        properties=properties.block(
            [
                ("kind", "topic"),
                ("musubi_id", topic.id),
                ("aliases", () if key(topic.name) in names.path(topic.id).casefold() else (topic.name,)),
                ("conversations", len(topic.members)),
                ("first_seen", min(days, default=None)),
                ("last_seen", max(days, default=None)),
            ]
        ),
        unsorted=topic.id == UNSORTED,
        conversations=len(topic.members),
        first=min(days, default=None),
        last=max(days, default=None),
        often=listing.often_with(material, names, topic.members),
        decisions=tuple(decisions[:MOST_ITEMS]),
        more_decisions=max(0, len(decisions) - MOST_ITEMS),
        loops=tuple(loops[:MOST_ITEMS]),
        entries=listing.newest_first(material, names, topic.members[-MOST:]),
        more=max(0, len(topic.members) - MOST),
    )
