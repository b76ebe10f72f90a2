"""Topics: a standing taxonomy, and each conversation's nearest topic in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from compiler.events import Warned
from compiler.hashing import content_hash
from compiler.passes import across
from compiler.passes.base import PassContext, PassUnit
from compiler.passes.related import in_time
from compiler.passes.topics.names import name_key
from compiler.passes.topics.propose import Proposal, Proposer, Sampled, by_rules, topic_id
from compiler.store import conversations, ledger, notes, overrides, topics
from compiler.store.passages import Matrix
from compiler.store.topics import Topic

__all__ = ["Proposal", "Proposer", "Sampled", "Topics", "rebuild"]

UNSORTED_BELOW = 0.18
"""Cosine below which a conversation belongs to no topic."""
TOO_MANY = 0.30
"""Share of Unsorted from which topics are proposed for what is unsorted."""
FEWEST = 5
"""Conversations without which there are no topics yet."""
OUTGROWN = 5
"""So many times the conversations that the topics were made of, and they are worth making anew."""
SAME_TOPIC = 0.6
"""Cosine from which a topic proposed anew is one that was there."""


class Topics:
    """One unit for the whole store. Topics once there stay; all conversations are assigned to the nearest, which is one
    matrix product and depends on the taxonomy and the note alone. `propose` may be a model's way of proposing."""

    name = "topics"
    version = 1

    def __init__(self, propose: Proposer = by_rules) -> None:
        self.propose = propose

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        return across.unit(ctx, self.version, "index", deciding=("hidden",))

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        ids, matrix = in_time(ctx, across.out_of_sight(ctx))
        if ids:
            topics.clear(ctx.store, but=matrix.shape[1])  # another embedder's directions mean nothing to this one
        standing = topics.all_topics(ctx.store)
        projects = {head.id: conversations.project_name(head.project) for head in conversations.headers(ctx.store)}
        found = assign(standing, ids, matrix, projects)
        while new := self._propose(ctx, standing, ids, matrix, found):
            for topic in new:
                topics.put(ctx.store, topic)
            standing = topics.all_topics(ctx.store)
            found = assign(standing, ids, matrix, projects)
        topics.assign(ctx.store, found)
        self._warn_if_outgrown(ctx, standing, len(ids))
        return content_hash([[(t.id, t.name) for t in standing], sorted((c, t) for c, (t, _) in found.items())])

    def forget(self, ctx: PassContext, key: str) -> None:
        topics.assign(ctx.store, {})

    def _propose(
        self,
        ctx: PassContext,
        standing: Sequence[Topic],
        ids: Sequence[str],
        matrix: Matrix,
        found: Mapping[str, tuple[str | None, float]],
    ) -> list[Topic]:
        """New topics for what is unsorted, where that is too much; none when nothing new can be told."""
        loose = [n for n, cid in enumerate(ids) if found[cid][0] is None]
        if len(loose) < FEWEST or len(loose) <= TOO_MANY * len(ids):
            return []
        taken = {t.name.casefold() for t in standing}
        proposals = self.propose(sampled(ctx, [ids[n] for n in loose]), matrix[loose], frozenset(taken))
        return [
            Topic(topic_id(p.name), p.name, p.maker, len(ids), quantised(p.direction))
            for p in proposals
            if p.name.casefold() not in taken
        ]

    def _warn_if_outgrown(self, ctx: PassContext, standing: Sequence[Topic], now: int) -> None:
        then = max((t.made_of for t in standing), default=0)
        if then and now >= OUTGROWN * then:
            ctx.reporter.report(
                Warned(
                    f"Topics were proposed from {then} conversations, and there are {now:,} now: "
                    "`musubi topics rebuild` proposes them anew and keeps your renames, merges and hides."
                )
            )


def rebuild(ctx: PassContext, propose: Proposer = by_rules) -> None:
    """Propose the taxonomy anew from every conversation. A topic that the person renamed, merged or hid stays: under
    its id, with the direction of the new cluster that is closest to it, or with its own where none is close."""
    ids, matrix = in_time(ctx, across.out_of_sight(ctx))
    decided = {t for kind in ("title", "hidden", "merge_into") for t in overrides.all_of(ctx.store, kind)}
    into = {name_key(name) for name in overrides.all_of(ctx.store, "merge_into").values()}
    names = overrides.all_of(ctx.store, "title")
    old = [t for t in topics.all_topics(ctx.store) if t.id in decided or name_key(names.get(t.id, t.name)) in into]
    new = list(propose(sampled(ctx, ids), matrix, frozenset())) if len(ids) >= FEWEST else []
    topics.clear(ctx.store)
    for topic in old:
        near = [round(float(topic.direction() @ p.direction), 3) for p in new]
        best = max(range(len(new)), key=near.__getitem__, default=-1)
        if best >= 0 and near[best] >= SAME_TOPIC:
            topic = replace(topic, made_of=len(ids), centre=quantised(new.pop(best).direction))
        topics.put(ctx.store, topic)
    kept = {t.id for t in old}
    for p in new:
        if topic_id(p.name) not in kept:
            topics.put(ctx.store, Topic(topic_id(p.name), p.name, p.maker, len(ids), quantised(p.direction)))
    ledger.drop(ctx.store, "topics", across.UNIT)


def assign(
    standing: Sequence[Topic], ids: Sequence[str], matrix: Matrix, projects: Mapping[str, str]
) -> dict[str, tuple[str | None, float]]:
    """Conversation → (nearest topic, similarity). Ties go to the smaller id. Below the threshold it is the topic that
    bears the name of the conversation's project, else None."""
    if not standing or not ids:
        return dict.fromkeys(ids, (None, 0.0))
    centres = np.stack([t.direction() for t in standing])
    products = np.round(matrix @ centres.T, 3)
    best = products.argmax(axis=1)
    named = {name_key(t.name): t.id for t in standing}
    out: dict[str, tuple[str | None, float]] = {}
    for n, cid in enumerate(ids):
        similarity = round(float(products[n, best[n]]), 3)
        fallback = named.get(name_key(projects.get(cid, "")))
        out[cid] = (standing[best[n]].id if similarity >= UNSORTED_BELOW else fallback, similarity)
    return out


def sampled(ctx: PassContext, ids: Sequence[str]) -> list[Sampled]:
    """What a proposal may go by, a conversation each, in the order given."""
    heads = {head.id: head for head in conversations.headers(ctx.store)}
    made = {note.conversation_id: note for note in notes.load_many(ctx.store, ids)}
    return [
        Sampled(
            made[cid].title,
            made[cid].summary,
            tuple(e.name for e in made[cid].entities),
            conversations.project_name(heads[cid].project),
        )
        for cid in ids
    ]


def quantised(direction: NDArray[np.float32]) -> bytes:
    """A direction as int8, one a dimension."""
    most = float(np.abs(direction).max()) or 1.0
    return bytes(np.round(direction / most * 127).astype(np.int8).tobytes())
