"""`musubi watch` and `musubi hook`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from adapters import ADAPTERS
from compiler import console
from compiler.build import Options, compile_vault, only_writer
from compiler.cli.options import adapter_named, config_for, vault_option
from compiler.cli.roots import places_of
from compiler.config import Config
from compiler.errors import Locked, UsageError
from compiler.events import Silent
from compiler.ingest import Root, claimants, ingest, usual_roots
from compiler.store.connection import open_store
from compiler.watching import watch

HOOKS = {
    "claude-code": {
        "hooks": {
            event: [{"hooks": [{"type": "command", "command": "musubi hook", "timeout": 10}]}]
            for event in ("SessionEnd", "PreCompact")
        }
    }
}
"""Tool → what goes into its settings (for Claude Code `~/.claude/settings.json`)."""


@click.command("watch")
@vault_option
@click.option("--no-embed", is_flag=True, help="Leave out the vectors of messages.")
def watch_command(vault: Path | None, no_embed: bool) -> None:
    """Compile whenever a source changes, until interrupted. The model is never used here."""
    config = config_for(vault)
    options = Options(embed=not no_embed)

    def compile_once() -> None:
        with console.TerminalReporter() as reporter:
            result = compile_vault(config, usual_roots(ADAPTERS, places_of(config)), ADAPTERS, reporter, options)
        if result.vault.written or result.vault.removed:
            console.out(f"wrote {result.vault.written} notes, removed {result.vault.removed} ({result.seconds:.1f} s)")

    with console.TerminalReporter() as reporter:
        watch(config, lambda: [p for found in places_of(config).values() for p in found], compile_once, reporter)


@click.command("hook")
@vault_option
@click.option("--print-config", "tool", type=click.Choice(sorted(HOOKS)), help="Show how to set it up, change nothing.")
def hook_command(vault: Path | None, tool: str | None) -> None:
    """Read the session that a coding tool just ended: called by the tool, its JSON on stdin. Never fails it."""
    if tool:
        console.out(json.dumps(HOOKS[tool], indent=2))
        return
    try:
        payload = json.loads(sys.stdin.read() or "{}")
        transcript = payload.get("transcript_path") if isinstance(payload, dict) else None
        if not isinstance(transcript, str):
            raise UsageError("the hook's input names no transcript_path")
        read_session(config_for(vault), Path(transcript).expanduser())
    except Locked:
        console.note("musubi hook: a compile is running; the next one reads this session.")
    except Exception as error:  # noqa: BLE001 - whatever happens here must not disturb the tool that calls
        console.note(f"musubi hook: {error}")


def read_session(config: Config, path: Path) -> None:
    """Ingest one transcript into the store; notes are made at the next compile."""
    if not path.exists():
        raise UsageError(f"there is no transcript at {path}")
    adapters = claimants(ADAPTERS, path) or [adapter_named("claude_code")]
    with only_writer(config), open_store(config.store) as store:
        ingest(store, [Root(adapter, path) for adapter in adapters], Silent(), whole=False)
