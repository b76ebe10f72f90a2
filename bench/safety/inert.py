"""Hostile payloads in every place that a transcript can reach: the vault holds what plain words give, and nothing more.

python -m bench.safety.inert [--place "user text"]...
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from pathlib import Path

from compiler.passes import filters
from compiler.vault.escape.languages import ALLOWED
from tests.compiler.vault.test_inert import PAYLOADS, PLACES, compiled, shape

AROUND = (
    "{}", "so {}", "{} indeed", "- {}", "1. so\n\n   {}", "> {}", "```\nx\n```\n{}", "`{}`", "\n\n{}\n\n", "**{}**",
    "[{}](x)", "| {} |\n|--|",
)  # fmt: skip
"""What may stand around a payload: constructs that a reader is in the middle of."""


def wrong(payloads: list[str], place: str, plain: Counter[str], folder: Path) -> list[str]:
    """What the payloads add, when they stand in a place, to the vault that plain words give."""
    notes = compiled(folder, payloads, place)
    found = shape(notes)
    out = [f"{name}: {found[name]}, plain {plain[name]}" for name in found.keys() | plain.keys()
           if found[name] != plain[name]]  # fmt: skip
    for path, note in notes.items():
        if re.search(r'[\\:*?"<>|#^\[\]\x00-\x1f]|%%', path):
            out.append(f"the name {path!r}")
        if not set(note.fences) <= ALLOWED:
            out.append(f"{path}: code in {set(note.fences) - ALLOWED}")
        targets = (link.partition("|")[0].partition("#^")[0] for link in note.links)
        out += [f"{path}: a link to {t!r}" for t in targets if t not in notes and not t.endswith((".base", ".canvas"))]
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--place", action="append", choices=PLACES)
    options = parser.parse_args()
    filters.shown = tuple  # type: ignore[assignment]  # lines that look like junk are what is looked at
    payloads = [around.format(payload) for around in AROUND for payload in PAYLOADS]
    with tempfile.TemporaryDirectory() as folder:
        plain = shape(compiled(Path(folder), ["word"] * len(payloads), "nowhere"))
    for place in options.place or PLACES:
        with tempfile.TemporaryDirectory() as folder:
            found = wrong(payloads, place, plain, Path(folder))
        for line in found[:20]:
            print("   ", line)
        print(f"inert, {place}: {len(payloads)} payloads, {len(found)} violations", flush=True)


if __name__ == "__main__":
    main()
