"""What was stored under older rules for secrets, read again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from adapters import ADAPTERS
from compiler import config
from compiler.build import Options, compile_vault
from compiler.config import Config
from compiler.events import Silent
from compiler.ingest import Root
from compiler.records import Env
from compiler.rescan import rescan
from compiler.store import backup, resealing
from compiler.store.connection import open_store
from compiler.text.redact import RULES_VERSION

WORD = "zanzibar-hamster"
NOTHING = Options(embed=False)


def compiled(tmp_path: Path) -> tuple[Config, list[Root]]:
    """A vault with one conversation that says the word: no rule takes it for a secret."""
    said = {"uuid": "m1", "sender": "human", "text": f"We decided to call the server {WORD}.", "content": [],
            "created_at": "2026-03-02T09:00:00Z", "updated_at": "2026-03-02T09:00:00Z"}  # fmt: skip
    told = {"uuid": "c1", "name": f"Naming {WORD}", "created_at": "2026-03-02T09:00:00Z",
            "updated_at": "2026-03-02T09:00:00Z", "chat_messages": [said]}  # fmt: skip
    (tmp_path / "export").mkdir()
    (tmp_path / "export" / "conversations.json").write_text(json.dumps([told]))
    settings = config.load(tmp_path / "V", env=Env(tmp_path, "linux", {}))
    roots = [Root(next(a for a in ADAPTERS if a.name == "claude"), tmp_path / "export")]
    compile_vault(settings, roots, ADAPTERS, Silent(), NOTHING)
    return settings, roots


def holding(folder: Path) -> list[str]:
    return [p.name for p in folder.rglob("*") if p.is_file() and WORD.encode() in p.read_bytes()]


def test_a_value_that_counts_as_secret_now_leaves_every_byte(tmp_path: Path) -> None:
    """Store, notes and backups; what the person added to `redact_also` after it was stored."""
    settings, _ = compiled(tmp_path)
    with open_store(settings.store, write=False) as store:
        backup.back_up(store.connection, settings.store, reason="test")
    assert len(holding(tmp_path / "V")) >= 3
    done = rescan(replace(settings, redact_also=(WORD,)), Silent())
    assert (done.read, done.changed, done.backups) == (1, 1, 1)
    assert holding(tmp_path / "V") == []
    assert len(backup.list_backups(settings.store)) == 1


def test_what_the_person_names_is_redacted_on_the_way_in(tmp_path: Path) -> None:
    """`redact_also` in musubi.toml; `redact_never` keeps what a rule would take."""
    settings, roots = compiled(tmp_path)
    elsewhere = replace(settings, vault=tmp_path / "W", store=tmp_path / "W" / "musubi.db", redact_also=(WORD,))
    compile_vault(elsewhere, roots, ADAPTERS, Silent(), NOTHING)
    assert holding(tmp_path / "W") == []


def test_conversations_of_older_rules_are_counted(tmp_path: Path) -> None:
    """So that `musubi doctor` can say that a newer rule set has not seen them."""
    settings, _ = compiled(tmp_path)
    with open_store(settings.store) as store:
        assert resealing.older_than(store, RULES_VERSION) == 0
        assert resealing.older_than(store, RULES_VERSION + 1) == 1
