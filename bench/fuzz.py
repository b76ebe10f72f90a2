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
from compiler.records import Adapter
from tests.adapters.damaging import damage
from tests.adapters.test_fuzz import FINDS, MOST_TIMES, holding, read, said

SLOW_S = 1.0
GROWTH_MB = 200
BLOCK = 10_000
"""Cases a process: so the cores share one adapter's cases, and memory is told of that many."""
MEMORY_DISK = Path("/dev/shm")


@dataclass
class Score:
    """Finds are (seed, file, what happened)."""

    cases: int = 0
    finds: list[tuple[int, str, str]] = field(default_factory=list)
    slowest: float = 0.0
    growth_mb: int = 0

    def add(self, other: Score) -> None:
        self.cases += other.cases
        self.finds += other.finds
        self.slowest = max(self.slowest, other.slowest)
        self.growth_mb = max(self.growth_mb, other.growth_mb)

    def line(self, name: str) -> str:
        return (
            f"fuzz {name}: {self.cases} cases, {len(self.finds)} finds, "
            f"slowest {self.slowest:.2f} s, memory +{self.growth_mb} MB"
        )


def fuzz(name: str, first: int, count: int, keep: bool) -> Score:
    """Run seeds `first` to `first + count` on one adapter's examples."""
    adapter = next(a for a in ADAPTERS if a.name == name)
    score = Score()
    with tempfile.TemporaryDirectory(dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None) as folder:
        files = holding(name, Path(folder))
        paths = list(files)
        most = sum(len(data) for _, data in files.values())
        for root in {root for root, _ in files.values()}:
            read(adapter, root)
        before = _memory_mb()
        for seed in range(first, first + count):
            rng = random.Random(seed)
            path = rng.choice(paths)
            root, whole = files[path]
            path.write_bytes(broken := damage(whole, rng))
            took, what = _harm(adapter, root, MOST_TIMES * (len(broken) + most))
            if what:
                place = path.relative_to(root)
                score.finds.append((seed, str(place), what))
                if keep:
                    _keep(name, seed, place, broken)
            score.cases += 1
            score.slowest = max(score.slowest, took)
            path.write_bytes(whole)
        score.growth_mb = _memory_mb() - before
        if score.growth_mb > GROWTH_MB:
            score.finds.append((first, "", f"memory grew by {score.growth_mb} MB"))
    return score


def _harm(adapter: Adapter, root: Path, most: int) -> tuple[float, str]:
    """(seconds, what is wrong with how a root is read, if anything). What is slow by the clock is read again and
    measured in time of the processor, which is dear to ask for."""
    began = time.monotonic()
    try:
        text = sum(len(words) for _, words in said(read(adapter, root)).elements())
    except Exception as error:
        return 0.0, repr(error)
    took = time.monotonic() - began
    if took > SLOW_S / 4:
        began = time.process_time()
        read(adapter, root)
        took = time.process_time() - began
    if took > SLOW_S:
        return took, "slow"
    return took, "too much text" if text > most else ""


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
    parser.add_argument("--processes", type=int, help="as many as there are cores")
    options = parser.parse_args()
    end = options.seed + options.count
    with ProcessPoolExecutor(options.processes, max_tasks_per_child=1) as pool:
        runs = {
            name: [
                pool.submit(fuzz, name, first, min(BLOCK, end - first), options.keep)
                for first in range(options.seed, end, BLOCK)
            ]
            for name in options.adapter or [adapter.name for adapter in ADAPTERS]
        }
        for name, blocks in runs.items():
            score = Score()
            for block in blocks:
                score.add(block.result())
            for seed, path, what in score.finds[:20]:
                print(f"    seed {seed}, {path}: {what}")
            print(score.line(name), flush=True)


if __name__ == "__main__":
    main()
