"""Copies of the store made with SQLite's own backup, a few kept, oldest dropped."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import apsw

KEPT = 3


def back_up(connection: apsw.Connection, path: Path, *, reason: str) -> Path:
    """Copy the open database to `backups/N-reason.db` beside it; N counts up, the last `KEPT` stay."""
    folder = path.parent / "backups"
    folder.mkdir(exist_ok=True)
    number = max((_number(old) for old in folder.glob("*.db")), default=0) + 1
    target = folder / f"{number:04d}-{reason}.db"
    partial = target.with_suffix(".partial")
    copy = apsw.Connection(str(partial))
    try:
        with copy.backup("main", connection, "main") as step:
            step.step()
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
    partial.replace(target)
    for old in list_backups(path)[:-KEPT]:
        old.unlink()
    return target


def put_in_place(chosen: Path, path: Path) -> Path | None:
    """Make a backup the store; returns where the former one was set aside, if there was one."""
    aside = set_aside(path)
    partial = path.with_suffix(".partial")
    shutil.copyfile(chosen, partial)
    with partial.open("rb") as file:
        os.fsync(file.fileno())
    partial.replace(path)
    return aside


def set_aside(path: Path) -> Path | None:
    """Move a store out of the way with its log, so that nothing of it is lost and nothing of it is used."""
    if not path.exists():
        return None
    number = 1
    while (target := path.with_name(f"{path.stem}.aside-{number}{path.suffix}")).exists():
        number += 1
    for suffix in ("-wal", "-shm"):
        log = path.with_name(path.name + suffix)
        if log.exists():
            log.replace(target.with_name(target.name + suffix))
    path.replace(target)
    return target


def list_backups(path: Path) -> list[Path]:
    """Backups of a store, oldest first."""
    return sorted((path.parent / "backups").glob("*.db"), key=_number)


def _number(path: Path) -> int:
    head = path.name.split("-", 1)[0]
    return int(head) if head.isdigit() else 0
