"""Counts over the whole store."""

from __future__ import annotations

from typing import Any

from compiler.store.connection import Store

COUNTS = {
    "notes": "SELECT count(*) FROM notes",
    "items": "SELECT count(*) FROM items",
    "awaiting": "SELECT count(*) FROM notes WHERE awaiting",
    "gone": "SELECT count(*) FROM conversations WHERE gone AND kind IN ('main', 'note')",
    "chunks": "SELECT count(*) FROM chunks",
    "overrides": "SELECT count(*) FROM overrides",
    "forgotten": "SELECT count(*) FROM forgotten",
    "vault_files": "SELECT count(*) FROM vault_files",
}


def overview(store: Store) -> dict[str, Any]:
    """Counts by name, notes by maker, and token use a model and purpose."""
    out: dict[str, Any] = {name: next(iter(store.execute(sql)))[0] for name, sql in COUNTS.items()}
    out["vectors"] = _vectors(store)
    out["makers"] = dict(store.execute("SELECT maker, count(*) FROM notes GROUP BY maker ORDER BY maker"))
    out["token_usage"] = [
        dict(zip(("model", "purpose", "requests", "prompt_tokens", "completion_tokens"), row, strict=True))
        for row in store.execute("SELECT * FROM token_usage ORDER BY model, purpose")
    ]
    return out


def _vectors(store: Store) -> int:
    exists = list(store.execute("SELECT 1 FROM sqlite_master WHERE name = 'chunk_vectors'"))
    if not exists or not store.vectors:
        return 0
    return int(next(iter(store.execute("SELECT count(*) FROM chunk_vectors")))[0])
