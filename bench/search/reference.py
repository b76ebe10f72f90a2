"""What sentence-transformers makes of texts, and how long it takes: run by an interpreter that has it.

    PYTHON bench/search/reference.py MODEL TEXTS.json VECTORS.npy

Prints seconds by the clock and of the processor, without loading. `bench.search.embedding` calls it.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np
from sentence_transformers import SentenceTransformer  # type: ignore[import-not-found,unused-ignore]


def main() -> None:
    model = SentenceTransformer(sys.argv[1], local_files_only=True, device="cpu")
    texts = json.loads(Path(sys.argv[2]).read_text("utf-8"))
    model.encode(texts[:2])
    started, before = time.perf_counter(), time.process_time()
    vectors = model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
    print(time.perf_counter() - started, time.process_time() - before)
    np.save(sys.argv[3], np.asarray(vectors, dtype=np.float32))


if __name__ == "__main__":
    main()
