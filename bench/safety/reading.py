"""A fault at every call of reading each adapter's example, for six errnos: the next run has everything.

python -m bench.safety.reading [--adapter NAME]...
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from adapters import ADAPTERS
from tests.safety.faulty import NAMES
from tests.safety.reading import Sources


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", action="append", choices=[adapter.name for adapter in ADAPTERS])
    options = parser.parse_args()
    for adapter in ADAPTERS:
        if adapter.name not in (options.adapter or [adapter.name]):
            continue
        with tempfile.TemporaryDirectory() as folder:
            sources = Sources(adapter, Path(folder))
            numbers = range(1, sources.calls + 1)
            wrong = [text for code in NAMES.values() for number in numbers for text in sources.wrong(number, code)]
        for line in wrong[:20]:
            print("   ", line)
        told = f"{sources.calls} calls, {len(NAMES)} errnos, {len(wrong)} violations"
        print(f"reading {adapter.name}: {told}", flush=True)


if __name__ == "__main__":
    main()
