"""Ids that last: the lines of a re-made note keep the ids of the lines they continue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler.hashing import short_id
from compiler.records import Item, ItemKind
from compiler.text.words import terms, words

PREFIX: dict[ItemKind, str] = {"decision": "d-", "fact": "f-", "loop": "l-", "key_point": "k-"}
ALIKE = 0.5
"""Share of common terms (of all in either) from which two texts on the same evidence are one line."""


def item_id(kind: ItemKind, conversation_id: str, evidence: str, ordinal: int) -> str:
    """`d-`, `f-`, `l-` or `k-` and 12 hex digits; `ordinal` counts lines of a kind with the same first evidence."""
    return PREFIX[kind] + short_id(kind, conversation_id, evidence, str(ordinal), digits=12)


def match_items(old: Sequence[Item], new: Sequence[Item]) -> tuple[Item, ...]:
    """The new items, with the id of the old item of the same kind that shares evidence and says about the same; the
    closest pairs first. An id that an old item has given away is not used by another new one."""
    pairs = sorted(
        (
            (-closeness, i, j)
            for i, made in enumerate(new)
            for j, was in enumerate(old)
            if made.kind == was.kind
            and set(made.evidence) & set(was.evidence)
            and (closeness := alike(made.text, was.text)) >= ALIKE
        )
    )
    ids: dict[int, str] = {}
    used: set[int] = set()
    for _, i, j in pairs:
        if i not in ids and j not in used:
            ids[i] = old[j].id
            used.add(j)
    taken = set(ids.values())
    out: list[Item] = []
    for i, made in enumerate(new):
        identity = ids.get(i) or made.id
        ordinal = 1000
        while i not in ids and identity in taken:
            conversation = made.evidence[0].split("#", 1)[0]
            identity = item_id(made.kind, conversation, made.evidence[0], ordinal)
            ordinal += 1
        taken.add(identity)
        out.append(replace(made, id=identity))
    return tuple(out)


def alike(one: str, other: str) -> float:
    """Jaccard similarity of the terms of two texts."""
    a, b = set(terms(words(one))), set(terms(words(other)))
    return len(a & b) / len(a | b) if a | b else float(one == other)
