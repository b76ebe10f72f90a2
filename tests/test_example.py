"""The example vault is what its sources compile to, byte for byte."""

from __future__ import annotations

import difflib
from pathlib import Path

from bench.example import EXAMPLE, build, tracked


def test_the_example_vault_is_up_to_date(tmp_path: Path) -> None:
    """`make example` rebuilds it; read the diff before committing it."""
    build(tmp_path / "vault")
    fresh, kept = tracked(tmp_path / "vault"), tracked(EXAMPLE / "vault")
    assert sorted(fresh) == sorted(kept)
    for name, data in fresh.items():
        old, new = kept[name].decode().splitlines(), data.decode().splitlines()
        assert not list(difflib.unified_diff(old, new, name, name, lineterm="", n=1))


def test_a_second_compile_writes_nothing(tmp_path: Path) -> None:
    """Not a byte, not a time."""
    vault = tmp_path / "vault"
    build(vault)
    before = {p: p.stat().st_mtime_ns for p in vault.rglob("*") if p.is_file() and ".musubi" not in p.parts}
    build(vault)
    after = {p: p.stat().st_mtime_ns for p in vault.rglob("*") if p.is_file() and ".musubi" not in p.parts}
    assert before == after


def test_without_the_database_the_vault_is_the_same(tmp_path: Path) -> None:
    """Deleting the database, not the lock, and compiling again gives the same bytes."""
    vault = tmp_path / "vault"
    build(vault)
    before = tracked(vault)
    for file in (vault / ".musubi").glob("musubi.db*"):
        file.unlink()
    build(vault)
    assert tracked(vault) == before
