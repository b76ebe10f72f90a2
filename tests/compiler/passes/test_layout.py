"""The map: at most three ties a topic, places that do not overlap and stay."""

from __future__ import annotations

from collections import Counter

from compiler.passes.layout import CELL, MOST_EDGES, edges, free_place


def test_no_topic_has_more_than_three_ties_and_the_strongest_stay() -> None:
    """Ten topics that all share one entity, two of them three more."""
    shared = {f"t{n}": {"git": 5} for n in range(10)}
    shared["t3"] |= {"sqlite": 4, "uplot": 2, "litestream": 3}
    shared["t7"] |= {"sqlite": 4, "uplot": 2, "litestream": 3}
    found = edges(shared)
    degree = Counter(node for a, b, _ in found for node in (a, b))
    assert max(degree.values()) == MOST_EDGES
    assert found[0][:2] == ("t3", "t7")


def test_topics_that_share_nothing_are_not_tied() -> None:
    """No edge for the sake of an edge."""
    assert edges({"a": {"x": 1}, "b": {"y": 1}}) == []


def test_places_are_distinct_and_near_what_a_topic_is_tied_to() -> None:
    """A new one takes the free place beside its strongest tie; the others stay."""
    places: dict[str, tuple[int, int]] = {}
    for n in range(8):
        places[f"t{n}"] = free_place(f"t{n}", places, [])
    before = dict(places)
    new = free_place("new", places, [("new", "t4", 3.0)])
    assert places == before
    assert len({*places.values(), new}) == 9
    assert all(x % CELL[0] == 0 and y % CELL[1] == 0 for x, y in places.values())
