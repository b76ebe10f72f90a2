"""Texts a second of the exact and the fast form of the embedder, and how far apart their vectors are.

    python -m bench.search.embedding CACHE [COUNT [PYTHON MODEL]]

Takes the longest chunks of the stores that `bench.search.realmem` keeps in CACHE. With the interpreter of an
environment that has sentence-transformers, and the folder of its all-MiniLM-L6-v2, the same texts go through that in
turn, and all is set beside it. The best of five rounds counts, since other work on the machine only slows one down.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from compiler import embed
from compiler.config import EmbedConfig
from compiler.embed import Vectors
from compiler.embed.minilm import VOCABULARY, WINDOW
from compiler.store.connection import open_store

ROUNDS = 5
REFERENCE = "sentence-transformers"

Run = Callable[[Sequence[str]], tuple[float, float, Vectors]]


def main() -> None:
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    texts = longest(Path(sys.argv[1]), count)
    runs: dict[str, Run] = {
        "exact": ours(embed.load(EmbedConfig())),
        "fast": ours(embed.load(EmbedConfig(), chunks=True)),
    }
    if len(sys.argv) > 3:
        runs[REFERENCE] = theirs(sys.argv[3], sys.argv[4])
    made: dict[str, Vectors] = {}
    best: dict[str, tuple[float, float]] = {}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            wall, processor, made[name] = run(texts)
            before = best.get(name, (wall, processor))
            best[name] = min(wall, before[0]), min(processor, before[1])
    for name, (wall, processor) in best.items():
        print(f"{name}: {count / wall:.0f} chunks a second, {1000 * processor / count:.1f} ms of processor time each")
    compare("fast to exact", made["fast"], made["exact"])
    if REFERENCE in made:
        short = fitting(texts)
        for name in ("exact", "fast"):
            wall, processor = (b / a for a, b in zip(best[name], best[REFERENCE], strict=True))
            print(f"{name}: {wall:.2f} times {REFERENCE} by the clock, {processor:.2f} by the processor")
            compare(f"{name} to {REFERENCE}, which cuts at {WINDOW} tokens", made[name][short], made[REFERENCE][short])


def longest(cache: Path, count: int) -> list[str]:
    texts: list[str] = []
    for path in sorted(cache.glob("*.db")):
        with open_store(path) as store:
            sql = "SELECT text FROM chunks WHERE kind = 'message' ORDER BY length(text) DESC, row LIMIT ?"
            texts += [text for (text,) in store.rows(sql, (count,))]
    return sorted(texts, key=len)[-count:]


def ours(embedder: embed.Embedder) -> Run:
    embedder.embed(["to load it"])

    def run(texts: Sequence[str]) -> tuple[float, float, Vectors]:
        started, before = time.perf_counter(), time.process_time()
        vectors = embedder.embed(texts)
        return time.perf_counter() - started, time.process_time() - before, vectors

    return run


def theirs(python: str, model: str) -> Run:
    def run(texts: Sequence[str]) -> tuple[float, float, Vectors]:
        with tempfile.TemporaryDirectory() as folder:
            given, back = Path(folder, "texts.json"), Path(folder, "vectors.npy")
            given.write_text(json.dumps(texts), "utf-8")
            command = [python, str(Path(__file__).with_name("reference.py")), model, str(given), str(back)]
            offline = {**os.environ, "HF_HUB_OFFLINE": "1"}
            out = subprocess.run(command, check=True, capture_output=True, text=True, env=offline).stdout
            wall, processor = map(float, out.split())
            return wall, processor, np.load(back)

    return run


def fitting(texts: Sequence[str]) -> list[int]:
    """Places of texts that fit the model's window whole."""
    from tokenizers import BertWordPieceTokenizer

    tokenizer = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
    return [n for n, text in enumerate(texts) if len(tokenizer.encode(text).ids) <= WINDOW]


def compare(name: str, one: Vectors, other: Vectors) -> None:
    cosines = (one * other).sum(axis=1)
    print(f"cosine, {name}: mean {cosines.mean():.4f}, worst {cosines.min():.4f}, n={len(cosines)}")


if __name__ == "__main__":
    main()
