"""Scores redaction, one line a figure.

    python -m bench.safety.redact [--labelled FILE.json.gz] [--real FOLDER]... [--seed 1]

`--labelled`: a JSON list of {id, kind, surround, text, secrets[], keep[]} (gzipped or not); `--real`: folders of
transcripts (JSON, JSON lines, gzipped or not) without secrets, for false findings and speed. What a figure misses is
listed with -v.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bench.safety.corpus import Planted, key_blocks, sentences, vendor_cross
from bench.safety.hostile import hostile_texts
from bench.safety.notations import harmless, listed, notations
from compiler.text.redact import find, redact


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--labelled", type=Path)
    arguments.add_argument("--real", type=Path, action="append", default=[])
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("-v", "--verbose", action="store_true")
    options = arguments.parse_args()
    if options.labelled:
        score_labelled(options.labelled, options.verbose)
    for name, planted in (
        ("vendors x surroundings", vendor_cross(options.seed)),
        ("key blocks x layouts", key_blocks(options.seed)),
        ("sentences x languages", sentences(options.seed)),
        ("notations", notations(options.seed)),
        ("notations in listings", listed(options.seed)),
        ("harmless texts kept", harmless(options.seed)),
    ):
        score(name, planted, options.verbose)
    score_hostile()
    if options.real:
        score_real(options.real, options.verbose)


def score(name: str, planted: Iterable[Planted], verbose: bool) -> None:
    total = right = 0
    for item in planted:
        clean = redact(item.text).text
        wrong = [s for s in item.secrets if s in clean] + [k for k in item.keep if k not in clean]
        total, right = total + 1, right + (not wrong)
        if wrong and verbose:
            print("   ", item.name, "->", repr(clean[:160]))
    print(f"{name}: {right}/{total} = {right / max(total, 1):.4f}")


def score_labelled(path: Path, verbose: bool) -> None:
    """Item and substring recall, harmless items damaged, context kept."""
    items = json.loads(_read(path))
    positives = [item for item in items if item["secrets"]]
    gone = left = kept = lost = whole = damaged = 0
    for item in positives:
        clean = redact(item["text"]).text
        remaining = [secret for secret in item["secrets"] if secret in clean]
        missing = [piece for piece in item["keep"] if piece not in clean]
        gone, left = gone + len(item["secrets"]) - len(remaining), left + len(remaining)
        kept, lost = kept + len(item["keep"]) - len(missing), lost + len(missing)
        whole += not remaining
        if verbose and (remaining or missing):
            print("   ", item["id"], item["kind"], item["surround"], repr(clean[:160]))
    negatives = [item for item in items if not item["secrets"]]
    for item in negatives:
        clean = redact(item["text"]).text
        damaged += clean != item["text"]
        if verbose and clean != item["text"]:
            print("   ", item["id"], item["kind"], repr(clean[:160]))
    print(f"item recall: {whole}/{len(positives)} = {whole / max(len(positives), 1):.4f}")
    print(f"substring recall: {gone}/{gone + left} = {gone / max(gone + left, 1):.4f}")
    print(f"negatives damaged: {damaged}/{len(negatives)} = {damaged / max(len(negatives), 1):.4f}")
    print(f"context kept: {kept}/{kept + lost} = {kept / max(kept + lost, 1):.4f}")


def score_hostile() -> None:
    worst, name = max((_seconds(text), name) for name, text in hostile_texts(200_000))
    print(f"hostile 200 KB: worst {worst:.2f} s ({name})")
    small, large = hostile_growth()
    print(f"growth 1 to 10 MB: {large / small:.1f}x")


def hostile_growth() -> tuple[float, float]:
    unit = "\n".join(item.text for item in notations(1))
    one = (unit * (1_000_000 // len(unit) + 1))[:1_000_000]
    return _seconds(one), _seconds(one * 10)


def score_real(folders: list[Path], verbose: bool) -> None:
    """Distinct findings a MB, and speed, over every string in the files."""
    texts = [text for folder in folders for path in sorted(folder.rglob("*")) for text in _strings_of(path)]
    size = sum(map(len, texts)) / 1e6
    started = time.process_time()
    found = {(f.kind, text[f.start : f.end]) for text in texts for f in find(text)}
    seconds = time.process_time() - started
    if verbose:
        for kind, value in sorted(found):
            print("   ", kind, repr(value[:60]))
    print(f"real text: {len(found)} distinct findings in {size:.1f} MB = {len(found) / size:.2f} a MB")
    print(f"speed: {size / seconds:.1f} MB/s ({len(texts)} strings)")


def _seconds(text: str) -> float:
    started = time.process_time()
    redact(text)
    return time.process_time() - started


def _read(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8", "replace")


def _strings_of(path: Path) -> Iterator[str]:
    if not path.is_file() or not path.name.removesuffix(".gz").endswith((".json", ".jsonl")):
        return
    text = _read(path)
    for document in text.splitlines() if path.name.removesuffix(".gz").endswith(".jsonl") else [text]:
        try:
            yield from _strings(json.loads(document))
        except ValueError:
            continue


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)


if __name__ == "__main__":
    main()
