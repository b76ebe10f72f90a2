"""A disk that runs out at many sizes, with the store on it, the notes, or both: one sentence, the next run ends equal.

python -m bench.safety.fulldisk [--sizes 20] [--from 60] [--to 2400] [--place both]...
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.safety.starving import can_mount, starve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, default=20)
    parser.add_argument("--from", dest="least", type=int, default=60, help="KiB")
    parser.add_argument("--to", dest="most", type=int, default=2400, help="KiB")
    parser.add_argument("--place", action="append", choices=("both", "store", "vault"))
    options = parser.parse_args()
    if not can_mount():
        raise SystemExit("fulldisk: needs leave to mount")
    step = max((options.most - options.least) // options.sizes, 1)
    for place in options.place or ("both", "store", "vault"):
        share = 8 if place == "vault" else 1  # the notes are small
        sizes = [size // share for size in range(options.least, options.most, step)][: options.sizes]
        with tempfile.TemporaryDirectory() as folder:
            result = starve(Path(folder), sizes, place)
        wrong = result["wrong"]
        assert isinstance(wrong, list)
        for line in wrong[:20]:
            print("   ", line)
        told = f"{len(sizes)} sizes, {result['stopped']} runs stopped, {len(wrong)} violations"
        print(f"fulldisk {place}: {told}", flush=True)


if __name__ == "__main__":
    main()
