"""Proposing topics with a model: one question over a sample of titles; the notes say where each topic lies."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from compiler.embed import Vectors
from compiler.llm import Client, Reply, Request, prompts
from compiler.llm.base import Unreadable
from compiler.llm.parsing import find_object
from compiler.passes.topics.propose import SETTLED, Proposal, Proposer, Sampled, count_for

T = TypeVar("T")
LEAST, MOST = 8, 20
SAMPLE = 500
"""Notes, at most, evenly from the oldest to the newest."""
CHARACTERS = 8000
"""Of titles, so that they fit the context that notes fit."""
NEAR = 0.18
"""Cosine to a topic's words from which a note says where the topic lies."""
_TITLE = 80
_TOKENS = 900
_EMPTY = re.compile(
    r"\W*(?:general|misc\w*|other\w*|various|questions?|uncategori[sz]ed|unsorted|topics?|chats?)\W*", re.I
)
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "topics": {
            "type": "array",
            "maxItems": MOST,
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "maxLength": 40},
                    "about": {"type": "string", "maxLength": 120},
                },
                "required": ["name", "about"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["topics"],
    "additionalProperties": False,
}


def by_model(client: Client, embed: Callable[[Sequence[str]], Vectors], spent: Callable[[Reply], None]) -> Proposer:
    """A way of proposing. `spent` is told what the question cost. Raises the failures of `llm.base`."""

    def propose(sample: Sequence[Sampled], matrix: NDArray[np.float32], taken: frozenset[str]) -> list[Proposal]:
        request = question(sample, taken)
        reply = client.complete(request)
        spent(reply)
        named = read(reply.text, taken)
        if not named:
            raise Unreadable(f"{client.model} proposed no topics that could be read; the topics stay as they were.")
        return placed(named, embed([f"{name}: {about}" for name, about in named]), matrix, client.model)

    return propose


def question(sample: Sequence[Sampled], taken: frozenset[str]) -> Request:
    """Titles spread evenly over the sample, as many as fit."""
    titles = [s.title[:_TITLE] for s in _spread(sample, SAMPLE)]
    mean = max(1, sum(map(len, titles)) // max(1, len(titles)) + 3)
    most = min(MOST, max(2, count_for(len(sample)) + 2))
    system, user = prompts.render(
        "topics", titles=_spread(titles, CHARACTERS // mean), taken=sorted(taken), least=min(LEAST, most), most=most
    )
    return Request(system, user, _TOKENS, SCHEMA, "topics")


def read(answer: str, taken: frozenset[str]) -> list[tuple[str, str]]:
    """(name, what it is about) of each topic that says something and is not there yet."""
    rows = (find_object(answer) or {}).get("topics")
    out: dict[str, tuple[str, str]] = {}
    for row in rows if isinstance(rows, list) else []:
        fields = row if isinstance(row, dict) else {"name": row}
        name, about = (" ".join(v.split()) if isinstance(v := fields.get(k), str) else "" for k in ("name", "about"))
        key = name.casefold()
        if 1 < len(name) <= 40 and key not in taken and not _EMPTY.fullmatch(name):
            out.setdefault(key, (name, about))
    return list(out.values())[:MOST]


def placed(
    named: Sequence[tuple[str, str]], vectors: Vectors, matrix: NDArray[np.float32], maker: str
) -> list[Proposal]:
    """Topics with the direction of the notes nearest to their words, less what all notes share; largest first. A topic
    that no note is nearest to is left out."""
    products = np.round(matrix @ vectors.T, 3)
    nearest = np.where(products.max(axis=1) >= NEAR, products.argmax(axis=1), -1)
    overall = matrix.mean(axis=0) * np.float32(len(matrix) / (len(matrix) + SETTLED))
    found = []
    for n, (name, _) in enumerate(named):
        group = np.flatnonzero(nearest == n)
        if len(group):
            centre = matrix[group].mean(axis=0) - overall
            length = float(np.linalg.norm(centre))
            if length:
                found.append((len(group), Proposal(name, (centre / length).astype(np.float32), maker)))
    return [proposal for _, proposal in sorted(found, key=lambda pair: (-pair[0], pair[1].name))]


def _spread(rows: Sequence[T], most: int) -> list[T]:
    """At most so many, evenly from first to last."""
    if len(rows) <= most:
        return list(rows)
    return [rows[int(i)] for i in np.linspace(0, len(rows) - 1, most)]
