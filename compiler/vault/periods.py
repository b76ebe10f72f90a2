"""Long lists cut by time, so that no index grows beyond what a phone opens: years, and months of a busy year."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import TypeVar

WHOLE = 300
"""Rows that one page may hold."""
UNDATED = "undated"
Row = TypeVar("Row")


def periods(days: Iterable[date | None]) -> list[str]:
    """The periods into which a list with these days is cut, newest first (`2026`, `2025-11`); none for a short list."""
    return sorted(set(_by_day(list(days)).values()), reverse=True)


def cut(rows: Iterable[Row], day: Callable[[Row], date | None]) -> dict[str, list[Row]]:
    """Period → its rows, in the order given; empty for a short list."""
    found = list(rows)
    named = _by_day([day(row) for row in found])
    out: dict[str, list[Row]] = {}
    for row in found:
        if named:
            out.setdefault(named[day(row)], []).append(row)
    return out


def _by_day(days: list[date | None]) -> Mapping[date | None, str]:
    if len(days) <= WHOLE:
        return {}
    years = Counter(day.year for day in days if day)
    return {
        day: UNDATED if day is None else day.strftime("%Y" if years[day.year] <= WHOLE else "%Y-%m") for day in days
    }
