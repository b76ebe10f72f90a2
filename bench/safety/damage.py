"""Databases damaged in some forty ways, and a byte in each of many pages: found by `check` or harmless, and mended by
`compile` or `restore`.

    python -m bench.safety.damage [--count 1] [--pages 200] [--seed 1] [--only KIND]...

`--count`: how often each kind; the places differ with the seed. Pages are spread over the whole file.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.safety.damages import DAMAGES, PAGE, Damage, flip_in_page, outcome
from tests.safety.runs import Vault, small_sources


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=DAMAGES)
    options = parser.parse_args()
    results = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        calm = Vault(Path(folder) / "calm", small_sources(Path(folder) / "sources", "claude", "obsidian"))
        calm.must_compile()
        assert calm.run("backup").code == 0
        damages = [
            (f"{name} (seed {seed})", DAMAGES[name], seed)
            for name in options.only or DAMAGES
            for seed in range(options.seed, options.seed + options.count)
        ]
        damages += [] if options.only else list(pages(calm, options.pages, options.seed))
        for name, damage, seed in damages:
            vault = calm.copy(Path(folder) / "damaged")
            result = outcome(vault, calm, damage, random.Random(seed))
            shutil.rmtree(vault.home)
            results[result.split(":")[0]] += 1
            if result.startswith("WRONG"):
                print(f"    {name}: {result}", flush=True)
    told = ", ".join(f"{n} {what}" for what, n in sorted(results.items()))
    print(f"damage: {results.total()} damages, {told}, seed {options.seed}")


def pages(calm: Vault, count: int, seed: int) -> Iterator[tuple[str, Damage, int]]:
    """(name, damage, seed) of one byte in each of so many pages of the store; round and round if it has fewer."""
    total = calm.store.stat().st_size // PAGE
    for number in range(count):
        page = number * total // count if count <= total else number % total
        yield f"a byte of page {page + 1} of {total} (seed {seed + number})", flip_in_page(page), seed + number


if __name__ == "__main__":
    main()
