"""A whole life of a vault without a network, under strace: sockets that were so much as tried.

python -m bench.safety.egress [--sources FOLDER]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.safety.offline import attempts, can_watch, live
from tests.safety.runs import EXAMPLE, differences, tree


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", type=Path, default=EXAMPLE, help="a folder of folders named as sources")
    options = parser.parse_args()
    if not can_watch():
        raise SystemExit("egress: needs strace, and leave to unshare the network")
    with tempfile.TemporaryDirectory() as folder:
        outside, inside, logs = (Path(folder) / name for name in ("outside", "inside", "logs"))
        for place in (outside, inside, logs):
            place.mkdir()
        live(outside, options.sources)
        live(inside, options.sources, watched=logs)
        tried = [line for log in sorted(logs.iterdir()) for line in attempts(log)]
        unlike = differences(tree(outside / "V"), tree(inside / "V"))
    for line in tried[:20]:
        print("   ", line)
    print(f"egress: {len(tried)} attempts, {len(unlike)} files differ from those of a run with a network")


if __name__ == "__main__":
    main()
