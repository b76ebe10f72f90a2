"""Named things over all conversations: one entity whatever its spelling, under the name it usually has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby

from compiler.hashing import content_hash
from compiler.passes import across
from compiler.passes.base import PassContext, PassUnit
from compiler.store import entities
from compiler.store.entities import Named


class Entities:
    """One unit for the whole store, over the mentions of every note."""

    name = "entities"
    version = 1

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        return across.unit(ctx, self.version, "marks")

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        counts = entities.counts(ctx.store)
        forms = entities.forms(ctx.store)
        made = [named(key, [f[1:] for f in rows], counts[key]) for key, rows in groupby(forms, key=lambda f: f[0])]
        entities.replace(ctx.store, made)
        return content_hash([[(n.key, n.name, n.type) for n in made], entities.mentions(ctx.store)])

    def forget(self, ctx: PassContext, key: str) -> None:
        entities.replace(ctx.store, ())


def named(key: str, forms: list[tuple[str, str, int]], conversations: int) -> Named:
    """The spelling and the type that most conversations use; a type that says something outranks `other`, and what is a
    note of the person's is that."""
    names, types = Counter[str](), Counter[str]()
    for name, type_, count in forms:
        names[name] += count
        types[type_] += count
    own = [name for name, type_, _ in forms if type_ == "note"]
    name = min(own or names, key=lambda n: (-names[n], n == n.lower(), n))
    kind = "note" if own else min(types, key=lambda t: (t == "other", -types[t], t))
    return Named(key, name, kind, conversations)
