"""Counts what a unit leaves out or does not understand, to be reported once at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from compiler.records import Seen, Skipped

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

    def records(self, where: str) -> Iterator[Skipped | Seen]:
        for reason, count in sorted(self._skipped.items()):
            if count:
                yield Skipped(SOURCE, where, reason, count)
        for (kind, version), count in sorted(self._seen.items()):
            yield Seen(SOURCE, kind, version or None, count)
