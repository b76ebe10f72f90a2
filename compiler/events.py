"""What happens during a run, as small values, and the protocol of whoever shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Started:
    """A stage begins: `stage` its name, `total` how many units if known."""

    stage: str
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Advanced:
    """`count` more units of the stage are done."""

    stage: str
    count: int = 1
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    stage: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Warned:
    """Something the person should know, once a run."""

    message: str


@dataclass(frozen=True, slots=True)
class Noted:
    """Something worth saying that is no trouble: what a stage is about to do."""

    message: str


Event = Started | Advanced | Finished | Warned | Noted


class Reporter(Protocol):
    def report(self, event: Event) -> None: ...


class Silent:
    """A Reporter that shows nothing."""

    def report(self, event: Event) -> None:
        return None
