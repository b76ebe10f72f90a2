"""A conversation's tree, from parents alone: the path a person saw and the alternatives beside it.

Only parents are trusted: some exports have no child lists, the first child is often an abandoned draft, and times lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Age = Callable[[str], Any]
"""Sort key of a node, greatest for the newest; ties fall to the node listed later."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Nodes off the shown path, in order; named after the first of them."""

    name: str
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """`path` from the root to the leaf last shown; `guessed` where the source does not say which leaf that was."""

    path: tuple[str, ...]
    guessed: bool
    branches: tuple[Branch, ...]


def unfold(parents: Mapping[str, str | None], current: object, age: Age) -> Tree:
    """The tree of nodes and their parents, whatever cycles, orphans and dangling parents it holds. Without a valid
    `current` the path ends at the newest leaf."""
    guessed = not isinstance(current, str) or current not in parents
    leaf = _newest_leaf(parents, age) if guessed else str(current)
    path: list[str] = []
    seen: set[str] = set()
    while leaf is not None and leaf in parents and leaf not in seen:
        seen.add(leaf)
        path.append(leaf)
        leaf = parents[leaf]
    path.reverse()
    return Tree(tuple(path), guessed, tuple(_branches(parents, seen, age)) if len(seen) < len(parents) else ())


def _newest_leaf(parents: Mapping[str, str | None], age: Age) -> str | None:
    named = set(parents.values())
    order = {key: place for place, key in enumerate(parents)}
    leaves = [key for key in parents if key not in named] or list(parents)
    return max(leaves, key=lambda key: (age(key), order[key]), default=None)


def _branches(parents: Mapping[str, str | None], shown: set[str], age: Age) -> Iterator[Branch]:
    """Every node off the path once: within a branch the newest child goes on, its elder siblings branch off again."""
    order = {key: (age(key), place) for place, key in enumerate(parents) if key not in shown}
    off = sorted(order, key=order.__getitem__)
    children: dict[str, list[str]] = {}
    starts: list[str] = []
    for key in off:
        parent = parents[key]
        if parent is None or parent in shown or parent not in parents:
            starts.append(key)
        else:
            children.setdefault(parent, []).append(key)
    done: set[str] = set()
    for start in [*starts, *off]:  # what no start reaches hangs in a cycle
        waiting = [start]
        while waiting:
            node: str | None = waiting.pop()
            nodes: list[str] = []
            while node is not None and node not in done:
                done.add(node)
                nodes.append(node)
                below = children.get(node, [])
                waiting.extend(reversed(below[:-1]))
                node = below[-1] if below else None
            if nodes:
                yield Branch(nodes[0], tuple(nodes))
