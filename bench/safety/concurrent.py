"""Several at one vault: no traceback, no lost word, no lock left behind, a sound store.

    python -m bench.safety.concurrent [--count 50] [--seconds 60] [--processes 8] [--seed 1]

First rounds of two compiles, a search and a person who edits; then for so long so many processes that compile, search,
check, copy and are killed as chance has it, with a watcher, a person, and sources that grow.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.safety.bustle import Bustle
from tests.safety.crowding import Crowd


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.count:
        with tempfile.TemporaryDirectory() as folder:
            wrong, refused = Crowd(Path(folder)).wrong(options.count, options.seed)
        told = f"{refused} with a compile refused"
        _tell(wrong, f"concurrent: {options.count} rounds of 4 at once, {told}", options.seed)
    if options.seconds:
        with tempfile.TemporaryDirectory() as folder:
            bustle = Bustle(Path(folder), options.seed)
            wrong = bustle.wrong(options.processes, options.seconds)
        deeds = ", ".join(f"{count} {name}" for name, count in sorted(bustle.done.items()))
        told = f"{deeds}; {bustle.refused} refused, {len(bustle.words)} edits"
        _tell(wrong, f"concurrent: {options.processes} processes for {options.seconds:.0f} s, {told}", options.seed)


def _tell(wrong: list[str], what: str, seed: int) -> None:
    for line in wrong[:20]:
        print("   ", line)
    print(f"{what}, {len(wrong)} violations, seed {seed}", flush=True)


if __name__ == "__main__":
    main()
