"""The topic map as JSON Canvas 1.0: a card a topic, larger with more conversations, ties by shared entities."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from compiler.passes.curated import Corpus
from compiler.passes.layout import CELL, Edge, edges, free_place
from compiler.store.topics import UNSORTED
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page

INDEX = "page:map"
WIDTHS = ((50, 440), (20, 400), (8, 360), (3, 320), (0, 280))
"""(conversations from which, width): sizes in steps, so that a new conversation seldom changes one."""


def claim(material: Material) -> Iterator[Claim]:
    yield Claim(INDEX, "", "Map", extension=".canvas")


def build(material: Material, names: Names) -> Iterator[Page]:
    yield Page(names.path(INDEX), INDEX, "map", dump(canvas(material.corpus, names)))


def ties(corpus: Corpus) -> list[Edge]:
    """The ties between topics that are shown, at most three a topic."""
    shared: dict[str, Counter[str]] = {t.id: Counter() for t in corpus.topics if t.id != UNSORTED}
    for entity in corpus.entities.values():
        for cid in entity.members:
            for topic in corpus.topic_of.get(cid, ()):
                if topic in shared:
                    shared[topic][entity.id] += 1
    return edges(shared)


def canvas(corpus: Corpus, names: Names) -> dict[str, Any]:
    """Cards at their kept places; a topic that has none yet (one of the person's own) takes the next free one."""
    tied = ties(corpus)
    shown = {t.id: t for t in corpus.topics if t.id in names and t.id != UNSORTED}
    places = {i: at for i, at in corpus.places.items() if i in shown}
    for topic in sorted(shown):
        if topic not in places:
            places[topic] = free_place(topic, places, tied)
    cards = {i: _card(i, names.path(i), len(t.members), places[i]) for i, t in sorted(shown.items())}
    return {
        "nodes": list(cards.values()),
        "edges": [_edge(a, b, cards) for a, b, _ in sorted(tied) if a in cards and b in cards],
    }


def dump(value: Mapping[str, Any]) -> str:
    """As the app itself writes it: tabs, one node or edge a line, no newline at the end."""

    def block(items: Iterable[Any]) -> str:
        rows = [json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in items]
        return "[" + ",".join("\n\t\t" + row for row in rows) + ("\n\t]" if rows else "]")

    return '{\n\t"nodes":' + block(value["nodes"]) + ',\n\t"edges":' + block(value["edges"]) + "\n}"


def _card(topic: str, path: str, count: int, place: tuple[int, int]) -> dict[str, Any]:
    """Centred in its place of the grid, so that growing moves nothing else; on the 20 px grid of the app."""
    width = next(w for least, w in WIDTHS if count >= least)
    height = width * 7 // 10 // 20 * 20
    x = place[0] + (CELL[0] - width) // 40 * 20
    y = place[1] + (CELL[1] - height) // 40 * 20
    return {"id": _id("card", topic), "x": x, "y": y, "width": width, "height": height, "type": "file", "file": path}


def _edge(a: str, b: str, cards: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    one, other = cards[a], cards[b]
    dx = other["x"] + other["width"] // 2 - one["x"] - one["width"] // 2
    dy = other["y"] + other["height"] // 2 - one["y"] - one["height"] // 2
    if abs(dx) >= abs(dy):
        sides = ("right", "left") if dx >= 0 else ("left", "right")
    else:
        sides = ("bottom", "top") if dy >= 0 else ("top", "bottom")
    return {
        "id": _id("edge", a, b),
        "fromNode": one["id"],
        "fromSide": sides[0],
        "toNode": other["id"],
        "toSide": sides[1],
        "toEnd": "none",
    }


def _id(*parts: str) -> str:
    return sha256("\x1f".join(parts).encode()).hexdigest()[:16]
