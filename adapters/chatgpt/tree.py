"""From a conversation's `mapping` to the path a person saw and the alternatives beside it.

Only `parent` is trusted: slim exports have no `children`, `children[0]` is often an abandoned draft, and times lie
(a reasoning recap is stamped later than the answer it precedes).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adapters._reading import fields


@dataclass(frozen=True, slots=True)
class Branch:
    """Nodes off the shown path, in order; named after the first of them."""

    name: str
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """`path` from the root to the leaf last shown; `guessed` where the export does not say which leaf that was."""

    path: tuple[str, ...]
    guessed: bool
    branches: tuple[Branch, ...]


def unfold(mapping: Mapping[str, Any], current: Any) -> Tree:
    """The tree of a `mapping`, whatever cycles, orphans and dangling parents it holds."""
    parents = {key: _parent(node) for key, node in mapping.items()}
    guessed = not isinstance(current, str) or current not in parents
    leaf = _newest_leaf(mapping, parents) if guessed else current
    path: list[str] = []
    seen: set[str] = set()
    while leaf is not None and leaf in parents and leaf not in seen:
        seen.add(leaf)
        path.append(leaf)
        leaf = parents[leaf]
    path.reverse()
    return Tree(tuple(path), guessed, tuple(_branches(mapping, parents, seen)) if len(seen) < len(mapping) else ())


def _parent(node: Any) -> str | None:
    parent = node.get("parent") if isinstance(node, dict) else None
    return parent if isinstance(parent, str) else None


def _time(mapping: Mapping[str, Any], key: str) -> float:
    message = fields.mapping(fields.mapping(mapping[key]).get("message"))
    return fields.number(message.get("create_time")) or 0.0


def _newest_leaf(mapping: Mapping[str, Any], parents: Mapping[str, str | None]) -> str | None:
    named = set(parents.values())
    order = {key: place for place, key in enumerate(parents)}
    leaves = [key for key in parents if key not in named] or list(parents)
    return max(leaves, key=lambda key: (_time(mapping, key), order[key]), default=None)


def _branches(mapping: Mapping[str, Any], parents: Mapping[str, str | None], shown: set[str]) -> Iterator[Branch]:
    """Every node off the path once: within a branch the newest child goes on, its elder siblings branch off again."""
    order = {key: (_time(mapping, key), place) for place, key in enumerate(parents)}
    off = sorted((key for key in parents if key not in shown), key=order.__getitem__)
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
