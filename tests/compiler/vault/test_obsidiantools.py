"""An independent reader of vaults finds nothing that dangles."""

from __future__ import annotations

from pathlib import Path

import obsidiantools.api as otools
import pytest

from bench.example import EXAMPLE
from compiler import vault
from compiler.events import Silent
from tests.compiler.vault.believable import config, open_filled, put
from tests.compiler.vault.test_inert import PAYLOADS, hostile


@pytest.mark.parametrize("conversations", [0, 1000])
def test_no_link_leads_nowhere(tmp_path: Path, conversations: int) -> None:
    """obsidiantools finds a file for every link. It knows notes by their shortest name, where ours are full paths; it
    reads links from rendered text, where an escaped `[[` looks like one, so payloads with it are left out."""
    settings = config(tmp_path)
    payloads = [text for text in PAYLOADS if "[[" not in text]
    with open_filled(settings) as store:
        for n in range(conversations):
            put(store, *hostile(n, payloads[n % len(payloads)], "quote" if n % 2 else "title"))
        vault.write(store, settings, Silent())
    assert dangling(tmp_path) == []


def test_no_link_of_the_example_leads_nowhere() -> None:
    """Every link of the vault that this repository shows has its file."""
    assert dangling(EXAMPLE / "vault") == []


def dangling(folder: Path) -> list[str]:
    """Targets of links for which there is no file; every note is found, and Home leads on."""
    read = otools.Vault(folder).connect().gather()
    assert len(read.md_file_index) == len(list(folder.rglob("*.md")))
    assert "Decisions" in read.get_wikilinks("Home")
    return sorted(name for name in read.nonexistent_notes if not _is_file(folder / name))


def _is_file(path: Path) -> bool:
    """A note, or a canvas or base with its extension."""
    return path.with_name(path.name + ".md").is_file() or path.is_file()
