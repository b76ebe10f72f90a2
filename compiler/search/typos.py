"""Words that stand nowhere, corrected to the commonest word of the store one slip away (two in a long word)."""

from __future__ import annotations

from compiler.store import keywords
from compiler.store.connection import Store

SHORTEST = 5
LONG = 9


def corrections(store: Store, word: str) -> list[str]:
    """Stems of the store that the word may have been meant as, nearest first, then commonest. People rarely miss the
    first letter, so it must agree."""
    stems = keywords.stems(store, word)
    if len(stems) != 1 or len(stems[0]) < SHORTEST - 1 or len(word) < SHORTEST or any(c.isdigit() for c in word):
        return []
    stem = stems[0]
    allowed = 2 if len(word) >= LONG else 1
    near = [
        (distance, -count, candidate)
        for candidate, count in keywords.vocabulary(store, stem[0], len(stem) - allowed, len(stem) + allowed)
        if (distance := slips(stem, candidate, allowed)) <= allowed
    ]
    return [candidate for _, _, candidate in sorted(near)]


def slips(a: str, b: str, most: int) -> int:
    """Letters missed, added, swapped for another or for their neighbour (optimal string alignment); `most` + 1 as soon
    as it is more than that."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        two_before, before, row = before, row, [i]
        for j, y in enumerate(b, start=1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, two_before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
