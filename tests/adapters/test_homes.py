"""Whose home folders are looked into."""

from __future__ import annotations

from pathlib import Path

from adapters._reading.homes import homes
from compiler.records import Env

HOME = Path("/home/anna")


def test_under_wsl_the_windows_homes_are_looked_into_too(tmp_path: Path) -> None:
    """The person's own comes first; folders that are nobody's are passed over."""
    for name in ("Anna", "Public", "Default"):
        (tmp_path / name).mkdir()
    (tmp_path / "desktop.ini").write_text("")
    wsl = Env(HOME, "linux", {"WSL_DISTRO_NAME": "Ubuntu"})
    assert list(homes(wsl, tmp_path)) == [HOME, tmp_path / "Anna"]
    assert list(homes(wsl, tmp_path / "nowhere")) == [HOME]


def test_elsewhere_there_is_one_home(tmp_path: Path) -> None:
    """On Linux proper and on other systems."""
    (tmp_path / "Anna").mkdir()
    assert list(homes(Env(HOME, "linux", {}), tmp_path)) == list(homes(Env(HOME, "darwin", {}), tmp_path)) == [HOME]
