"""Fields of foreign records: a wrong type is an absent value, never an exception."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

EARLIEST, LATEST = datetime(1990, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


def text(value: Any) -> str:
    """A string, or "" for anything else. Lone surrogates become U+FFFD, so the result is always valid UTF-8."""
    if not isinstance(value, str):
        return ""
    return value if value.isascii() and "\x00" not in value else clean(value)


def clean(value: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        # A surrogate pair written as two escapes by a careless producer is one character; what stays alone is lost.
        value = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return value.replace("\x00", "�") if "\x00" in value else value


def mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value) if value == value and abs(value) < 1e18 else None
    if isinstance(value, str):
        try:
            return number(float(value))
        except ValueError:
            return None
    return None


def instant(value: Any) -> str | None:
    """ISO 8601 UTC with `Z` from an ISO text, or epoch seconds, milliseconds, microseconds or nanoseconds (told apart
    by size). None for what is not a time between 1990 and 2100."""
    if isinstance(value, str) and not _numeric(value):
        try:
            moment = datetime.fromisoformat(value.strip())
        except ValueError:
            return None
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    else:
        seconds = number(value)
        if seconds is None:
            return None
        for limit, divisor in ((1e11, 1.0), (1e14, 1e3), (1e17, 1e6), (1e18, 1e9)):
            if abs(seconds) < limit:
                seconds /= divisor
                break
        try:
            moment = datetime.fromtimestamp(seconds, UTC)
        except (OverflowError, OSError, ValueError):
            return None
    try:
        moment = moment.astimezone(UTC)
    except (OverflowError, ValueError):
        return None
    if not EARLIEST <= moment < LATEST:
        return None
    shown = moment.replace(tzinfo=None).isoformat()
    return (shown.rstrip("0") if moment.microsecond else shown) + "Z"


def _numeric(value: str) -> bool:
    return value.strip().replace(".", "", 1).removeprefix("-").isdigit()
