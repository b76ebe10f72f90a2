"""What each kind of evidence is worth on RealMem: all of it, then all but one, then words or vectors alone.

    python -m bench.search.ablation DATA CACHE

A persona's questions are searched in their whole history; sessions as documents, only those before the question count.
Beside them, what single sessions are remembered for, as a sentence and by its first words: a search for one thing.
The measures are recall, any, all, MRR and nDCG in the first ten; ± is 1.96 standard errors of the recall.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import date
from pathlib import Path

import numpy as np

from bench.search.realmem import Persona, Question, personas, short
from compiler import embed
from compiler.config import EmbedConfig
from compiler.embed import Embedder, Vectors
from compiler.search import Filters, Searcher
from compiler.search.fusion import Weights

FIRST = 10
TODAY = date(2026, 12, 1)
"""After the last session: what a question calls yesterday is none of the days asked about."""

Asked = tuple[Persona, list[Question]]


class Remembering:
    """An embedder that does each text once."""

    def __init__(self, inner: Embedder) -> None:
        self.inner, self.identity, self.dimension = inner, inner.identity, inner.dimension
        self.known: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        for text in texts:
            if text not in self.known:
                self.known[text] = self.inner.embed([text])[0]
        return np.array([self.known[text] for text in texts])


def measures(ranked: list[int], gold: frozenset[int]) -> tuple[float, float, float, float, float]:
    """Recall, any, all, reciprocal rank and nDCG of the first ten."""
    first = ranked[:FIRST]
    hits = [n for n, place in enumerate(first) if place in gold]
    ideal = sum(1 / math.log2(n + 2) for n in range(min(len(gold), FIRST)))
    gained = sum(1 / math.log2(n + 2) for n in hits)
    return (
        len(hits) / len(gold),
        float(bool(hits)),
        float(len(hits) == len(gold)),
        1 / (hits[0] + 1) if hits else 0.0,
        gained / ideal,
    )


def run(everyone: list[Asked], embedder: Embedder | None, weights: Weights) -> list[np.ndarray]:
    """Measures of every question, a table a persona."""
    tables = []
    for persona, questions in everyone:
        searcher = Searcher(persona.store, embedder, weights=weights, today=lambda: TODAY)
        rows = []
        for question in questions:
            asked = searcher.ask(question.text, Filters())
            ranked = [persona.place(asked.corpus.ids[n]) for n in asked.conversations]
            rows.append(measures([place for place in ranked if place < question.at], question.gold))
        tables.append(np.array(rows))
    return tables


def main() -> None:
    everyone = list(personas(Path(sys.argv[1]), Path(sys.argv[2])))
    embedder = Remembering(embed.load(EmbedConfig()))
    points = [(p, p.remembered(8)) for p in everyone]
    asked: dict[str, list[Asked]] = {
        "asked": [(p, p.questions) for p in everyone],
        "remembered": points,
        "first words": [(p, [replace(q, text=short(q.text)) for q in questions]) for p, questions in points],
    }
    whole = Weights()
    settings = [("all", embedder, whole), ("words alone", None, whole)]
    settings += [(f"without {f.name}", embedder, replace(whole, **{f.name: 0.0})) for f in fields(whole)]
    for name, using, weights in settings:
        for kind, questions in asked.items():
            tables = run(questions, using, weights)
            rows = np.concatenate(tables)
            recall, some, every, mrr, ndcg = rows.mean(axis=0)
            margin = 1.96 * rows[:, 0].std() / math.sqrt(len(rows))
            by_persona = " ".join(f"{table[:, 0].mean():.3f}/{table[:, 4].mean():.3f}" for table in tables)
            print(
                f"{name:28} {kind:12} n={len(rows)} r@10 {recall:.3f} ±{margin:.3f} any {some:.3f} all {every:.3f} "
                f"MRR {mrr:.3f} nDCG {ndcg:.3f} | r@10/nDCG {by_persona}",
                flush=True,
            )


if __name__ == "__main__":
    main()
