"""Rebuild `vault_example/vault` from `vault_example/sources`: `make example`. Its git diff shows what a change does."""

from __future__ import annotations

import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from adapters import ADAPTERS
from compiler import config
from compiler.build import Options, compile_vault
from compiler.events import Silent
from compiler.ingest import Root
from compiler.records import Env

EXAMPLE = Path(__file__).parents[1] / "vault_example"
ZONE = "Europe/Oslo"
"""Where the invented person lives, whatever the machine's own zone."""


def build(vault: Path) -> None:
    """Compile the example's sources into a new vault, without chunk vectors, which leave no trace in it."""
    settings = config.load(vault, env=Env(vault.parent, sys.platform, {}))
    settings = replace(settings, pages=replace(settings.pages, timezone=ZONE))
    sources = EXAMPLE / "sources"
    roots = [Root(a, sources / a.name) for a in ADAPTERS if (sources / a.name).exists()]
    compile_vault(settings, roots, ADAPTERS, Silent(), Options(embed=False))


def tracked(vault: Path) -> dict[str, bytes]:
    """What git keeps of a vault, by path: every note, and of `.musubi` the lock alone."""
    return {
        path.relative_to(vault).as_posix(): path.read_bytes()
        for path in sorted(vault.rglob("*"))
        if path.is_file() and (".musubi" not in path.parts or path.name == "musubi.lock")
    }


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="musubi-example-") as scratch:
        fresh = Path(scratch) / "vault"
        build(fresh)
        shutil.rmtree(EXAMPLE / "vault", ignore_errors=True)
        for name, data in tracked(fresh).items():
            target = EXAMPLE / "vault" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


if __name__ == "__main__":
    main()
