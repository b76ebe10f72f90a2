"""Proposing topics without a model: clusters of notes, each under a name that a person would choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from compiler.hashing import short_id
from compiler.passes.topics.cluster import cluster
from compiler.passes.topics.names import name_groups
from compiler.text.words import terms, words

MOST = 20
WORDS = 0.8
"""Weight of the words beside the vectors when notes are grouped: names and terms that a sentence vector blurs. It
raised NMI by .05 to .10 on three labelled histories (`bench.corpus --labelled`)."""
PROJECT = 3.0
"""Weight of a shared project among the words."""
VOCABULARY = 1500
MOST_READ = 4000
"""Conversations that a proposal is made from, spread evenly over all: more would tell no other topics, but their words
alone would take 6 kB of memory each, several times over."""
COHESION = 0.16
"""Mean cosine between a cluster's notes below which it is no topic but what was left over."""
ONE_TOPIC = 0.8
"""Cosine of two clusters' directions from which they are one topic, however their words differ."""
SETTLED = 10
"""With so many conversations half of what they share is taken to be common to all, not to a topic; more with more."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """A conversation as a proposal sees it; `project` "" where it has none."""

    title: str
    summary: str
    entities: tuple[str, ...] = ()
    project: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A topic's name, the direction that conversations are compared with, and who named it: `rules` or a model."""

    name: str
    direction: NDArray[np.float32]
    maker: str = "rules"


Proposer = Callable[[Sequence[Sampled], NDArray[np.float32], frozenset[str]], Sequence[Proposal]]
"""(conversations, their vectors, names already taken, in lower case) → proposals, most important first."""


def by_rules(sample: Sequence[Sampled], matrix: NDArray[np.float32], taken: frozenset[str]) -> list[Proposal]:
    """One proposal a cluster, largest first; clusters too small to be a topic are left to their neighbours.

    A direction is what sets a cluster apart: its mean less the mean of all, so that what all notes share counts for no
    topic and what fits none stays unsorted."""
    if len(sample) > MOST_READ:
        spread = np.linspace(0, len(sample) - 1, MOST_READ).round().astype(np.int64)
        sample, matrix = [sample[n] for n in spread], matrix[spread]
    labels = cluster(features(sample, matrix), count_for(len(sample)))
    overall = matrix.mean(axis=0) * np.float32(len(sample) / (len(sample) + SETTLED))
    least = 2 if len(sample) < 40 else max(3, len(sample) // 100)
    groups: list[list[int]] = []

    def direction(group: list[int]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = _unit(matrix[group].mean(axis=0, keepdims=True) - overall)[0]
        return found

    for label in np.lexsort((np.arange(labels.max() + 1), -np.bincount(labels))):
        group = np.flatnonzero(labels == label).tolist()
        if len(group) < least or _closeness(matrix[group]) < COHESION:
            continue
        near = [round(float(direction(group) @ direction(other)), 3) for other in groups]
        if near and max(near) >= ONE_TOPIC:
            groups[near.index(max(near))] += group
        else:
            groups.append(group)
    directions = [direction(group) for group in groups]
    named = name_groups(sample, groups, taken)
    return [Proposal(name, direction) for name, direction in zip(named, directions, strict=True) if name]


def features(sample: Sequence[Sampled], matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """What is clustered: each note's vector without what all share, beside its words by how much they tell. A project
    counts as a word."""
    found = [
        {*terms(words(f"{s.title} {s.summary}")), *([f"project {s.project}"] if s.project else [])} for s in sample
    ]
    counts = Counter(term for one in found for term in one)
    most = (0.3 if len(sample) >= 40 else 0.6) * len(sample)
    telling = sorted((t for t, c in counts.items() if 2 <= c <= most or t.startswith("project ")),
                     key=lambda t: (-counts[t], t))[:VOCABULARY]  # fmt: skip
    column = {term: n for n, term in enumerate(telling)}
    bag = np.zeros((len(sample), len(telling)), dtype=np.float32)
    for row, one in enumerate(found):
        for term in one & column.keys():
            bag[row, column[term]] = log(1 + len(sample) / counts[term]) * (
                PROJECT if term.startswith("project ") else 1
            )
    return np.hstack([_unit(matrix - matrix.mean(axis=0)), WORDS * _unit(bag)])


def _closeness(rows: NDArray[np.float32]) -> float:
    """Mean cosine over all pairs of different rows."""
    whole, n = rows.sum(axis=0), len(rows)
    return round((float(whole @ whole) - n) / (n * (n - 1)), 3) if n > 1 else 0.0


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths == 0, 1, lengths)).astype(np.float32)


def count_for(conversations: int) -> int:
    """How many groups that many conversations are cut into: 6 for 16, 8 for 100, 17 for 1,000, at most 20. Of few, some
    are a group of one, and no topic."""
    return int(min(MOST, max(2, round(1.7 * conversations ** (1 / 3)), min(8, round(conversations / 2.5)))))


def topic_id(name: str) -> str:
    """A topic's id, from the name it was first given."""
    return "topic:" + short_id(name.casefold(), digits=10)
