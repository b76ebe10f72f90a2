"""Facts that a model finds to say the same: asked about by number, held against each other, kept as pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from compiler.embed import Vectors
from compiler.hashing import content_hash
from compiler.llm import Request, prompts
from compiler.llm.parsing import find_object
from compiler.passes import across

PROMPT = "facts"
MOST_GROUPS = 20
NEAR = 0.45
"""Cosine below which two facts are about different things, whatever a model says."""
_TOKENS = 400
_DENIED = re.compile(r"\b(?:not?|cannot|never|no longer|without|un(?:able|willing))\b|n['’]t\b", re.I)
_NAME = re.compile(r"(?<=\s)[A-Z][\w-]+")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "same": {
            "type": "array",
            "maxItems": MOST_GROUPS,
            "items": {"type": "array", "maxItems": 6, "items": {"type": "integer"}},
        }
    },
    "required": ["same"],
    "additionalProperties": False,
}


def signature(facts: Sequence[str]) -> str:
    """Changes when the facts or the way of asking do."""
    return content_hash([prompts.fingerprint(PROMPT), SCHEMA, list(facts)])


def question(facts: Sequence[str]) -> Request:
    system, user = prompts.render(PROMPT, facts=facts)
    return Request(system, user, _TOKENS, SCHEMA, PROMPT)


def read(answer: str, count: int) -> list[list[int]] | None:
    """Groups of places in a list of `count`, numbered from 1 in the answer; None where there is no answer to read. A
    number that is out of range or was in an earlier group is left out, and so is a group of one."""
    value = find_object(answer)
    if value is None or not isinstance(value.get("same"), list):
        return None
    taken: set[int] = set()
    groups = []
    for row in value["same"]:
        numbers = [n - 1 for n in row if type(n) is int] if isinstance(row, list) else []
        group = [n for n in dict.fromkeys(numbers) if 0 <= n < count and n not in taken]
        if len(group) > 1:
            taken.update(group)
            groups.append(group)
    return groups


def pairs(
    facts: Mapping[str, str], groups: Sequence[Sequence[int]], embed: Callable[[Sequence[str]], Vectors] | None
) -> dict[str, str]:
    """Entry → the entry it is one with, the better borne out of the two. `facts` entry → text, best borne out first."""
    entries, texts = list(facts), list(facts.values())
    out = {}
    for group in groups:
        first, *others = sorted(group)
        vectors = embed([texts[n] for n in (first, *others)]) if embed else None
        for row, other in enumerate(others, start=1):
            close = vectors is None or round(float(vectors[0] @ vectors[row]), 3) >= NEAR
            if close and _compatible(texts[first], texts[other]):
                out[entries[other]] = entries[first]
    return out


def _compatible(one: str, other: str) -> bool:
    """Whether two texts can say the same: neither denies what the other says, and no number or name stands against
    another."""
    names = [set(_NAME.findall(text)) for text in (one, other)]
    return (
        bool(_DENIED.search(one)) == bool(_DENIED.search(other))
        and across.numbers(one) == across.numbers(other)
        and (names[0] <= names[1] or names[1] <= names[0])
    )
