"""How good the vault is, in figures: what repeats, what does not hold, what is stale, what nobody reaches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from compiler.config import Config
from compiler.passes import filters, verify
from compiler.passes.ground import Embed
from compiler.store import notes, sources, topics, vault_files
from compiler.store.connection import Store
from compiler.vault import files

TARGET = re.compile(r"\[\[([^\]|#]+)")
STALE_TASK = re.compile(r"^- \[ \] ", re.MULTILINE)
KEEPS_DAYS = 25
"""Claude Code deletes transcripts after 30 days: a source not read for so long is about to lose some."""
DAILY = ("day", "home")
"""Kinds of page whose links say only that a note exists."""


@dataclass(frozen=True, slots=True)
class Audit:
    """Counts over the vault. `unsorted` is the share of conversations without a topic; `redactions` counts by kind;
    `unread_days` how many days ago each source that has not been read for 25 days was read last."""

    items: int
    duplicates: int
    unsupported: int
    open_loops: int
    stale_loops: int
    conversations: int
    never_linked: int
    unsorted: float
    redactions: Mapping[str, int]
    unread_days: Mapping[str, int]


def audit(store: Store, config: Config, today: date, embed: Embed | None = None) -> Audit:
    """Measure the vault as the store and the notes on disk have it. Reads everything, writes nothing."""
    manifest = vault_files.all_files(store)
    said = Counter(
        (item.kind, " ".join(re.findall(r"\w+", item.text.casefold())))
        for note in notes.load_all(store)
        for item in filters.shown_note(note).items
    )
    opened, stale = _loops(config, next((f.path for f in manifest if f.kind == "loops"), None))
    shown = [f.path for f in manifest if f.kind == "conversation"]
    linked = set(_targets(config, [f.path for f in manifest if f.path.endswith(".md") and f.kind not in DAILY]))
    placed = topics.assignments(store)
    return Audit(
        items=sum(said.values()),
        duplicates=sum(count - 1 for count in said.values()),
        unsupported=sum(1 for _ in verify.unfounded(store, embed)),
        open_loops=opened,
        stale_loops=stale,
        conversations=len(shown),
        never_linked=sum(path.removesuffix(".md") not in linked for path in shown),
        unsorted=round(sum(t is None for t, _ in placed.values()) / len(placed), 3) if placed else 0.0,
        redactions=sources.redaction_counts(store),
        unread_days={
            name: days for name, day in sources.last_read(store).items()
            if (days := (today - date.fromisoformat(day)).days) >= KEEPS_DAYS
        },
    )  # fmt: skip


def _loops(config: Config, path: str | None) -> tuple[int, int]:
    """(open, stale) tasks of the one page that holds them."""
    text = (files.read(config.vault / path) or b"").decode("utf-8", "replace") if path else ""
    _, _, stale = text.partition("\n## Stale\n")
    return len(STALE_TASK.findall(text)), len(STALE_TASK.findall(stale.partition("\n## ")[0]))


def _targets(config: Config, paths: list[str]) -> Iterator[str]:
    """What these notes link to, themselves left out."""
    for path in paths:
        own = path.removesuffix(".md")
        text = (files.read(config.vault / path) or b"").decode("utf-8", "replace")
        yield from (target for target in TARGET.findall(text) if target != own)
