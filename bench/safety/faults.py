"""A fault at every Nth call of a small compile: one sentence, exit 1, the next run ends equal.

    python -m bench.safety.faults [--every 1] [--seed 1] [--errno EIO]... [--mode once]...

Modes: `once`; `forever`, every later call fails too; `twice`, the run that is to mend it meets a fault as well. All
three, and all six errnos, where none is named. Quickest with TMPDIR on a memory disk.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.safety.faults import MODES, Loop
from tests.safety.faulty import NAMES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="only every so many-th call")
    parser.add_argument("--seed", type=int, default=1, help="the call to begin with")
    parser.add_argument("--errno", action="append", choices=NAMES)
    parser.add_argument("--mode", action="append", choices=MODES)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        loop = Loop(Path(folder))
        numbers = range(options.seed, loop.calls + 1, options.every)
        for mode in options.mode or MODES:
            for name in options.errno or NAMES:
                wrong = loop.all_wrong(numbers, name, mode)
                for line in wrong[:20]:
                    print("   ", line)
                print(
                    f"faults {name} {mode}: {len(numbers)} of {loop.calls} calls, {len(wrong)} violations", flush=True
                )


if __name__ == "__main__":
    main()
