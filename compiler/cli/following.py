"""`musubi watch` and `musubi hook`."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
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
from compiler.mcp_server.clients import program
from compiler.store.connection import open_store
from compiler.watching import watch

PATIENCE_MS = 300
"""How long a hook waits for another writer of the store: the tool that calls it waits too."""
EVENTS = ("SessionEnd", "PreCompact")
HOOKS: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "claude-code": (
        "~/.claude/settings.json",
        lambda command: {
            "hooks": {event: [{"hooks": [{"type": "command", "command": command, "timeout": 10}]}] for event in EVENTS}
        },
    )
}
"""Tool → its settings, and what goes into them to call a command."""


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
        file, settings = HOOKS[tool]
        words = [*program(), "hook", "--vault", str(config_for(vault).vault)]
        console.note(f"For {file}:")
        console.out(json.dumps(settings(_as_typed(words)), indent=2, ensure_ascii=False))
        return
    try:
        path = _transcript(sys.stdin.read() if sys.stdin and not sys.stdin.isatty() else "")
        read_session(config_for(vault), path)
    except Locked:
        console.note("musubi hook: a compile is running; the next one reads this session.")
    except Exception as error:  # noqa: BLE001 - whatever happens here must not disturb the tool that calls
        console.note(f"musubi hook: {error}")


def read_session(config: Config, path: Path) -> None:
    """Ingest one transcript into the store; notes are made at the next compile."""
    if not path.is_file():
        raise UsageError(f"there is no transcript at {path}.")
    adapters = claimants(ADAPTERS, path)
    if not adapters and path.suffix == ".jsonl":  # too short yet to tell what it is
        adapters = [adapter_named("claude_code")]
    if not adapters:
        raise UsageError(f"{path} is not a session that can be read.")
    with only_writer(config), open_store(config.store) as store:
        store.connection.set_busy_timeout(PATIENCE_MS)
        ingest(store, [Root(adapter, path) for adapter in adapters], Silent(), whole=False)


def _transcript(told: str) -> Path:
    """The file that a tool's JSON names."""
    try:
        payload = json.loads(told)
    except ValueError:
        raise UsageError("it is called by a coding tool, which tells it in JSON on stdin what to read.") from None
    path = payload.get("transcript_path") if isinstance(payload, dict) else None
    if not isinstance(path, str) or not path:
        raise UsageError("the hook's input names no transcript_path.")
    return Path(path).expanduser()


def _as_typed(words: list[str]) -> str:
    """A command as it is typed into a shell of this machine."""
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
