"""Two compiles, a search and a person who edits, at once: no traceback, no lost word, a sound store.

python -m bench.safety.concurrent [--count 50] [--seed 1]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.safety.crowding import Crowd


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong, refused = Crowd(Path(folder)).wrong(options.count, options.seed)
    for line in wrong[:20]:
        print("   ", line)
    told = f"{refused} with a compile refused, {len(wrong)} violations"
    print(f"concurrent: {options.count} rounds of 4 at once, {told}, seed {options.seed}")


if __name__ == "__main__":
    main()
