"""What notes say, as passages: searched beside the messages, and what topics are made of.

The vector of a note's head (title and summary) shapes the vault, so it is made here, with the exact weights and on its
own. Its items get theirs with the chunks, after the vault is written (`passes.embed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from compiler import embed
from compiler.config import EmbedConfig
from compiler.hashing import content_hash
from compiler.passes import filters
from compiler.passes.base import PassContext, PassUnit
from compiler.records import Note
from compiler.store import ledger, notes, passages


class IndexNotes:
    """Keyed by conversation, over what the passes before made of its note, as far as it is shown."""

    name = "index"
    version = 2

    def __init__(self) -> None:
        self._embedder: tuple[EmbedConfig, embed.Embedder] | None = None

    def prepare(self, ctx: PassContext, units: Sequence[PassUnit]) -> None:
        return None

    def release(self) -> None:
        """The weights, 200 MB, are not held through the rest of a run."""
        self._embedder = None

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        made = [ledger.output_hashes(ctx.store, name) for name in ("distil", "ground")]
        for key in sorted(notes.makers(ctx.store)):
            hashes = [outputs.get(key) for outputs in made]
            yield PassUnit(key, content_hash([self.version, filters.fingerprint(), ctx.config.embed.model, hashes]))

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        note = notes.load(ctx.store, unit.key)
        texts = passages_of(filters.shown_note(note)) if note else []
        heads = embed.embed_each(self._load(ctx.config.embed), [p.text for p in texts if p.kind == "note"])
        vectors = [*heads, *[None] * (len(texts) - len(heads))]
        passages.replace(ctx.store, unit.key, texts, vectors)
        return passages.hash_of(texts)

    def forget(self, ctx: PassContext, key: str) -> None:
        passages.delete(ctx.store, key)

    def _load(self, config: EmbedConfig) -> embed.Embedder:
        if self._embedder is None or self._embedder[0] != config:
            self._embedder = (config, embed.load(config))
        return self._embedder[1]


def passages_of(note: Note) -> list[passages.Passage]:
    """The title with the summary, then each item with its reason."""
    head = passages.Passage(None, "note", "\n".join(filter(None, (note.title, note.summary))))
    items = [
        passages.Passage(item.id, item.kind, " — ".join(filter(None, (item.text, item.reason)))) for item in note.items
    ]
    return [p for p in (head, *items) if p.text.strip()]
