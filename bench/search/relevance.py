"""How well "there is something about this" is told from "there is nothing", and the weights that tell it.

    python -m bench.search.relevance DATA CACHE

Answerable: a persona's own questions with the session they were asked in left out, what a session is remembered for,
and the first four words of that, as people type them into a search box. Not answerable: another persona's questions,
questions about nothing in any history, and (near) own questions with their project and every gold session left out.
Weights are fitted on the other personas and judged on the one left out; AUC, and the share of the unanswerable that is
turned away while 95 % of the answerable are kept.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bench.search.realmem import Persona, personas, short
from compiler import embed
from compiler.config import EmbedConfig
from compiler.search import Filters, Searcher
from compiler.search.relevance import FEATURES, features, is_answerable, is_found

ANSWERABLE = ("own", "remembered", "remembered, short")
OFF_TOPIC = Path(__file__).with_name("off_topic.txt").read_text("utf-8").splitlines()


def project(session: Mapping[str, Any]) -> str:
    return str(session["session_identifier"]).split(":")[0]


def sample(everyone: list[Persona], with_vectors: bool) -> dict[str, list[tuple[str, np.ndarray]]]:
    """Kind of question → (persona, features)."""
    embedder = embed.load(EmbedConfig()) if with_vectors else None
    out: dict[str, list[tuple[str, np.ndarray]]] = {}
    for p in everyone:
        searcher = Searcher(p.store, embedder)

        def ask(kind: str, text: str, without: set[str], p: Persona = p, searcher: Searcher = searcher) -> None:
            asked = searcher.ask(text, Filters(without=tuple(sorted(without))))
            out.setdefault(kind, []).append((p.name, np.array(features(asked))))

        for point in p.remembered(8):
            ask("remembered", point.text, set())
            ask("remembered, short", short(point.text), set())
        for q in p.questions[::2]:
            own = {p.ids[q.at]}
            ask("own", q.text, own)
            near = {p.ids[n] for n, s in enumerate(p.sessions) if project(s) == project(p.sessions[q.at])}
            ask("near", q.text, own | near | {p.ids[g] for g in q.gold})
        for other in everyone:
            if other is not p:
                for q in other.questions[::4]:
                    ask("other persona", q.text, set())
        for text in OFF_TOPIC:
            ask("off topic", text, set())
    return out


def fit(x: np.ndarray, y: np.ndarray, steps: int = 4000) -> np.ndarray:
    """Logistic regression, both classes weighing the same; a bias last."""
    x = np.c_[x, np.ones(len(x))]
    weight = np.where(y, 0.5 / y.mean(), 0.5 / (1 - y.mean()))
    w = np.zeros(x.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-x @ w))
        w += 1.0 * (x.T @ (weight * (y - p))) / len(y) - 1e-5 * w
    return w


def auc(positive: np.ndarray, negative: np.ndarray) -> float:
    both = np.concatenate([positive, negative])
    ranks = both.argsort().argsort() + 1
    n = len(positive)
    return float((ranks[:n].sum() - n * (n + 1) / 2) / (n * len(negative)))


def main() -> None:
    everyone = list(personas(Path(sys.argv[1]), Path(sys.argv[2])))
    for with_vectors in (True, False):
        data = sample(everyone, with_vectors)
        columns = list(range(len(FEATURES))) if with_vectors else [2, 3, 4]
        scored: dict[str, list[float]] = {}
        for p in everyone:
            kinds = (*ANSWERABLE, "other persona", "off topic")
            rows = [(f[columns], kind in ANSWERABLE) for kind in kinds for n, f in data[kind] if n != p.name]
            w = fit(np.array([r for r, _ in rows]), np.array([float(y) for _, y in rows]))
            for kind, held in data.items():
                scored.setdefault(kind, []).extend(float(np.r_[f[columns], 1] @ w) for n, f in held if n == p.name)
        kinds = (*ANSWERABLE, "other persona", "off topic")
        rows = [(f[columns], kind in ANSWERABLE) for kind in kinds for _, f in data[kind]]
        w = fit(np.array([r for r, _ in rows]), np.array([float(y) for _, y in rows]))
        print("with vectors" if with_vectors else "words alone", "weights", np.round(w, 2).tolist())
        own = np.concatenate([scored[kind] for kind in ANSWERABLE])
        cuts = np.quantile(own, [0.005, 0.01, 0.05])
        print("  logit keeping 99.5, 99, 95 % of own:", np.round(cuts, 2).tolist())
        for kind, values in scored.items():
            v = np.array(values)
            away = ", ".join(f"{(v < c).mean():.3f}" for c in cuts)
            print(f"  {kind:18} n={len(v):4} AUC against own {auc(own, v):.3f}, turned away {away}", end="")
            shipped = [f.tolist() for _, f in data[kind]]
            found, answered = np.mean([is_found(f) for f in shipped]), np.mean([is_answerable(f) for f in shipped])
            print(f"; as shipped: a search shows {found:.3f}, an answer is given to {answered:.3f}")


if __name__ == "__main__":
    main()
