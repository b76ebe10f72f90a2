"""Copies of the store made with SQLite's own backup, a few kept, oldest dropped."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import apsw
from filelock import FileLock

from compiler.store.sound import is_sound

KEPT = 3


def back_up(connection: apsw.Connection, path: Path, *, reason: str) -> Path:
    """Copy the open database to `backups/N-reason.db` beside it; N counts up, the last `KEPT` stay. One at a time: who
    comes second waits."""
    folder = path.parent / "backups"
    folder.mkdir(exist_ok=True)
    with FileLock(path.with_name("backup.lock")):
        return _back_up(connection, path, folder, reason)


def _back_up(connection: apsw.Connection, path: Path, folder: Path, reason: str) -> Path:
    number = max((_number(old) for old in folder.glob("*.db")), default=0) + 1
    target = folder / f"{number:04d}-{reason}.db"
    partial = _fresh(target.with_suffix(".partial"))
    try:
        copy = apsw.Connection(str(partial))
        try:
            with copy.backup("main", connection, "main") as step:
                step.step()
            copy.execute("PRAGMA journal_mode = DELETE")
        finally:
            copy.close()
        partial.replace(target)
    except BaseException:
        _fresh(partial)
        raise
    sync_folder(folder)
    for old in list_backups(path)[:-KEPT]:
        old.unlink()
    return target


def put_in_place(chosen: Path, path: Path) -> Path | None:
    """Make a backup the store; returns where the former one was set aside, if there was one. At every moment there is a
    store: the former one until the very end."""
    partial = _fresh(path.with_suffix(".partial"))
    try:
        shutil.copyfile(chosen, partial)
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        aside = _keep(path) if path.exists() else None
        partial.replace(path)
    except BaseException:
        _fresh(partial)
        raise
    sync_folder(path.parent)
    return aside


def set_aside(path: Path) -> Path | None:
    """Move a store out of the way with its log, so that nothing of it is lost and nothing of it is used."""
    if not path.exists():
        return None
    aside = _keep(path)
    path.unlink()
    sync_folder(path.parent)
    return aside


def _keep(path: Path) -> Path:
    """A second name for a store that is about to be replaced. Its log goes over first: it must never be found beside
    another database, whose pages it would overwrite."""
    number = 1
    while (target := path.with_name(f"{path.stem}.aside-{number}{path.suffix}")).exists():
        number += 1
    for suffix in ("-wal", "-shm"):
        log = path.with_name(path.name + suffix)
        if log.exists():
            log.replace(target.with_name(target.name + suffix))
    try:
        os.link(path, target)
    except OSError:  # a file system without second names
        shutil.copyfile(path, target)
    return target


def copies(path: Path) -> list[Path]:
    """Every other database made of a store: backups, those set aside, and what an interrupted copy left."""
    beside = path.parent.glob(f"{path.stem}.aside-*{path.suffix}")
    return [*list_backups(path), *sorted(beside), *leftovers(path)]


def leftovers(path: Path) -> list[Path]:
    """Copies that were never finished."""
    return sorted([*path.parent.glob("*.partial"), *(path.parent / "backups").glob("*.partial")])


def delete(path: Path) -> None:
    """A database with its logs."""
    for suffix in ("-wal", "-shm", "-journal", ""):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _fresh(path: Path) -> Path:
    delete(path)
    return path


def sync_folder(folder: Path) -> None:
    """Make names given in a folder outlive a power cut."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def list_backups(path: Path) -> list[Path]:
    """Backups of a store, oldest first."""
    return sorted((path.parent / "backups").glob("*.db"), key=_number)


def newest_sound(path: Path) -> Path | None:
    return next((file for file in reversed(list_backups(path)) if is_sound(file)), None)


def _number(path: Path) -> int:
    head = path.name.split("-", 1)[0]
    return int(head) if head.isdigit() else 0
