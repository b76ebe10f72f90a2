"""Texts a second of the exact and the fast form of the embedder, and how far apart their vectors are.

    python -m bench.search.embedding CACHE [COUNT]

Takes the longest chunks of the stores that `bench.search.realmem` keeps in CACHE.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from compiler import embed
from compiler.config import EmbedConfig
from compiler.store.connection import open_store


def main() -> None:
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    texts: list[str] = []
    for path in sorted(Path(sys.argv[1]).glob("*.db")):
        with open_store(path) as store:
            sql = "SELECT text FROM chunks WHERE kind = 'message' ORDER BY length(text) DESC, row LIMIT ?"
            texts += [text for (text,) in store.rows(sql, (count,))]
    texts = sorted(texts, key=len)[-count:]
    made = {}
    for name, embedder in (("exact", embed.load(EmbedConfig())), ("fast", embed.load(EmbedConfig(), chunks=True))):
        embedder.embed(texts[:2])
        started, spent = time.perf_counter(), time.process_time()
        made[name] = embedder.embed(texts)
        took, used = time.perf_counter() - started, time.process_time() - spent
        print(f"{name}: {count / took:.0f} chunks a second, {1000 * used / count:.1f} ms of processor time each")
    cosines = (made["exact"] * made["fast"]).sum(axis=1)
    print(f"cosine between them: mean {cosines.mean():.4f}, worst {cosines.min():.4f}, n={count}")


if __name__ == "__main__":
    main()
