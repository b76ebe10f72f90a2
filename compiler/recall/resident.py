"""The store as a process that stays sees it: opened when asked, read as of one moment, followed when it changes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from compiler.config import Config
from compiler.errors import StoreError
from compiler.recall.history import History
from compiler.recall.searching import Tell, has_vectors, searcher_for
from compiler.search import Searcher
from compiler.store.connection import Store, open_store


class Library:
    """One reader at a time, from any thread. A store that does not exist yet may appear later; one that was put in its
    place (a backup restored) is noticed. `tell` is told what questions have to do without."""

    def __init__(self, config: Config, tell: Tell = lambda _: None) -> None:
        self._tell = tell
        self._config = config
        self._lock = threading.Lock()
        self._store: Store | None = None
        self._file: tuple[int, int] | None = None
        self._searcher: Searcher | None = None
        self._history: History | None = None
        self._version: int | None = None

    @contextmanager
    def history(self) -> Iterator[History]:
        """All that is read inside is of one moment, whatever a compile writes meanwhile. StoreError says what to do."""
        with self._lock:
            try:
                store = self._current()
                with store.snapshot() as version:
                    if self._history is None or version != self._version:
                        self._history = History(store, self._searcher_of(store))
                        self._version = version
                    yield self._history
            except apsw.Error as error:
                self._forget()
                raise StoreError(f"The store could not be read ({error}); try again, or run `musubi check`.") from error

    def close(self) -> None:
        with self._lock:
            self._forget()

    def _current(self) -> Store:
        """The open store, opened anew where another file lies in its place."""
        try:
            found = self._config.store.stat()
            file = (found.st_dev, found.st_ino)
        except OSError:
            file = None
        if self._store is None or file != self._file:
            self._forget()
            self._store = open_store(self._config.store, write=False)
            self._file = file
        return self._store

    def _searcher_of(self, store: Store) -> Searcher:
        """Kept from state to state; made anew once there are vectors to compare with."""
        known = self._searcher
        if known is None or (known.embedder is None and has_vectors(store)):
            known = searcher_for(self._config, store, self._tell, many=True)
        self._searcher = known
        return known

    def _forget(self) -> None:
        if self._store is not None:
            self._store.close()
        self._store = self._file = self._searcher = self._history = self._version = None
