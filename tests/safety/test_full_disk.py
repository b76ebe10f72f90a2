"""Disks that are full, and folders that cannot be written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.safety.runs import ROOT, Vault, compiling, small_sources
from tests.safety.starving import can_mount, starve

pytestmark = pytest.mark.skipif(not can_mount(), reason="no leave to mount")


@pytest.mark.parametrize(("place", "sizes"), [("both", [100, 700, 1300]), ("store", [300, 900]), ("vault", [24, 100])])
def test_a_full_disk_is_one_sentence_and_the_next_run_ends_equal(place: str, sizes: list[int], tmp_path: Path) -> None:
    """Whichever of store and notes it holds; the sentence names the path, the exit code is 1."""
    result = starve(tmp_path, sizes, place)
    assert result["wrong"] == []
    assert result["stopped"]


def test_a_read_only_vault_can_be_searched_and_is_not_written(tmp_path: Path) -> None:
    """A snapshot, a medium that is locked: reading works, writing says in a sentence that it cannot."""
    vault = Vault(tmp_path / "calm", small_sources(tmp_path / "sources", "claude"))
    vault.must_compile()
    place = str(vault.path)
    script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'

    def locked(*words: str) -> subprocess.CompletedProcess[str]:
        command = ["unshare", "-m", "sh", "-c", script, "sh", place, sys.executable, "-m", "compiler", *words]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    found = locked("search", "--vault", place, "what to charge")
    assert found.returncode == 0 and "charge" in found.stdout
    written = locked(*compiling(vault.path, vault.sources))
    assert written.returncode == 1
    assert written.stderr.startswith("musubi: ") and place in written.stderr and "Traceback" not in written.stderr
