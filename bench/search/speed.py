"""How long a question takes on a generated store, warm and cold, and how that grows.

    python -m bench.search.speed FOLDER [CHUNKS]

Words follow Zipf's law, vectors are random unit vectors around one of 200 centres. Made once, kept in FOLDER. Times are
of the processor: other work on the machine stretches the clock's, which is printed beside them.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the commands that answer questions do

import numpy as np

from compiler import embed
from compiler.config import EmbedConfig
from compiler.embed.minilm import DIMENSION, IDENTITY
from compiler.records import Conversation, Sealed
from compiler.search import Searcher, answer
from compiler.store import centroids, chunks, conversations, meta, vectors
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
    pages = [sentence(random, 100) for _ in range(20)]
    with open_store(path) as writer, open_store(path, write=False) as store:
        searcher = Searcher(store, embed.load(EmbedConfig(), questions="many"))
        searcher.search(questions[0])
        measure("warm search", searcher.search, questions)
        measure("warm search for a page of 100 words", searcher.search, pages)
        measure("warm answer, all of it", lambda text: answer(store, text, searcher=searcher), questions[:60])

        def after_a_write(text: str) -> None:
            meta.put(writer, "bench", text)
            searcher.search(text)

        measure("search after another process wrote", after_a_write, questions[:20])
    for command in ("search", "ask"):
        cold(vault, command, questions[:5])


def measure(name: str, ask: Callable[[str], object], questions: Iterable[str]) -> None:
    wall, processor = [], []
    for question in questions:
        started, before = time.perf_counter(), time.process_time()
        ask(question)
        processor.append((time.process_time() - before) * 1000)
        wall.append((time.perf_counter() - started) * 1000)
    (p50, p95), (w50, w95) = np.quantile(processor, [0.5, 0.95]), np.quantile(wall, [0.5, 0.95])
    print(f"{name}: p50 {p50:.1f} ms, p95 {p95:.1f} ms of processor time ({w50:.0f} and {w95:.0f} by the clock)")


def cold(vault: Path, command: str, questions: Iterable[str]) -> None:
    took, before = [], resource.getrusage(resource.RUSAGE_CHILDREN)
    for question in questions:
        started = time.perf_counter()
        words = [str(Path(sys.executable).with_name("musubi")), command, "--vault", str(vault), "--json", question]
        subprocess.run(words, check=True, capture_output=True)
        took.append(time.perf_counter() - started)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / len(took)
    print(f"cold {command}: {used:.2f} s of processor time (median {np.median(took):.2f} s by the clock)")


if __name__ == "__main__":
    main()
