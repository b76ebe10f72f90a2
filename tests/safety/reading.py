"""Sources on a disk that fails once, at the Nth call of their reading: what is read next time must be all there is."""

from __future__ import annotations

import errno
import io
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import apsw

from compiler.events import Silent
from compiler.ingest import Root, ingest
from compiler.records import Adapter
from compiler.store.connection import open_store
from tests.adapters.examples import examples
from tests.safety.faulty import BASE
from tests.safety.runs import differences

ROWS = {
    "conversations": "SELECT id, title, project, updated_at, content_hash, gone FROM conversations ORDER BY id",
    "messages": "SELECT id, text FROM messages ORDER BY id",
    "contributions": "SELECT * FROM contributions ORDER BY conversation_id, unit",
    "problems": "SELECT * FROM problems ORDER BY unit, place, what",
}


class Failing:
    """Counts the calls below a folder; the `number`th fails with `code`."""

    def __init__(self, folder: Path, number: int, code: int) -> None:
        self.folder, self.number, self.code = str(folder), number, code
        self.calls = 0

    def reach(self, path: object) -> None:
        if not isinstance(path, int) and os.fspath(path).startswith(self.folder):  # type: ignore[call-overload]
            self.calls += 1
            if self.calls == self.number:
                raise OSError(self.code, os.strerror(self.code), str(path))


class _File(io.FileIO):
    def __init__(self, disk: Failing, path: str) -> None:
        super().__init__(path, "r")
        self.disk, self.path = disk, path

    def readinto(self, buffer: Any) -> int | None:
        self.disk.reach(self.path)
        return super().readinto(buffer)

    def readall(self) -> bytes:
        self.disk.reach(self.path)
        return super().readall()


class _Databases(apsw.VFS):  # type: ignore[misc]
    def __init__(self, disk: Failing) -> None:
        self.disk = disk
        super().__init__("failing", BASE, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        _reach(self.disk, path, apsw.CantOpenError)
        return _Database(self.disk, name, flags, path)


class _Database(apsw.VFSFile):  # type: ignore[misc]
    def __init__(self, disk: Failing, name: Any, flags: list[int], path: str) -> None:
        self.disk, self.path = disk, path
        super().__init__(BASE, name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:
        _reach(self.disk, self.path, apsw.IOError)
        return bytes(super().xRead(amount, offset))

    def excepthook(self, *_: object) -> None:
        """SQLite has told whoever asked."""


def _reach(disk: Failing, path: str | None, error: type[Exception]) -> None:
    try:
        disk.reach(path or "")
    except OSError as refused:
        raise error(str(refused)) from None


@contextmanager
def failing(disk: Failing) -> Iterator[None]:
    """Python's and SQLite's ways to that folder, while the block lasts."""
    real_open = io.open

    def opened(file: Any, mode: str = "r", *rest: Any, **named: Any) -> Any:
        if isinstance(file, int) or not os.fspath(file).startswith(disk.folder):
            return real_open(file, mode, *rest, **named)
        disk.reach(file)
        if set(mode) & set("wax+"):
            return real_open(file, mode, *rest, **named)
        whole = io.BufferedReader(_File(disk, os.fspath(file)))
        return whole if "b" in mode else io.TextIOWrapper(whole, *rest[1:], **named)

    def reaching(real: Callable[..., Any]) -> Callable[..., Any]:
        def called(path: Any = ".", *rest: Any, **named: Any) -> Any:
            disk.reach(path)
            return real(path, *rest, **named)

        return called

    databases = _Databases(disk)
    try:
        with ExitStack() as stack:
            for name in ("io.open", "builtins.open"):
                stack.enter_context(patch(name, opened))
            for name in ("open", "scandir", "listdir", "stat"):
                stack.enter_context(patch.object(os, name, reaching(getattr(os, name))))
            yield
    finally:
        databases.unregister()


class Sources:
    """An adapter's example, read into a store in a run that nothing disturbs, and in runs that meet one fault."""

    def __init__(self, adapter: Adapter, folder: Path) -> None:
        self.adapter, self.folder = adapter, folder
        (folder / "sources").mkdir(parents=True)
        self.roots = examples(adapter.name, folder / "sources")
        self.empty = folder / "empty.db"
        open_store(self.empty).close()
        disk = Failing(folder / "sources", 0, errno.EIO)
        with failing(disk):
            self.calm = self._read(self._store("calm"))
        self.calls = disk.calls

    def wrong(self, number: int, code: int) -> list[str]:
        """What the run after the fault lacks."""
        store = self._store("disturbed")
        with failing(Failing(self.folder / "sources", number, code)):
            told = self._read(store)
        found = differences(self._read(store), self.calm)
        name, said = self.adapter.name, [row[2:] for row in told["problems"]]
        return [f"{name}, call {number} of {self.calls}: {table} differ after {said}" for table in found]

    def _store(self, name: str) -> Path:
        path = self.folder / name / "musubi.db"
        shutil.rmtree(path.parent, ignore_errors=True)
        path.parent.mkdir()
        shutil.copy(self.empty, path)
        return path

    def _read(self, path: Path) -> dict[str, list[Any]]:
        with open_store(path) as store:
            ingest(store, [Root(self.adapter, root) for root in self.roots], Silent(), adapters=[self.adapter])
            return {name: store.rows(sql) for name, sql in ROWS.items()}
