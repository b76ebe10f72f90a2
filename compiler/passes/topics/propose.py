"""Proposing topics without a model: clusters of notes, each under a name that a person would choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from compiler.hashing import short_id
from compiler.passes.topics.cluster import cluster
from compiler.passes.topics.names import name_groups

MOST = 20


@dataclass(frozen=True, slots=True)
class Sampled:
    """A conversation as a proposal sees it; `project` "" where it has none."""

    title: str
    summary: str
    entities: tuple[str, ...] = ()
    project: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A topic's name and the direction that conversations are compared with."""

    name: str
    direction: NDArray[np.float32]


Proposer = Callable[[Sequence[Sampled], NDArray[np.float32], frozenset[str]], Sequence[Proposal]]
"""(conversations, their vectors, names already taken, in lower case) → proposals, most important first."""


def by_rules(sample: Sequence[Sampled], matrix: NDArray[np.float32], taken: frozenset[str]) -> list[Proposal]:
    """One proposal a cluster, largest first; clusters too small to be a topic are left to their neighbours."""
    labels = cluster(matrix, count_for(len(sample)))
    sizes = np.bincount(labels)
    least = 2 if len(sample) < 40 else max(3, len(sample) // 100)
    groups = [np.flatnonzero(labels == n) for n in np.lexsort((np.arange(len(sizes)), -sizes)) if sizes[n] >= least]
    named = name_groups(sample, [g.tolist() for g in groups], taken)
    out = []
    for name, group in zip(named, groups, strict=True):
        if name:
            mean = matrix[group].mean(axis=0)
            out.append(Proposal(name, (mean / (np.linalg.norm(mean) or 1.0)).astype(np.float32)))
    return out


def count_for(conversations: int) -> int:
    """How many topics that many conversations deserve: 4 for 16, 8 for 100, 17 for 1,000, at most 20."""
    return int(max(2, min(MOST, round(1.7 * conversations ** (1 / 3)))))


def topic_id(name: str) -> str:
    """A topic's id, from the name it was first given."""
    return "topic:" + short_id(name.casefold(), digits=10)
