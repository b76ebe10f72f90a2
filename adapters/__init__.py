"""One module or small package a source; `ADAPTERS` is the table of them."""

from __future__ import annotations

from adapters import antigravity, chatgpt, claude, claude_code, codex, cursor, gemini, gemini_cli, obsidian, opencode
from compiler.records import Adapter

ADAPTERS: tuple[Adapter, ...] = (
    obsidian.ADAPTER,
    claude_code.ADAPTER,
    chatgpt.ADAPTER,
    claude.ADAPTER,
    gemini.ADAPTER,
    codex.ADAPTER,
    cursor.ADAPTER,
    antigravity.ADAPTER,
    gemini_cli.ADAPTER,
    opencode.ADAPTER,
)
