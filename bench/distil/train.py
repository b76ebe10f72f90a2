"""Train the weights that ship with the compiler, on RealMem's gold memory points.

    python bench/distil/train.py BENCH [--write]

BENCH is the folder with `realmem/` and `measure.py`. What is learned is the choice as it is made, one line at a time:
how much a candidate adds to the lines before it. A candidate counts by how close (MiniLM cosine) it comes to those gold
points of its session that no line has reached yet, and a little by how close it comes to any. The lines before it are
those that the weights of the round before choose. Features are centred within each session, because what has to be told
apart are the candidates of one session. Prints coverage and precision with one persona left out at a time, at most 8
lines a session; `--write` trains on all of them and writes `compiler/passes/distil/weights.json`.
"""

import argparse
import json
import pathlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from sessions import Embed, gold, personas
from sessions import sessions as read_sessions

from compiler.passes.distil import features, ranking, similarity, turns, units
from compiler.passes.distil.forms import presentable
from compiler.passes.distil.similarity import Floats, Vectors
from compiler.passes.distil.units import Unit

MATCH, STEEPNESS, RIDGE = 0.6, 20.0, 3.0
LINES = 8
OWN = 0.04
"""How much a line counts that reaches only what others reach: more of it is precision, less is coverage."""
ROUNDS, SETTLED = 6, 3
"""How often the choice is made and learned from, and the rounds, of the last, whose mean is kept."""


@dataclass
class Session:
    candidates: list[Unit]
    rows: Vectors
    matrix: Floats
    closeness: Floats  # gold by candidates
    shown: np.ndarray
    likeness: Floats  # candidates by candidates

    @property
    def reached(self) -> Floats:
        """The cosines as soft matches, 0..1."""
        return 1 / (1 + np.exp(-(self.closeness - MATCH) * STEEPNESS))


@dataclass(frozen=True)
class Learned:
    weights: Floats
    intercept: float
    diversity: float

    def score(self, session: Session) -> Floats:
        return np.round(session.matrix @ self.weights + self.intercept, 4)

    def choice(self, session: Session) -> list[int]:
        score = self.score(session)
        return ranking.choose(session.candidates, score, session.rows, LINES, loss=self.diversity)


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
        dense = rows.dense(range(len(found)))
        out.append(Session(found, rows, features.matrix(found, said, rows), close, shown, dense @ dense.T))
    return out


def steps(session: Session, chosen: Sequence[int]) -> Iterator[tuple[Floats, Floats]]:
    """Before each of the chosen lines: what the model sees of the candidates still open, and what each would add."""
    open_, reached = session.shown.copy(), session.reached
    likest = np.zeros(len(open_))
    covered = np.zeros(len(reached))
    x = session.matrix.astype(np.float64) - session.matrix[session.shown].mean(axis=0)
    for line in chosen:
        adds = np.minimum(1, np.maximum(0, reached - covered[:, None]).sum(axis=0))
        wanted = (1 - OWN) * adds + OWN * reached.max(axis=0)
        yield np.c_[x, -likest][open_], wanted[open_]
        open_ &= [not ranking.overlap(session.candidates[line], one) for one in session.candidates]
        likest = np.maximum(likest, session.likeness[line])
        open_ &= likest < ranking.SAME
        covered = np.maximum(covered, reached[:, line])


def logistic(x: Floats, y: Floats) -> tuple[Floats, float]:
    """Logistic regression on soft labels by Newton's method."""
    spread = x.std(axis=0) + 1e-6
    z = np.c_[x / spread, np.ones(len(x))]
    ridge = np.eye(z.shape[1]) * RIDGE
    ridge[-1, -1] = 0
    b = np.zeros(z.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-z @ b))
        weight = p * (1 - p) / LINES
        step = np.linalg.solve((z * weight[:, None]).T @ z + ridge, z.T @ (p - y) / LINES + ridge @ b)
        b -= step
        if np.abs(step).max() < 1e-6:
            break
    return b[:-1] / spread, float(b[-1])


def fitted(train: Sequence[Session]) -> Learned:
    """Weights for the choice that they themselves make; the intercept such that a score is the log odds of a match."""
    useful = [session for session in train if len(session.closeness) and session.shown.any()]
    matrix = np.vstack([session.matrix[session.shown] for session in useful])
    matched = np.concatenate([session.reached.max(axis=0)[session.shown] for session in useful]).mean()
    weights, learned = [], Learned(np.zeros(matrix.shape[1]), 0.0, 0.0)
    for _ in range(ROUNDS):
        seen = [step for session in useful for step in steps(session, learned.choice(session))]
        found, _ = logistic(np.vstack([x for x, _ in seen]), np.concatenate([y for _, y in seen]))
        weights.append(found)
        *mean, diversity = np.mean(weights[-SETTLED:], axis=0)
        learned = Learned(np.array(mean), calibrated(matrix @ mean, matched), float(diversity))
    return learned


def calibrated(scores: Floats, share: float) -> float:
    """The intercept with which scores as log odds say that this share matches."""
    low, high = -50.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if (1 / (1 + np.exp(-scores - middle))).mean() > share else (middle, high)
    return low


def scored(sessions: Sequence[Session], learned: Learned) -> tuple[float, float]:
    """Coverage of gold and precision of what is chosen."""
    covered = points = good = lines = 0
    for session in sessions:
        chosen = learned.choice(session)
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
        coverage, precision = scored(data[name], fitted([s for other in data if other != name for s in data[other]]))
        print(f"{name} left out: coverage {coverage:.3f}, precision {precision:.3f}")
    if args.write:
        learned = fitted([s for name in data for s in data[name]])
        path = pathlib.Path(ranking.__file__).with_name("weights.json")
        version = json.loads(path.read_text())["version"] + 1 if path.exists() else 1
        named = {name: round(float(w), 4) for name, w in zip(features.NAMES, learned.weights, strict=True)}
        numbers = {"intercept": round(learned.intercept, 4), "diversity": round(learned.diversity, 4)}
        path.write_text(json.dumps({"version": version, **numbers, "weights": named}, indent=1) + "\n")
        print(f"written: version {version}", file=sys.stderr)


if __name__ == "__main__":
    main()
