"""What reading and writing the vault report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VaultCounts:
    """Files written, left as they were, removed; `kept_edits` counts the pages that carry something of the person's."""

    written: int = 0
    unchanged: int = 0
    removed: int = 0
    kept_edits: int = 0


@dataclass(frozen=True, slots=True)
class EditReport:
    """What the person did since the last write, as counts, and in words a line each.

    `missing` are paths of ours that vanished; `accident` says that there were too many to believe it was meant, so
    nothing was hidden.
    """

    notes: int = 0
    properties: int = 0
    ticked: int = 0
    moved: int = 0
    hidden: int = 0
    dismissed: int = 0
    rewritten: int = 0
    missing: tuple[str, ...] = ()
    accident: bool = False
    conflicts: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
