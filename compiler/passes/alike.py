"""Which marks say about the same, across the whole store: exact over sets of terms, without comparing every pair.

Two sets can only share so much if they share one of their rarest terms (prefix filtering: Chaudhuri, Ganti and Kaushik,
2006), so each new set is compared with the few that do. What is alike depends on the two sets alone: the order in which
conversations came in does not matter, and what was compared once is not compared again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

import numpy as np
from numpy.typing import NDArray

from compiler.hashing import content_hash
from compiler.passes import across
from compiler.passes.base import PassContext, PassUnit
from compiler.store import marks
from compiler.store.connection import Store
from compiler.store.marks import Pair, Terms

SAME = 0.75
"""Two decisions, loops or facts are one from this share of common terms (of all in either): a word replaced by another
in a short text makes another matter."""
HELD = 0.6
"""A statement may finish a loop from this share of the loop's terms."""
LEAST = 2
"""So many terms must be common, however short the texts."""
LONGEST = 64
"""Terms of a text that are looked at: a wall of text is no decision."""
KINDS = ("decision", "fact", "loop")


class Alike:
    """One unit for the whole store; keeps what it found before."""

    name = "alike"
    version = 1

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        return across.unit(ctx, self.version, "marks")

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        found = {kind: _Index(*marks.keys(ctx.store, kind)) for kind in (*KINDS, "done")}
        new = {kind: _new(ctx.store, kind, index.keys) for kind, index in found.items()}
        made = []
        for kind in KINDS:
            index = found[kind]
            pairs = [(min(a, b), max(a, b), s) for i in new[kind] for a, b, s in index.like(index, i, both=True)]
            marks.add_alike(ctx.store, kind, sorted(set(pairs)), [index.keys[i] for i in new[kind]])
            made.append(sorted(set(pairs)))
        loops, done = found["loop"], found["done"]
        old = frozenset(range(len(loops.keys))) - frozenset(new["loop"])
        closing = [pair for i in new["loop"] for pair in done.like(loops, i, both=False)]
        if old:
            closing += [pair for i in new["done"] for pair in loops.held_by(done, i, old)]
        marks.add_alike(ctx.store, "done", sorted(set(closing)), [done.keys[i] for i in new["done"]])
        return content_hash([unit.fingerprint, made, sorted(set(closing))])

    def forget(self, ctx: PassContext, key: str) -> None:
        for kind in (*KINDS, "done"):
            marks.forget_keys(ctx.store, kind, marks.compared(ctx.store, kind))


def _new(store: Store, kind: str, keys: Sequence[str]) -> list[int]:
    """The places of keys never compared; keys that no mark has any more are forgotten."""
    known = marks.compared(store, kind)
    marks.forget_keys(store, kind, sorted(known.difference(keys)))
    return [n for n, key in enumerate(keys) if key not in known]


class _Index:
    """Sets of terms with, for each term, the sets that hold it."""

    def __init__(self, keys: list[str], sets: list[Terms]) -> None:
        self.keys = keys
        self.sets = [s[:LONGEST] for s in sets]
        self.sizes = np.array([len(s) for s in self.sets], dtype=np.int64)
        flat = np.concatenate(self.sets) if self.sets else np.zeros(0, dtype=np.uint32)
        owners = np.repeat(np.arange(len(self.sets)), self.sizes)
        order = np.argsort(flat, kind="stable")
        self.terms, self.owners = flat[order], owners[order]

    def like(self, other: _Index, i: int, *, both: bool) -> Iterator[Pair]:
        """(key of set `i` of `other`, key of a set here, share) that share enough: of all terms in either, or with
        `both` false, of set `i`'s own terms."""
        mine, enough = other.sets[i], SAME if both else HELD
        low, high = np.searchsorted(self.terms, mine, "left"), np.searchsorted(self.terms, mine, "right")
        rarest = np.argsort(high - low, kind="stable")
        keep = len(mine) - ceil(enough * len(mine)) + 1
        rows = np.unique(np.concatenate([self.owners[low[t] : high[t]] for t in rarest[:keep]] or [_NONE]))
        if both:
            sizes = self.sizes[rows]
            rows = rows[(rows != i) & (np.minimum(sizes, len(mine)) >= enough * np.maximum(sizes, len(mine)))]
        if not len(rows):
            return
        shared = np.zeros(len(rows), dtype=np.int64)
        for t in rarest:
            shared += np.isin(rows, self.owners[low[t] : high[t]], assume_unique=True)
        share = shared / (self.sizes[rows] + len(mine) - shared if both else len(mine))
        for n in np.flatnonzero((share >= enough) & (shared >= LEAST)):
            yield other.keys[i], self.keys[rows[n]], round(float(share[n]), 3)

    def held_by(self, other: _Index, i: int, among: frozenset[int]) -> Iterator[Pair]:
        """(key of a set here, key of set `i` of `other`, share) where the latter holds enough of the former's terms."""
        mine = other.sets[i]
        low, high = np.searchsorted(self.terms, mine, "left"), np.searchsorted(self.terms, mine, "right")
        hits = np.concatenate([self.owners[a:b] for a, b in zip(low, high, strict=True)] or [_NONE])
        rows, shared = np.unique(hits, return_counts=True)
        share = shared / self.sizes[rows]
        for n in np.flatnonzero((share >= HELD) & (shared >= LEAST)):
            if int(rows[n]) in among:
                yield self.keys[rows[n]], other.keys[i], round(float(share[n]), 3)


_NONE: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
