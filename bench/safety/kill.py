"""kill -9 at random moments; afterwards `musubi check` is clean, the vault byte-equal, the rows equal.

python -m bench.safety.kill [--count 200] [--seed 1] [--job compile]...
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.safety.killing import JOBS, kill_loop


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--job", action="append", choices=JOBS)
    options = parser.parse_args()
    for job in options.job or JOBS:
        with tempfile.TemporaryDirectory() as folder:
            wrong = kill_loop(job, options.count, options.seed, Path(folder))
        for line in wrong[:20]:
            print("   ", line)
        print(f"kill {job}: {options.count} kills, {len(wrong)} violations, seed {options.seed}")


if __name__ == "__main__":
    main()
