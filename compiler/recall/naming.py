"""Topics and entities by the names people give them."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from compiler.errors import Unknown
from compiler.passes.curated import EntityEntry, TopicEntry
from compiler.recall.history import History

NEAR = 5


def find_topic(history: History, name: str) -> TopicEntry | None:
    """By id or name, case ignored."""
    wanted = plain(name)
    return next((t for t in history.corpus.topics if wanted in (t.id, plain(t.name))), None)


def find_entity(history: History, name: str) -> EntityEntry | None:
    """By any of its spellings; `sqlite_vec` finds `sqlite-vec`."""
    wanted = plain(name)
    by_name = (e for e in history.corpus.entities.values() if wanted in (e.id, plain(e.name)))
    return next(by_name, None) or history.corpus.entity_named(name)


def members(history: History, topic: str) -> frozenset[str]:
    """The conversations of a topic; Unknown if there is none of that name."""
    found = find_topic(history, topic)
    if found is None:
        near = nearest(topic, (t.name for t in history.corpus.topics))
        raise Unknown(f"There is no topic `{topic}`; the list of topics has their names.", near)
    return frozenset(found.members)


def nearest(name: str, names: Iterable[str]) -> list[str]:
    """The names most like one, those that hold it last."""
    known = {plain(n): n for n in names}
    words = plain(name)
    near = [known[key] for key in get_close_matches(words, known, NEAR, 0.6)]
    near += [n for key, n in sorted(known.items()) if words and words in key and n not in near]
    return near[:NEAR]


def plain(name: str) -> str:
    return " ".join(name.casefold().split())
