"""Where to read: the usual places of this machine, those of the configuration, and what the person handed over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adapters import ADAPTERS
from compiler.config import Config
from compiler.errors import StoreError, UsageError
from compiler.ingest import Root, usual_roots
from compiler.records import Adapter
from compiler.store import sources
from compiler.store.connection import open_store
from compiler.vault import lock


def places_of(config: Config) -> dict[str, list[Path]]:
    """Source → where it may be: configured places, else this machine's usual ones, and what was imported."""
    places = {
        a.name: [Path(p).expanduser() for p in config.sources[a.name]]
        if a.name in config.sources
        else list(a.locate(config.env))
        for a in ADAPTERS
    }
    for path, name in imports_of(config):
        places.setdefault(name, []).append(path)
    return places


def imports_of(config: Config) -> list[tuple[Path, str]]:
    """(path, source) of everything handed over, as the store remembers it or, where that is lost, the lock. Copies lie
    in the vault and are named from there, so that a vault can move."""
    try:
        with open_store(config.store, write=False) as store:
            found = sources.imports(store)
    except StoreError:  # there is none, or it is damaged
        known = lock.load(config.lock)
        entries = known.of("import") if known else ()
        found = [(_at_home(entry[0], config), entry[1]) for entry in entries if len(entry) == 2]
    return [(config.vault / path, name) for path, name in found]


def named_roots(config: Config, chosen: Sequence[tuple[Adapter, Path | None]]) -> list[Root]:
    roots: list[Root] = []
    for adapter, path in chosen:
        if path is None:
            roots.extend(usual_roots([adapter], places_of(config)))
        elif not path.exists():
            raise UsageError(f"There is nothing at {path}.")
        else:
            roots.append(Root(adapter, path))
    return roots


def _at_home(path: str, config: Config) -> str:
    """A path of the lock, which writes the home folder as `~`, so that it is true on another machine."""
    return str(config.env.home) + path[1:] if path.startswith("~/") else path
