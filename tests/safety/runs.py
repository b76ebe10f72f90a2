"""Running `musubi` in children that can be killed, starved or lied to, and comparing what they leave.

Children are forked from a server that has imported everything already, so a run costs what its work costs.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import apsw
import sqlite_vec

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "vault_example" / "sources"
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.safety.preloaded"])
_ONE_ASKS = threading.Lock()
"""Starting a process looks after all others, and an exit code can be read only once."""

NOT_COMPARED = {
    "vault_past": "*",  # hashes of what was about to be written: an interrupted run may have planned more
    "vault_files": "mtime_ns",
    "source_files": "mtime_ns inode hash",
    "sqlite_sequence": "*",
}


@dataclass(frozen=True)
class Done:
    """How a run ended: exit code (negative: the signal), and all that it said."""

    code: int
    said: str

    @property
    def sentences(self) -> list[str]:
        return [line for line in self.said.splitlines() if line.startswith("musubi: ")]


def compiling(vault: Path, sources: Path, *more: str) -> list[str]:
    """The words of a compile of every source below a folder."""
    named = [f"--source={folder.name}={folder}" for folder in sorted(sources.iterdir())]
    return ["compile", "--vault", str(vault), "--no-embed", *named, *more]


def start(args: Sequence[str], home: Path, before: Callable[..., object] | None = None, *given: Any) -> BaseProcess:
    """Begin a run whose home folder is `home`; what it says goes to `home/said`. `before(*given)` runs in it first."""
    home.mkdir(parents=True, exist_ok=True)
    child = FORKS.Process(target=_musubi, args=(list(args), str(home), before, given))
    with _ONE_ASKS:
        child.start()
    return child


def ended(child: BaseProcess, patience: float = 300) -> bool:
    """Whether a run ends in time; where others are started from threads meanwhile, `join` alone may lose its code."""
    until = time.monotonic() + patience
    while True:
        with _ONE_ASKS:
            child.join(0)
            if child.exitcode is not None:
                return True
        if time.monotonic() >= until:
            return False
        time.sleep(0.01)


def finish(child: BaseProcess, home: Path, patience: float = 300) -> Done:
    if not ended(child, patience):
        child.kill()
        ended(child)
        raise TimeoutError(f"still running after {patience} s: {(home / 'said').read_text()}")
    assert child.exitcode is not None
    return Done(child.exitcode, (home / "said").read_text("utf-8", "replace"))


def musubi(args: Sequence[str], home: Path, before: Callable[..., object] | None = None, *given: Any) -> Done:
    return finish(start(args, home, before, *given), home)


def _musubi(args: list[str], home: str, before: Callable[..., object] | None, given: Sequence[Any]) -> None:
    said = os.open(Path(home) / "said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(said, 1)
    os.dup2(said, 2)
    temporary = Path(home) / "tmp"
    temporary.mkdir(exist_ok=True)
    os.environ.update(HOME="/nobody", TZ="UTC", TMPDIR=str(temporary), LANG="C.UTF-8")
    sys.argv = ["musubi", *args]
    import tempfile

    tempfile.tempdir = None
    if before:
        before(*given)
    from compiler.cli import main

    main()


def tree(vault: Path) -> dict[str, bytes]:
    """Path → bytes of every file but the store's own and the configuration, which may say where that lies."""
    return {
        str(path.relative_to(vault)): path.read_bytes()
        for path in sorted(vault.rglob("*"))
        if path.is_file() and path.name != "musubi.toml" and (".musubi" not in path.parts or path.name == "musubi.lock")
    }


def dump(store: Path, *, vectors: bool = True) -> dict[str, list[str]]:
    """Table → its rows as text, sorted: what a store says, whatever its pages look like. Row numbers stay, for chunks
    and vectors go by them; stamps of files do not, and vectors where they are asked for."""
    connection = apsw.Connection(str(store), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.enable_load_extension(True)
    connection.load_extension(sqlite_vec.loadable_path())
    out = {}
    tables = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    shadows = tuple(f"{name}_" for name, sql in tables if "VIRTUAL" in sql)
    for name, sql in tables:
        skipped = NOT_COMPARED.get(name, "")
        if skipped == "*" or name.startswith(shadows):
            continue
        if "fts5vocab" in sql or "VIRTUAL" in sql:
            continue
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        left_out = [*skipped.split(), *([] if vectors else ["vector"])]
        chosen = ", ".join(f'"{column}"' for column in columns if column not in left_out)
        undated = " WHERE key NOT LIKE 'read.%'" if name == "meta" else ""  # the day on which a source was last read
        out[name] = sorted(repr(row) for row in connection.execute(f"SELECT {chosen} FROM {name}{undated}"))
    connection.close()
    return out


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The keys under which two mappings differ."""
    return sorted(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))


@dataclass(frozen=True)
class Vault:
    """A vault, the home of the runs on it, and the sources that they read."""

    home: Path
    sources: Path

    @property
    def path(self) -> Path:
        return self.home / "V"

    @property
    def store(self) -> Path:
        return self.path / ".musubi" / "musubi.db"

    def compile(self, *more: str) -> list[str]:
        return compiling(self.path, self.sources, *more)

    def run(self, *args: str) -> Done:
        command, *rest = args
        return musubi([command, "--vault", str(self.path), *rest], self.home)

    def must_compile(self, *more: str) -> Done:
        done = musubi(self.compile(*more), self.home)
        assert done.code == 0, done.said
        return done

    def copy(self, home: Path) -> Vault:
        """The same vault somewhere else, as a backup tool would carry it over."""
        shutil.copytree(self.home, home, dirs_exist_ok=True)
        return Vault(home, self.sources)


@cache
def settled(calm: Vault) -> tuple[dict[str, bytes], dict[str, list[str]]]:
    """Files and rows of a vault that nothing changes any more."""
    return tree(calm.path), dump(calm.store)


def unlike(vault: Vault, calm: Vault) -> list[str]:
    """In what a disturbed vault differs from the calm one, which changes no more: unsound, other files, other rows.
    Empty is as it should."""
    files, rows = settled(calm)
    checked = vault.run("check", "--json")
    report = json.loads(checked.said.splitlines()[-1]) if checked.code in (0, 1) and checked.said else {}
    out = [] if checked.code == 0 else [f"check: {checked.said[-300:]}"]
    out += [f"check: {line}" for line in report.get("vault", ())]
    out += [f"file {name}" for name in differences(tree(vault.path), files)]
    out += [f"table {name}" for name in differences(dump(vault.store), rows)]
    left = [str(p) for p in vault.path.rglob("*") if p.name.endswith((".tmp", ".partial"))]
    return out + [f"left behind: {name}" for name in left]


def small_sources(folder: Path, *names: str) -> Path:
    """The example's sources, or some of them, where a test may change them."""
    for name in names or [p.name for p in EXAMPLE.iterdir()]:
        shutil.copytree(EXAMPLE / name, folder / name)
    return folder
