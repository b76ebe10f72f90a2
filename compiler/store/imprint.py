"""Bit rot: what a run leaves of the database is remembered beside it by checksums, so that bytes which then change on
their own are found.

An imprint speaks only of a file that nothing has written since (same size, same time, empty log): what another program
writes is that program's affair.
"""

from __future__ import annotations

import json
import time
import zlib
from pathlib import Path
from typing import Any

from compiler.store.trouble import damaged

BLOCK = 1 << 20
TICK = 0.02
"""Seconds in which a file system's clock has surely moved on: a write in the tick of the one before it would leave the
time as it was, and look like rot (what git calls racily clean)."""


def take(path: Path) -> None:
    """Remember a store that is closed. Where that cannot be done there is none: it is an aid, not worth a run."""
    target = _beside(path)
    try:
        stamp = _stamp(path)
        if stamp == _known(path).get("stamp"):
            return
        time.sleep(TICK)
        imprint = {"stamp": stamp, "blocks": _blocks(path)}
        if stamp is None or stamp != _stamp(path):
            target.unlink(missing_ok=True)
            return
        partial = target.with_suffix(".sums-partial")
        partial.write_text(json.dumps(imprint), "ascii")
        partial.replace(target)
    except OSError:
        pass


def verify(path: Path) -> None:
    """Damaged, where bytes changed that nobody wrote."""
    known = _known(path)
    try:
        if known and known.get("stamp") == _stamp(path):
            rotten = sum(old != new for old, new in zip(known["blocks"], _blocks(path), strict=True))
            if rotten:
                raise damaged(path, f"bytes changed on the disk that nobody wrote, in {rotten} MB of it")
    except (OSError, KeyError, TypeError, ValueError):  # no imprint of ours, or a file that opening will complain of
        return


def _known(path: Path) -> dict[str, Any]:
    try:
        imprint = json.loads(_beside(path).read_text("ascii"))
    except (OSError, ValueError):
        return {}
    return imprint if isinstance(imprint, dict) else {}


def _beside(path: Path) -> Path:
    return path.with_suffix(".sums")


def _stamp(path: Path) -> list[int] | None:
    """Size and time of the last write; None while a log holds more."""
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        return None
    stat = path.stat()
    return [stat.st_size, stat.st_mtime_ns]


def _blocks(path: Path) -> list[int]:
    """A checksum of each megabyte."""
    with path.open("rb") as file:
        return [zlib.crc32(block) for block in iter(lambda: file.read(BLOCK), b"")]
