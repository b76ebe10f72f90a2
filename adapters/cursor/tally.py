"""Counts what a unit leaves out or does not understand, to be reported once at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from compiler.records import Problem, Seen, Skipped

SOURCE = "cursor"


class Tally:
    def __init__(self) -> None:
        self._skipped: Counter[str] = Counter()
        self._seen: Counter[tuple[str, str]] = Counter()

    def skip(self, reason: str, count: int = 1) -> None:
        self._skipped[reason] += count

    def see(self, kind: str, version: object = None) -> None:
        """Counts a record type that this adapter does not know."""
        self._seen[kind[:80], str(version or "")] += 1

    def count(self, reason: str) -> int:
        return self._skipped[reason]

    def emptiness(self, where: str) -> Problem | Skipped:
        """What a file without a message is: empty, or, where it holds records that nobody understood, a Problem."""
        if unknown := self._seen.total() + self._skipped["missing message"]:
            return Problem(SOURCE, where, "no messages", f"{unknown} records, none of which could be read")
        return Skipped(SOURCE, where, "empty")

    def records(self, where: str) -> Iterator[Skipped | Seen]:
        for reason, count in sorted(self._skipped.items()):
            if count:
                yield Skipped(SOURCE, where, reason, count)
        for (kind, version), count in sorted(self._seen.items()):
            yield Seen(SOURCE, kind, version or None, count)
