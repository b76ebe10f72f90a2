"""What models answered, by the hash of what they were asked; and what their answers cost."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.store.connection import Store


def get(store: Store, request_hashes: Iterable[str]) -> tuple[str, str] | None:
    """(request hash, answer) of the first of these requests that was answered before."""
    for request_hash in request_hashes:
        row = store.execute("SELECT text FROM replies WHERE request_hash = ?", (request_hash,)).fetchone()
        if row:
            return request_hash, row[0]
    return None


def answered(store: Store, model: str, purpose: str) -> set[str]:
    """Conversations about which a model has answered, in whatever state they were then."""
    rows = store.execute("SELECT conversation_id FROM replies WHERE model = ? AND purpose = ?", (model, purpose))
    return {cid for (cid,) in rows if cid}


def put(store: Store, request_hash: str, conversation_id: str | None, model: str, purpose: str, text: str) -> None:
    """`conversation_id` is whose text the request holds: forgetting it removes the answer. None for text of several
    conversations, which goes when any is forgotten."""
    store.execute(
        "INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?)", (request_hash, conversation_id, model, purpose, text)
    )


def drop(store: Store, request_hash: str) -> None:
    store.execute("DELETE FROM replies WHERE request_hash = ?", (request_hash,))


def add_usage(store: Store, model: str, purpose: str, prompt_tokens: int, completion_tokens: int) -> None:
    """Count one request."""
    store.execute(
        "INSERT INTO token_usage VALUES (?, ?, 1, ?, ?) ON CONFLICT(model, purpose) DO UPDATE SET "
        "requests = requests + 1, prompt_tokens = prompt_tokens + excluded.prompt_tokens, "
        "completion_tokens = completion_tokens + excluded.completion_tokens",
        (model, purpose, prompt_tokens, completion_tokens),
    )
