"""Whole transcripts, on demand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from compiler import vault
from compiler.events import Silent
from compiler.records import ToolCall
from tests.compiler.vault import obsidian
from tests.compiler.vault.believable import believable, config, message, open_filled, put


def test_transcripts_are_written_only_when_asked_for(tmp_path: Path) -> None:
    """One note a conversation in a folder of its own, with every message, and gone again when no longer wanted."""
    settings = config(tmp_path)
    asked = replace(settings, pages=replace(settings.pages, transcripts=True))
    with open_filled(settings) as store:
        vault.write(store, settings, Silent())
        assert not (tmp_path / "Transcripts").exists()
        vault.write(store, asked, Silent())
        note = obsidian.read(next((tmp_path / "Transcripts" / "2026").glob("*Rye bread*")).read_text())
        assert len(note.blocks) == 2
        assert "Add water: 80 % instead of 65 %, and wait eight hours." in note.body
        assert len(list((tmp_path / "Transcripts").rglob("*.md"))) == 3
        assert vault.write(store, asked, Silent()).written == 0
        vault.write(store, settings, Silent())
        assert not (tmp_path / "Transcripts").exists()


def test_a_long_transcript_comes_in_parts(tmp_path: Path) -> None:
    """No part above 200 kB, each leads to the next, tool calls are shown, and one long line is broken."""
    settings = config(tmp_path)
    settings = replace(settings, pages=replace(settings.pages, transcripts=True))
    conversation, note = believable()[1]
    words = "a rather long sentence about rye " * 500
    long = [message(conversation.id, n, "user", words, None) for n in range(3, 25)]
    call = replace(message(conversation.id, 99, "assistant", "x" * 50_000, None), tool_calls=(ToolCall("Bash", "ls"),))
    with open_filled(settings) as store:
        put(store, replace(conversation, messages=(*conversation.messages, *long, call)), note)
        vault.write(store, settings, Silent())
    parts = sorted((tmp_path / "Transcripts").rglob("*Rye bread*"))
    assert len(parts) == 3
    texts = [part.read_text() for part in parts]
    assert all(len(text.encode()) <= 200_000 for text in texts)
    assert all(len(row) <= 10_000 for text in texts for row in text.split("\n"))
    assert sum("Continued in [[" in text for text in texts) == 2
    assert any("> Bash:" in text for text in texts)
    assert any("30,000 characters more" in text for text in texts)
