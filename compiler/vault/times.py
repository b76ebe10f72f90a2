"""Local wall-clock times of the one configured zone; the exact instants stay in the store."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from compiler.config import Config
from compiler.store import meta
from compiler.store.connection import Store

KEY = "timezone"


def zone(store: Store, config: Config) -> ZoneInfo:
    """The configured zone, else the one remembered from the vault's first compile, else the machine's."""
    return _known(config.pages.timezone) or _known(meta.get(store, KEY)) or _machines(config) or ZoneInfo("UTC")


def local(instant: str | None, zone: ZoneInfo) -> datetime | None:
    """An ISO 8601 UTC text as local time without zone, to the second; None for what is no time."""
    if not instant:
        return None
    try:
        parsed = datetime.fromisoformat(instant)
        moment = parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
        return moment.astimezone(zone).replace(tzinfo=None, microsecond=0)
    except (ValueError, OverflowError):
        return None


def offset(instant: str | None, zone: ZoneInfo) -> str | None:
    """The zone's distance from UTC at an instant: `+01:00`."""
    try:
        parsed = datetime.fromisoformat(instant or "")
        moment = (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).astimezone(zone)
    except (ValueError, OverflowError):
        return None
    text = moment.strftime("%z")
    return f"{text[:3]}:{text[3:5]}"


def _machines(config: Config) -> ZoneInfo | None:
    name = config.env.variables.get("TZ", "").lstrip(":")
    if name:
        return _known(name)
    try:
        target = str(Path(os.path.realpath("/etc/localtime")))
    except OSError:
        return None
    return _known(target.partition("zoneinfo/")[2])


def _known(name: str | None) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
