"""Damaged sources without end, for every adapter: none raises, hangs, or grows out of proportion.

    python -m bench.fuzz [--count 1000000] [--seed 1000] [--adapter NAME]... [--keep]

Counts are per adapter. With `--keep` every find is put below tests/adapters/finds/NAME/, where `make check` tries it
ever after. One line an adapter: cases, finds, the slowest case, the growth of memory.
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from adapters import ADAPTERS
from tests.adapters.examples import example
from tests.adapters.test_fuzz import FINDS, damage, read, said

SLOW_S = 1.0
GROWTH_MB = 200
MOST_TIMES = 8
"""So many times as much text may come out as there is: sub-agents and copies repeat some."""


@dataclass
class Score:
    """Finds are (seed, file, what happened)."""

    cases: int = 0
    finds: list[tuple[int, str, str]] = field(default_factory=list)
    slowest: float = 0.0
    growth_mb: int = 0

    def line(self, name: str) -> str:
        return (
            f"fuzz {name}: {self.cases} cases, {len(self.finds)} finds, "
            f"slowest {self.slowest:.2f} s, memory +{self.growth_mb} MB"
        )


def fuzz(name: str, first: int, count: int, keep: bool) -> Score:
    """Run seeds `first` to `first + count` on one adapter's example."""
    adapter = next(a for a in ADAPTERS if a.name == name)
    score = Score()
    with tempfile.TemporaryDirectory() as folder:
        root = example(name, Path(folder))
        files = sorted(path for path in root.rglob("*") if path.is_file() and path.stat().st_size)
        whole = {path: path.read_bytes() for path in files}
        read(adapter, root)
        before = _memory_mb()
        for seed in range(first, first + count):
            rng = random.Random(seed)
            path = rng.choice(files)
            path.write_bytes(broken := damage(whole[path], rng))
            began = time.process_time()
            try:
                text = sum(len(words) for _, words in said(read(adapter, root)).elements())
                what = "too much text" if text > MOST_TIMES * (len(broken) + sum(map(len, whole.values()))) else ""
            except Exception as error:
                what = repr(error)
            took = time.process_time() - began
            what = what or ("slow" if took > SLOW_S else "")
            if what:
                score.finds.append((seed, str(path.relative_to(root)), what))
                if keep:
                    _keep(name, seed, path.relative_to(root), broken)
            score.cases += 1
            score.slowest = max(score.slowest, took)
            path.write_bytes(whole[path])
        score.growth_mb = _memory_mb() - before
        if score.growth_mb > GROWTH_MB:
            score.finds.append((first, "", f"memory grew by {score.growth_mb} MB"))
    return score


def _keep(name: str, seed: int, path: Path, broken: bytes) -> None:
    target = FINDS / name / str(seed) / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(broken)


def _memory_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--adapter", action="append", choices=[adapter.name for adapter in ADAPTERS])
    parser.add_argument("--keep", action="store_true", help="put what was found among the tests")
    options = parser.parse_args()
    names = options.adapter or [adapter.name for adapter in ADAPTERS]
    with ProcessPoolExecutor(max_tasks_per_child=1) as pool:
        runs = {name: pool.submit(fuzz, name, options.seed, options.count, options.keep) for name in names}
        for name, run in runs.items():
            score = run.result()
            for seed, path, what in score.finds[:20]:
                print(f"    seed {seed}, {path}: {what}")
            print(score.line(name), flush=True)


if __name__ == "__main__":
    main()
