"""A fault at every Nth call of a small compile, once and for ever: one sentence, exit 1, the next run ends equal.

python -m bench.safety.faults [--every 1] [--seed 1] [--errno EIO]... [--forever]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.safety.faults import Loop
from tests.safety.faulty import NAMES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="only every so many-th call")
    parser.add_argument("--seed", type=int, default=1, help="the call to begin with")
    parser.add_argument("--errno", action="append", choices=NAMES)
    parser.add_argument("--forever", action="store_true")
    options = parser.parse_args()
    names = options.errno or ["EIO", "ENOSPC", "EACCES", "EINTR"]
    with tempfile.TemporaryDirectory() as folder:
        loop = Loop(Path(folder))
        numbers = range(options.seed, loop.calls + 1, options.every)
        for name in names:
            wrong = loop.all_wrong(numbers, [name], forever=options.forever)
            for line in wrong[:20]:
                print("   ", line)
            mode = "forever" if options.forever else "once"
            print(f"faults {name} {mode}: {len(numbers)} of {loop.calls} calls, {len(wrong)} violations", flush=True)


if __name__ == "__main__":
    main()
