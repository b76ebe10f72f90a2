"""The loop over passes, and a compile that is refused, interrupted or repeated."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from compiler import config
from compiler.build import Options, PassCounts, compile_vault, only_writer, run_pass
from compiler.errors import Locked, VaultError
from compiler.events import Silent
from compiler.passes import PassContext, PassUnit
from compiler.records import Env
from compiler.store import backup, ledger, meta, sources
from compiler.store.connection import open_store

ROOT = Path(__file__).parents[2]


@dataclass
class Upper:
    """Writes each key's text in capitals; a text of `!` makes it raise."""

    texts: dict[str, str]
    name: str = "upper"
    version: int = 1
    forgotten: list[str] = field(default_factory=list)

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        return [PassUnit(key, f"{self.version}:{text}") for key, text in sorted(self.texts.items())]

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        meta.put(ctx.store, f"upper.{unit.key}", self.texts[unit.key].upper())
        if self.texts[unit.key] == "!":
            raise ValueError("no capitals")
        return self.texts[unit.key].upper()

    def forget(self, ctx: PassContext, key: str) -> None:
        self.forgotten.append(key)


@pytest.fixture
def ctx(tmp_path: Path) -> Iterator[PassContext]:
    settings = config.load(tmp_path / "V", env=Env(tmp_path, "linux", {}))
    with open_store(settings.store) as store:
        yield PassContext(store, settings, Silent())


def test_only_stale_units_run(ctx: PassContext) -> None:
    """A changed text or a new version is stale; the rest is fresh."""
    step = Upper({"a": "one", "b": "two"})
    assert run_pass(ctx, step) == PassCounts(run=2)
    assert run_pass(ctx, step) == PassCounts(fresh=2)
    step.texts["b"] = "TWO!"
    assert run_pass(ctx, step) == PassCounts(run=1, fresh=1)
    step.version = 2
    assert run_pass(ctx, step) == PassCounts(run=2)


def test_a_vanished_unit_is_forgotten(ctx: PassContext) -> None:
    """The pass removes what it made, the ledger its row."""
    step = Upper({"a": "one", "b": "two"})
    run_pass(ctx, step)
    del step.texts["a"]
    run_pass(ctx, step)
    assert step.forgotten == ["a"]
    assert list(ledger.fingerprints(ctx.store, "upper")) == ["b"]


def test_a_unit_that_raises_costs_itself(ctx: PassContext) -> None:
    """Nothing of it stays, it is reported, and it is tried again next time."""
    step = Upper({"a": "!", "b": "two"})
    assert run_pass(ctx, step) == PassCounts(run=1, failed=1)
    assert meta.get(ctx.store, "upper.a") is None
    assert [(p.where, p.what) for p, _ in sources.problems(ctx.store)] == [("a", "upper failed")]
    step.texts["a"] = "one"
    assert run_pass(ctx, step) == PassCounts(run=1, fresh=1)
    assert sources.problems(ctx.store) == []


def test_two_compiles_at_once(tmp_path: Path) -> None:
    """The second says so."""
    settings = config.load(tmp_path / "V", env=Env(tmp_path, "linux", {}))
    with only_writer(settings), pytest.raises(Locked, match="Another Musubi is compiling"), only_writer(settings):
        pass


def test_a_damaged_store_is_set_aside_and_made_again(tmp_path: Path) -> None:
    """From the newest sound backup where there is one; the damaged file stays for whoever wants to look."""
    settings = config.load(tmp_path / "V", env=Env(tmp_path, "linux", {}))
    with open_store(settings.store) as store:
        meta.put(store, "mark", "kept")
        backup.back_up(store.connection, settings.store, reason="test")
    settings.store.write_bytes(b"garbage" * 1000)
    compile_vault(settings, [], [], Silent(), Options(embed=False))
    with open_store(settings.store) as store:
        assert meta.get(store, "mark") == "kept"
    assert settings.store.with_name("musubi.aside-1.db").read_bytes().startswith(b"garbage")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_vault_is_one_sentence(tmp_path: Path) -> None:
    """No traceback, nothing half written."""
    vault = tmp_path / "V"
    vault.mkdir()
    vault.chmod(0o500)
    with pytest.raises(VaultError):
        compile_vault(config.load(vault, env=Env(tmp_path, "linux", {})), [], [], Silent(), Options(embed=False))
