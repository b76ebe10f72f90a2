"""Topics as the person named them."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.passes.curated import TopicEntry
from compiler.recall import decisions, loops
from compiler.recall.history import History
from compiler.recall.naming import plain
from compiler.recall.paging import Page, page
from compiler.recall.types import Topic

LATEST = 3


def topics(history: History, name: str | None = None, *, offset: int = 0, limit: int = 50) -> Page[Topic]:
    """Those whose name holds `name`, largest first; conversations that belong to none are the last one, Unsorted."""
    chosen = [t for t in history.corpus.topics if not name or plain(name) in plain(t.name)]
    return page(chosen, offset, limit, lambda some: _describe(history, some))


def _describe(history: History, chosen: Sequence[TopicEntry]) -> list[Topic]:
    standing = history.once(decisions.Entries).standing_in
    still_open = history.once(loops.Entries).open_in
    made = []
    for topic in chosen:
        days = sorted(day for cid in topic.members if (day := (history.heads[cid].created_at or "")[:10]))
        made.append(
            Topic(
                id=topic.id,
                name=topic.name,
                conversations=len(topic.members),
                standing_decisions=sum(standing[cid] for cid in topic.members),
                open_loops=sum(still_open[cid] for cid in topic.members),
                first=days[0] if days else None,
                last=days[-1] if days else None,
                latest=tuple(history.places((cid, None, None) for cid in topic.members[: -LATEST - 1 : -1])),
            )
        )
    return made
