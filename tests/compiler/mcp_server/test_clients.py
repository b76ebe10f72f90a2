"""Ready-made configuration is printed in each client's own form, and nothing is written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from compiler.errors import UsageError
from compiler.mcp_server.clients import CLIENTS, configuration

ROOT = Path(__file__).parents[3]
VAULT = Path("/home/ida/My vault")
ADDRESS = "http://127.0.0.1:7717/mcp"


def entry(name: str, address: str | None = None) -> dict:
    text = configuration(name, VAULT, address)
    value = tomllib.loads(text) if name == "codex" else json.loads(text)
    for key in (*CLIENTS[name].under, "musubi"):
        value = value[key]
    return value


@pytest.mark.parametrize("name", list(CLIENTS))
def test_every_client_starts_the_server(name: str) -> None:
    """The command is a whole path, so that programs with windows find it; the vault is named."""
    made = entry(name)
    words = made["command"] if name == "opencode" else [made["command"], *made["args"]]
    assert Path(words[0]).is_absolute()
    assert words[-3:] == ["mcp", "--vault", "/home/ida/My vault"]


@pytest.mark.parametrize("name", [name for name, client in CLIENTS.items() if client.remote])
def test_clients_that_take_an_address(name: str) -> None:
    """With --http the entry holds the address and no command."""
    made = entry(name, ADDRESS)
    assert ADDRESS in made.values() and "command" not in made


def test_a_client_that_takes_none() -> None:
    """Claude Desktop starts its servers itself."""
    with pytest.raises(UsageError, match="without --http"):
        configuration("claude-desktop", VAULT, ADDRESS)


def test_claude_code() -> None:
    """The form that `.mcp.json` takes."""
    made = entry("claude-code")
    assert made["type"] == "stdio" and set(made) == {"type", "command", "args"}


def test_printing_writes_nothing(tmp_path: Path) -> None:
    """Stdout is the configuration alone, where it belongs is said beside it, and no file appears."""
    done = subprocess.run(
        [sys.executable, "-m", "compiler", "mcp", "--print-config", "cursor", "--vault", str(tmp_path / "V")],
        cwd=ROOT, capture_output=True, text=True, check=True, env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip
    assert set(json.loads(done.stdout)) == {"mcpServers"}
    assert "~/.cursor/mcp.json" in done.stderr
    assert list(tmp_path.iterdir()) == []
