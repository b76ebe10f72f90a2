"""Something told from nothing in small stores: stretches of 12 and 40 consecutive sessions of each persona.

    python -m bench.search.small DATA CACHE

Prints, by size and kind of question, the share for which a search shows something and an answer is given.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bench.search.realmem import Persona, personas, short
from bench.search.relevance import OFF_TOPIC
from compiler import embed
from compiler.config import EmbedConfig
from compiler.search import Filters, Searcher
from compiler.search.relevance import features, is_answerable, is_found
from compiler.store.connection import open_store

STRETCHES = ((12, 0), (12, 100), (40, 60))
"""(sessions, the first one's place)."""


def questions(
    p: Persona, everyone: list[Persona], first: int, count: int
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """(kind, text, conversations left out)."""
    inside = range(first, first + count)
    for q in p.questions:
        if q.at in inside and min(q.gold) >= first:
            yield "own", q.text, (p.ids[q.at],)
    part = Persona(p.name, p.ids, p.sessions[first : first + count], [], p.store)
    for point in part.remembered(5):
        yield "remembered", point.text, ()
        yield "remembered, short", short(point.text), ()
    for text in OFF_TOPIC:
        yield "off topic", text, ()
    for other in everyone:
        if other is not p:
            yield from (("other persona", q.text, ()) for q in other.questions[::8])


def main() -> None:
    data, cache = Path(sys.argv[1]), Path(sys.argv[2])
    everyone = list(personas(data, cache))
    embedder = embed.load(EmbedConfig())
    told: dict[tuple[int, str], list[tuple[bool, bool]]] = {}
    for p in everyone:
        p.store.checkpoint()
        for count, first in STRETCHES:
            kept = tuple(p.ids[first : first + count])
            with tempfile.TemporaryDirectory() as scratch:
                path = Path(shutil.copy(p.store.path, scratch))
                with open_store(path) as store:
                    for table in ("chunks", "passages"):
                        marks = ",".join("?" * len(kept))
                        store.execute(f"DELETE FROM {table} WHERE conversation_id NOT IN ({marks})", kept)
                    searcher = Searcher(store, embedder)
                    for kind, text, without in questions(p, everyone, first, count):
                        found = features(searcher.ask(text, Filters(without=without)))
                        told.setdefault((count, kind), []).append((is_found(found), is_answerable(found)))
    for (count, kind), rows in sorted(told.items()):
        shown, answered = np.mean(rows, axis=0)
        print(f"{count} sessions, {kind:18} n={len(rows):4} found {shown:.3f}, answered {answered:.3f}")


if __name__ == "__main__":
    main()
