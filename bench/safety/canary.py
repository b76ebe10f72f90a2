"""Planted secrets through every adapter and out of a model's mouth, searched for in all bytes written, also after
kill -9.

python -m bench.safety.canary [--secrets 500] [--kills 50] [--seed 1]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.safety.canary import Canary


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--secrets", type=int, default=500)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        canary = Canary(Path(folder), options.secrets, options.seed)
        count, seed = options.kills, options.seed
        _tell(canary, "a whole run", canary.whole(), seed)
        _tell(canary, f"{count} killed", canary.killed(count, seed), seed)
        _tell(canary, f"with a model, {count} killed", canary.with_model(count, seed), seed)


def _tell(canary: Canary, what: str, found: list[str], seed: int) -> None:
    for line in found[:20]:
        print("   ", line)
    print(f"canary, {what}: {len(canary.planted)} secrets, {len(found)} found, seed {seed}", flush=True)


if __name__ == "__main__":
    main()
