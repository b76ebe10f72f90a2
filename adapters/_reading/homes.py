"""Home folders a source may live in: the person's own and, under WSL, those of the Windows side."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from compiler.records import Env

WINDOWS_USERS = Path("/mnt/c/Users")
_NOT_PEOPLE = {"all users", "default", "default user", "public"}


def homes(env: Env, windows_users: Path = WINDOWS_USERS) -> Iterator[Path]:
    """The home folders to look into, the person's own first."""
    yield env.home
    if env.platform.startswith("linux") and "WSL_DISTRO_NAME" in env.variables:
        try:
            found = sorted(folder for folder in windows_users.iterdir() if folder.is_dir())
        except OSError:
            return
        yield from (folder for folder in found if folder.name.casefold() not in _NOT_PEOPLE)
