"""A text as the set of terms that carry its meaning."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

import numpy as np

from compiler.store.marks import Terms
from compiler.text.words import listed, terms, words

FRAME = listed("user users decide decided decision choose chose chosen i")
"""Words about the telling, not about what is told."""
SAME = {
    "postgresql": "postgres", "k8s": "kubernetes", "js": "javascript", "ts": "typescript", "db": "database",
    "repo": "repository", "docs": "documentation", "config": "configuration", "auth": "authentication",
    "env": "environment", "app": "application", "e-mail": "email", "mail": "email", "phone": "telephone",
    "flat": "apartment", "photo": "picture", "doc": "document", "likes": "like", "enjoys": "like", "loves": "like",
    "lives": "live", "resides": "live", "based": "live", "job": "work", "occupation": "work",
}  # fmt: skip
"""Words taken for the same when texts are compared: a light paraphrase."""


def terms_of(text: str) -> Terms:
    """Sorted, each once, as 32-bit hashes."""
    found = {_number(t) for t in terms([SAME.get(w, w) for w in words(text) if w not in FRAME])}
    return np.array(sorted(found), dtype=np.uint32)


@lru_cache(maxsize=1 << 16)
def _number(term: str) -> int:
    return crc32(term.encode("utf-8", "surrogatepass"))
