"""Conversations, topics and entities as they stand in lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from compiler.passes.curated import EntityEntry, TopicEntry
from compiler.records import Conversation
from compiler.vault.escape.inert import one_line, shorten
from compiler.vault.links import Link, to_path
from compiler.vault.material import Material
from compiler.vault.names import Names
from compiler.vault.speech import conversation_link
from compiler.vault.views import CountedView, EntryView

SUMMARY = 200


def entry_view(material: Material, names: Names, head: Conversation) -> EntryView:
    when = material.started(head)
    summary = material.places.tilde(material.notes[head.id].summary)
    return EntryView(
        conversation_link(material, names, head.id), when.date() if when else None, shorten(one_line(summary), SUMMARY)
    )


def newest_first(material: Material, names: Names, ids: Iterable[str]) -> tuple[EntryView, ...]:
    """Conversations given oldest first."""
    return tuple(entry_view(material, names, material.conversations[cid]) for cid in reversed(list(ids)))


def topic_link(names: Names, topic: TopicEntry) -> Link | None:
    path = names.get(topic.id)
    return to_path(path, topic.name) if path else None


def entity_link(names: Names, entity: EntityEntry) -> Link | None:
    path = names.get(entity.id)
    return to_path(path, entity.name) if path else None


def often_with(
    material: Material, names: Names, ids: Iterable[str], without: str = "", most: int = 5
) -> tuple[Link, ...]:
    """The entities that most of these conversations name; at least two of them."""
    counts = Counter(e for cid in ids for e in material.corpus.entities_of.get(cid, ()) if e != without)
    found = []
    for entity, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        link = entity_link(names, material.corpus.entities[entity])
        if link and count >= 2:
            found.append(link)
    return tuple(found[:most])


def topics_view(material: Material, names: Names) -> tuple[CountedView, ...]:
    """Every topic with a page, largest first."""
    return tuple(
        CountedView(link, len(topic.members)) for topic in material.corpus.topics if (link := topic_link(names, topic))
    )
