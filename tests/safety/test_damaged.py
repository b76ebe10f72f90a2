"""Databases that went bad: recognised or harmless, never silently used, and mended."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tests.safety.damages import DAMAGES, PAGE, flip_in_page, outcome
from tests.safety.runs import Vault, small_sources

HARMLESS = {"log of noise", "log with a true head", "one bit"}


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """A compiled vault with a backup."""
    folder = tmp_path_factory.mktemp("damaged")
    vault = Vault(folder / "calm", small_sources(folder / "sources", "claude", "obsidian"))
    vault.must_compile()
    assert vault.run("backup").code == 0
    return vault


@pytest.mark.parametrize("name", list(DAMAGES)[::3])
def test_a_damage_is_found_or_harmless_and_mended(name: str, calm: Vault, tmp_path: Path) -> None:
    """`check` says so, no command shows a traceback, and `compile` or `restore` ends in the same vault. All kinds are
    tried by `python -m bench.safety.damage`."""
    result = outcome(calm.copy(tmp_path / "vault"), calm, DAMAGES[name], random.Random(5))
    assert result == "found" or (result == "harmless" and name in HARMLESS)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.9])
def test_a_byte_that_tips_is_found_and_mended(share: float, calm: Vault, tmp_path: Path) -> None:
    """In any page of the store, whatever lies there; `python -m bench.safety.damage` tries two hundred."""
    page = int(calm.store.stat().st_size // PAGE * share)
    assert outcome(calm.copy(tmp_path / "vault"), calm, flip_in_page(page), random.Random(3)) == "found"


def test_a_damaged_store_without_a_backup_is_made_again_from_the_sources(calm: Vault, tmp_path: Path) -> None:
    """It stays set aside for whoever wants to look, and the run says so."""
    vault = calm.copy(tmp_path / "vault")
    shutil.rmtree(vault.store.parent / "backups")
    DAMAGES["noise"](vault.store, random.Random(1))
    said = vault.must_compile().said
    assert "set aside as" in said and "made again from the sources" in said
    assert vault.run("check").code == 0
    assert (vault.store.parent / "musubi.aside-1.db").exists()
