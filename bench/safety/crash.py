"""Images of a store that a power cut may leave: every unsynced write there, torn or missing; the next run ends equal.

python -m bench.safety.crash [--count 200] [--seed 1]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.safety.powercuts import Cuts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cuts = Cuts(Path(folder))
        wrong = cuts.wrong(options.count, options.seed)
    for line in wrong[:20]:
        print("   ", line)
    print(f"crash: {options.count} images of {len(cuts.events)} events, {len(wrong)} violations, seed {options.seed}")


if __name__ == "__main__":
    main()
