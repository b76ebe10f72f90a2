"""Ranked rows to results a person can read: snippet, title, date, place in the source, note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler.search.query import Query
from compiler.search.snippets import snippet
from compiler.search.types import Hit
from compiler.store import chunks, lookups, passages
from compiler.store.connection import Store


@dataclass(frozen=True, slots=True)
class Found:
    """A row chosen to be shown: `own` its own score, `score` its conversation's."""

    rank: int
    own: float
    score: float
    row: int
    is_note: bool
    keyword_rank: int | None
    vector_rank: int | None


def make_hits(store: Store, query: Query, found: Sequence[Found]) -> list[Hit]:
    """Read what the rows say and where they come from."""
    texts = chunks.load(store, [f.row for f in found if not f.is_note])
    notes = passages.load(store, [f.row for f in found if f.is_note])
    evidence = lookups.first_evidence(store, [p.item_id for p in notes.values() if p.item_id])
    owners = {t.conversation_id for t in texts.values()} | {p.conversation_id for p in notes.values()}
    known = lookups.about(store, sorted(owners))
    shown = [
        (f, notes[f.row] if f.is_note else texts[f.row]) for f in found if f.row in (notes if f.is_note else texts)
    ]
    messages = [
        evidence.get(t.item_id or "") if isinstance(t, passages.StoredPassage) else t.message_id for _, t in shown
    ]
    places = lookups.places(store, [m for m in messages if m])
    words = (*query.words, *query.wide)
    hits = []
    for (f, text), message in zip(shown, messages, strict=True):
        about = known[text.conversation_id]
        time, place = places.get(message or "", (None, ""))
        excerpt, marks = snippet(text.text, words)
        hits.append(
            Hit(
                rank=f.rank,
                score=round((f.own + f.score) / 2, 4),
                keyword_rank=f.keyword_rank,
                vector_rank=f.vector_rank,
                conversation_id=text.conversation_id,
                message_id=message,
                source=about.source,
                title=about.title,
                date=time or about.date,
                snippet=excerpt,
                note=about.note,
                source_ref=f"{about.source_ref}:{place}" if place else about.source_ref,
                kind=text.kind,
                project=about.project,
                marks=marks,
                text=text.text,
                item_id=text.item_id if isinstance(text, passages.StoredPassage) else None,
            )
        )
    return hits
