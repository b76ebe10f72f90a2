"""What each pass has done: (pass, key) → fingerprint of what it read, hash of what it made."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.store.connection import Store


def fingerprints(store: Store, name: str) -> Mapping[str, str]:
    return dict(store.execute("SELECT key, fingerprint FROM ledger WHERE pass = ?", (name,)))


def output_hashes(store: Store, name: str) -> Mapping[str, str]:
    return dict(store.execute("SELECT key, output_hash FROM ledger WHERE pass = ?", (name,)))


def record(store: Store, name: str, key: str, fingerprint: str, output_hash: str) -> None:
    store.execute("INSERT OR REPLACE INTO ledger VALUES (?, ?, ?, ?)", (name, key, fingerprint, output_hash))


def drop(store: Store, name: str, key: str) -> None:
    store.execute("DELETE FROM ledger WHERE pass = ? AND key = ?", (name, key))
