"""How long a question takes on a generated store, warm and cold, and how that grows.

    python -m bench.search.speed FOLDER [CHUNKS]

Words follow Zipf's law, vectors are random unit vectors around one of 200 centres. Made once, kept in FOLDER.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from compiler import embed
from compiler.config import EmbedConfig
from compiler.embed.minilm import DIMENSION, IDENTITY
from compiler.records import Conversation, Sealed
from compiler.search import Searcher
from compiler.store import centroids, chunks, conversations, vectors
from compiler.store.connection import Store, open_store

PER_CONVERSATION = 20
WORDS = 150
QUESTIONS = 200


def generate(path: Path, count: int) -> None:
    random = np.random.default_rng(7)
    centres = random.standard_normal((200, DIMENSION)).astype(np.float32)
    with open_store(path) as store:
        vectors.prepare(store, IDENTITY, DIMENSION)
        for start in range(0, count // PER_CONVERSATION, 200):
            with store.transaction():
                for number in range(start, min(start + 200, count // PER_CONVERSATION)):
                    conversation(store, number, random, centres)
        centroids.refresh(store)
        store.checkpoint()


def conversation(store: Store, number: int, random: np.random.Generator, centres: np.ndarray) -> None:
    cid, at = f"chatgpt:{number:06}", f"20{20 + number % 7}-{1 + number % 12:02}-{1 + number % 28:02}T09:00:00Z"
    conversations.save(store, Sealed(Conversation(cid, "chatgpt", None, None, at, at, "/x.zip", ())), "bench")
    texts = [sentence(random, WORDS) for _ in range(PER_CONVERSATION)]
    chunks.replace(store, cid, [chunks.Chunk(f"{cid}#{n}", "message", t, n % 2 == 0) for n, t in enumerate(texts)])
    made = centres[number % 200] + random.standard_normal((PER_CONVERSATION, DIMENSION)).astype(np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    vectors.add(store, [c.row for c in chunks.of(store, cid)], list(made))


def sentence(random: np.random.Generator, words: int) -> str:
    return " ".join(f"w{int(n) % 50_000}x" for n in random.zipf(1.25, words))


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    vault = folder / f"vault-{count}"
    path = vault / ".musubi" / "musubi.db"
    if not path.exists():
        path.parent.mkdir(parents=True)
        started = time.perf_counter()
        generate(path, count)
        print(f"generated {count} chunks in {time.perf_counter() - started:.0f} s, {path.stat().st_size >> 20} MB")
    random = np.random.default_rng(11)
    questions = [sentence(random, 8) for _ in range(QUESTIONS)]
    with open_store(path, write=False) as store:
        for resident in (True, False):
            searcher = Searcher(store, embed.load(EmbedConfig()), resident=resident)
            searcher.search(questions[0])
            before = time.process_time()
            took = [timed(searcher, question) for question in questions[: 200 if resident else 30]]
            spent = (time.process_time() - before) * 1000 / len(took)
            p50, p95 = np.quantile(took, [0.5, 0.95])
            name = "in memory" if resident else "from vec0"
            print(f"warm, {name}: p50 {p50:.1f} ms, p95 {p95:.1f} ms, {spent:.0f} ms of processor time")
    cold, used = [], resource.getrusage(resource.RUSAGE_CHILDREN)
    for question in questions[:5]:
        started = time.perf_counter()
        command = [str(Path(sys.executable).with_name("musubi")), "search", "--vault", str(vault), "--json", question]
        subprocess.run(command, check=True, capture_output=True)
        cold.append(time.perf_counter() - started)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime) / len(cold)
    print(f"cold command: median {np.median(cold):.2f} s, worst {max(cold):.2f} s, {cpu:.2f} s of processor time each")


def timed(searcher: Searcher, question: str) -> float:
    started = time.perf_counter()
    searcher.search(question)
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main()
