"""A conversation that turns out to be a copy of another: its page goes, the person's words stay."""

from __future__ import annotations

import json
from pathlib import Path

from adapters import ADAPTERS
from compiler import config
from compiler.build import Options, compile_vault
from compiler.events import Silent
from compiler.ingest import Root
from compiler.records import Env

ADAPTER = next(a for a in ADAPTERS if a.name == "claude")
EARLIER, LATER = "1b6f7a52-0000-4000-8000-000000000001", "9c6f7a52-0000-4000-8000-000000000002"


def told(uuid: str) -> dict[str, object]:
    """The same talk, whatever the conversation's own id."""
    said = [
        ("human", "Which oven for rye?"),
        ("assistant", "A stone one."),
        ("human", "I'll take the stone oven."),
    ]
    messages = [
        {
            "uuid": f"77aa0000-0000-4000-8000-00000000000{n}",
            "sender": sender,
            "text": text,
            "created_at": f"2026-05-03T10:0{n}:00Z",
            "content": [{"type": "text", "text": text}],
        }
        for n, (sender, text) in enumerate(said)
    ]
    times = {"created_at": "2026-05-03T10:00:00Z", "updated_at": "2026-05-03T10:05:00Z"}
    return {"uuid": uuid, "name": "Oven for rye", **times, "chat_messages": messages}


def compile_(vault: Path, export: Path, *ids: str) -> list[Path]:
    export.mkdir(exist_ok=True)
    (export / "conversations.json").write_text(json.dumps([told(uuid) for uuid in ids]))
    settings = config.load(vault, env=Env(vault.parent, "linux", {}))
    compile_vault(settings, [Root(ADAPTER, export)], ADAPTERS, Silent(), Options(embed=False))
    return sorted((vault / "Conversations").rglob("*.md"))


def test_the_persons_words_go_to_the_page_that_stays(tmp_path: Path) -> None:
    """Their notes and properties stand on it, their wording is set aside among the notes, and the next compile leaves
    it so."""
    vault, export = tmp_path / "V", tmp_path / "export"
    (page,) = compile_(vault, export, LATER)
    text = page.read_text().replace("\n---\n", "\nrating: 5\n---\n", 1).replace("Which oven", "Which big oven", 1)
    page.write_text(text + "\nAsk Jon about flues.\n")
    compile_(vault, export, LATER)
    for _ in range(2):
        (heir,) = compile_(vault, export, EARLIER, LATER)
        assert heir != page and not page.exists()
        text = heir.read_text()
        assert text.count("Ask Jon about flues.") == 1
        assert "\nrating: 5\n" in text and "big oven" in text.partition("\n## Notes\n")[2]
