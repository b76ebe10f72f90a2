"""Forgetting: a conversation and everything made of it, from every table, index, note, backup and cached reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler import vault
from compiler.build import explained, finish_forgetting, only_writer, run_passes
from compiler.config import Config
from compiler.events import Reporter
from compiler.passes import PassContext
from compiler.passes.order import PASSES
from compiler.records import Conversation
from compiler.store import conversations, ledger, scrub
from compiler.store.connection import Store, open_store


@dataclass(frozen=True, slots=True)
class Selection:
    """What to forget: any of these that is given must hold. `match` is plain text, in title or messages."""

    ids: tuple[str, ...] = ()
    source: str | None = None
    project: str | None = None
    match: str | None = None


def select(store: Store, wanted: Selection) -> list[Conversation]:
    """The conversations meant, sub-agents' transcripts with their parents, oldest first."""
    kinds = ("main", "note", "subagent", "memory", "project")
    heads = conversations.headers(store, kinds)
    matching = conversations.ids_with_text(store, wanted.match) if wanted.match else frozenset()
    chosen = {
        h.id
        for h in heads
        if (not wanted.ids or h.id in wanted.ids)
        and (wanted.source is None or h.source == wanted.source)
        and (wanted.project is None or _is_project(h, wanted.project))
        and (wanted.match is None or h.id in matching)
    }
    return [h for h in heads if h.id in chosen or (h.kind == "subagent" and h.parent in chosen)]


def forget(config: Config, ids: Sequence[str], reporter: Reporter) -> vault.VaultCounts:
    """Remove conversations for good and write the vault without them. Git history and the app's own recovery copies are
    out of reach; the caller says so. Cut short at any moment, the next compile finishes it."""
    with explained(config), only_writer(config), open_store(config.store) as store:
        ctx = PassContext(store, config, reporter)
        with store.transaction():
            for step in PASSES:
                known = ledger.fingerprints(store, step.name)
                for key in ids:
                    if key in known:
                        step.forget(ctx, key)
                        ledger.drop(store, step.name, key)
            scrub.begin(store, ids)
        run_passes(ctx)
        written = vault.write(store, config, reporter)
        finish_forgetting(ctx)
    return written


def _is_project(head: Conversation, name: str) -> bool:
    project = (head.project or "").rstrip("/\\")
    return project == name or project.replace("\\", "/").rsplit("/", 1)[-1] == name
