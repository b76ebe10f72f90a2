"""The protocol of a pass and what it may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from compiler.config import Config
from compiler.events import Reporter
from compiler.store.connection import Store


@dataclass(frozen=True, slots=True)
class PassUnit:
    """One piece of work: its key in the ledger, and a fingerprint of everything that `run` reads."""

    key: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class PassContext:
    store: Store
    config: Config
    reporter: Reporter


class Pass(Protocol):
    """A step that derives rows from rows. The fingerprint holds the pass's version, the hashes of its inputs and its
    own configuration; never times, paths or order. What `run` writes and its ledger row commit together."""

    name: str
    version: int

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        """Every unit there should be, by SQL alone, in a fixed order."""
        ...

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        """Do one unit; returns the hash of what was made, which later passes put into their fingerprints."""
        ...

    def forget(self, ctx: PassContext, key: str) -> None:
        """Remove what a unit made that is no longer there."""
        ...


@runtime_checkable
class Ahead(Protocol):
    """A pass that works out many units at once before each is run, or holds something large while it runs."""

    def prepare(self, ctx: PassContext, units: Sequence[PassUnit]) -> None:
        """Work ahead on these units, which are run next, in this order. May do nothing."""
        ...

    def release(self) -> None:
        """Let go of what was held: the pass is over, or failed."""
        ...
