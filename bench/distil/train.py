"""Train the weights that ship with the compiler, on RealMem's gold memory points.

    python bench/distil/train.py BENCH [--write]

BENCH is the folder with `realmem/` and `measure.py`. A candidate counts as good by how close (MiniLM cosine) it comes
to a gold point of its own session. Features are centred within each session, because what has to be told apart are the
candidates of one session. Prints coverage and precision with one persona left out at a time, at most 8 lines a
session; `--write` trains on all of them and writes `compiler/passes/distil/weights.json`.
"""

import argparse
import json
import pathlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sessions import Embed, gold, personas
from sessions import sessions as read_sessions

from compiler.passes.distil import features, ranking, similarity, turns, units
from compiler.passes.distil.forms import presentable
from compiler.passes.distil.similarity import Floats, Vectors
from compiler.passes.distil.units import Unit

MATCH, STEEPNESS, RIDGE = 0.6, 20.0, 1.0


@dataclass
class Session:
    candidates: list[Unit]
    rows: Vectors
    matrix: Floats
    closeness: Floats  # gold by candidates
    shown: np.ndarray


def prepared(name: str, bench: pathlib.Path, embed: Embed) -> list[Session]:
    out = []
    for conversation, memory in read_sessions(name, bench):
        points = gold(memory, "Dynamic")
        if not memory:
            continue
        said = turns.read(conversation)
        found = units.candidates(said)
        rows = similarity.vectors([unit.tokens for unit in found], features.basic(found))
        close = (
            embed(points) @ embed([unit.text for unit in found]).T
            if points and found
            else np.zeros((len(points), len(found)))
        )
        shown = np.array([presentable(unit) for unit in found], bool)
        out.append(Session(found, rows, features.matrix(found, said, rows), close, shown))
    return out


def fitted(train: Sequence[Session]) -> tuple[Floats, float]:
    """Logistic regression by Newton's method on centred features and soft labels."""
    inputs, labels = [], []
    for session in train:
        if len(session.closeness) and session.shown.any():
            x = session.matrix[session.shown].astype(np.float64)
            inputs.append(x - x.mean(axis=0))
            labels.append(1 / (1 + np.exp(-(session.closeness.max(axis=0)[session.shown] - MATCH) * STEEPNESS)))
    x, y = np.vstack(inputs), np.concatenate(labels)
    spread = x.std(axis=0) + 1e-6
    z = np.c_[x / spread, np.ones(len(x))]
    ridge = np.eye(z.shape[1]) * RIDGE
    ridge[-1, -1] = 0
    b = np.zeros(z.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-z @ b))
        step = np.linalg.solve((z * (p * (1 - p))[:, None]).T @ z + ridge, z.T @ (p - y) + ridge @ b)
        b -= step
        if np.abs(step).max() < 1e-7:
            break
    weights = b[:-1] / spread
    mean = np.vstack([s.matrix[s.shown] for s in train]).mean(axis=0)
    return weights, float(b[-1] - weights @ mean)


def scored(sessions: Sequence[Session], weights: Floats, intercept: float) -> tuple[float, float]:
    """Coverage of gold and precision of what is chosen."""
    covered = points = good = lines = 0
    for session in sessions:
        score = np.round(session.matrix @ weights + intercept, 4)
        chosen = ranking.choose(session.candidates, score, session.rows, 8)
        points += len(session.closeness)
        lines += len(chosen)
        if len(session.closeness) and chosen:
            covered += int((session.closeness[:, chosen].max(axis=1) >= MATCH).sum())
            good += int((session.closeness[:, chosen].max(axis=0) >= MATCH).sum())
    return covered / max(1, points), good / max(1, lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    embed = Embed(args.bench)
    data = {name: prepared(name, args.bench, embed) for name in personas(args.bench)}
    for name in data:
        weights, intercept = fitted([s for other in data if other != name for s in data[other]])
        coverage, precision = scored(data[name], weights, intercept)
        print(f"{name} left out: coverage {coverage:.3f}, precision {precision:.3f}")
    if args.write:
        weights, intercept = fitted([s for name in data for s in data[name]])
        path = pathlib.Path(ranking.__file__).with_name("weights.json")
        version = json.loads(path.read_text())["version"] + 1 if path.exists() else 1
        named = {name: round(float(w), 4) for name, w in zip(features.NAMES, weights, strict=True)}
        path.write_text(
            json.dumps({"version": version, "intercept": round(intercept, 4), "weights": named}, indent=1) + "\n"
        )
        print(f"written: version {version}", file=sys.stderr)


if __name__ == "__main__":
    main()
