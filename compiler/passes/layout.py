"""Where topics lie on the map: a place on a grid, given once and kept. Near what it shares most entities with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import log

from compiler.hashing import content_hash
from compiler.passes import across
from compiler.passes.base import PassContext, PassUnit
from compiler.store import entities, topics

CELL = (560, 400)
"""Width and height of a place, in pixels: larger than the largest card with the gap around it."""
MOST_EDGES = 3
Edge = tuple[str, str, float]


class Layout:
    """One unit for the whole store, over topics and the entities they share."""

    name = "layout"
    version = 1

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        return across.unit(ctx, self.version, "topics", "entities")

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        standing = topics.all_topics(ctx.store)
        topic_of = {cid: topic for cid, (topic, _) in topics.assignments(ctx.store).items() if topic}
        places = dict(topics.places(ctx.store))
        if new := [t.id for t in standing if t.id not in places]:
            shared: dict[str, Counter[str]] = {t.id: Counter() for t in standing}
            for key, cid in entities.mentions(ctx.store):
                if cid in topic_of:
                    shared[topic_of[cid]][key] += 1
            size = Counter(topic_of.values())
            for topic in sorted(new, key=lambda t: (-size[t], t)):
                places[topic] = free_place(topic, places, edges(shared))
                topics.put_place(ctx.store, topic, *places[topic])
        return content_hash(sorted(places.items()))

    def forget(self, ctx: PassContext, key: str) -> None:
        """Places are kept: a topic that comes back lies where it lay."""


def edges(shared: Mapping[str, Mapping[str, int]]) -> list[Edge]:
    """Node → its entities with counts → the strongest ties (a, b, weight), at most three a node, strongest first.

    An entity ties two nodes by the smaller of its shares there, the more the fewer nodes have it."""
    having: dict[str, list[str]] = {}
    for node, found in sorted(shared.items()):
        for key in found:
            having.setdefault(key, []).append(node)
    weights: dict[tuple[str, str], float] = {}
    for key, nodes in sorted(having.items()):
        rare = log(1 + len(shared) / len(nodes))
        for a, b in combinations(nodes, 2):
            weights[a, b] = weights.get((a, b), 0.0) + rare * log(1 + min(shared[a][key], shared[b][key]))
    degree = Counter[str]()
    out: list[Edge] = []
    for (a, b), weight in sorted(weights.items(), key=lambda item: (-round(item[1], 4), item[0])):
        if degree[a] < MOST_EDGES and degree[b] < MOST_EDGES:
            degree.update((a, b))
            out.append((a, b, round(weight, 4)))
    return out


def _covered(x: int, y: int) -> set[tuple[int, int]]:
    """The places that a card lies on: one, or up to four where the person moved it."""
    columns, rows = (x // CELL[0], (x - 1) // CELL[0] + 1), (y // CELL[1], (y - 1) // CELL[1] + 1)
    return {(column, row) for column in columns for row in rows}


def free_place(card: str, places: Mapping[str, tuple[int, int]], ties: Sequence[Edge]) -> tuple[int, int]:
    """The free place of the grid that is nearest to the card's ties; the map grows as a square. In pixels."""
    taken = {cell for x, y in places.values() for cell in _covered(x, y)}
    side = 1
    while sum(c < side and r < side for c, r in taken if c >= 0 and r >= 0) >= side * side:
        side += 1
    pull = [(places[b if a == card else a], weight) for a, b, weight in ties
            if card in (a, b) and (b if a == card else a) in places]  # fmt: skip

    def cost(cell: tuple[int, int]) -> tuple[float, int, int]:
        away = sum(w * (abs(cell[0] - x // CELL[0]) + abs(cell[1] - y // CELL[1])) for (x, y), w in pull)
        return round(away, 4), cell[1], cell[0]

    free = [(c, r) for r in range(side) for c in range(side) if (c, r) not in taken]
    column, row = min(free, key=cost)
    return column * CELL[0], row * CELL[1]
