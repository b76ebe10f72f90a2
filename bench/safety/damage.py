"""Databases damaged in some forty ways: found by `check` or harmless, and mended by `compile` or `restore`.

    python -m bench.safety.damage [--count 1] [--seed 1]

`--count`: how often each; the places differ with the seed.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from tests.safety.damages import DAMAGES, outcome
from tests.safety.runs import Vault, small_sources


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=DAMAGES)
    options = parser.parse_args()
    results = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        calm = Vault(Path(folder) / "calm", small_sources(Path(folder) / "sources", "claude", "obsidian"))
        calm.must_compile()
        assert calm.run("backup").code == 0
        for name in options.only or DAMAGES:
            for seed in range(options.seed, options.seed + options.count):
                vault = calm.copy(Path(folder) / "damaged")
                result = outcome(vault, calm, name, random.Random(seed))
                shutil.rmtree(vault.home)
                results[result.split(":")[0]] += 1
                if result.startswith("WRONG"):
                    print(f"    {name} (seed {seed}): {result}", flush=True)
    told = ", ".join(f"{n} {what}" for what, n in sorted(results.items()))
    print(f"damage: {results.total()} damages of {len(DAMAGES)} kinds: {told}, seed {options.seed}")


if __name__ == "__main__":
    main()
