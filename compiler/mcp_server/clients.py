"""Ready-made configuration for the tools that can ask Musubi: printed, never written."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compiler.errors import UsageError

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Client:
    """`place` the file to put it in, for the person; `under` the keys that lead to the entry; `local` and `remote` make
    it from a command and from an address (None: the client takes no address)."""

    place: str
    under: tuple[str, ...]
    local: Callable[[list[str]], Entry]
    remote: Callable[[str], Entry] | None


def _command(words: list[str]) -> Entry:
    return {"command": words[0], "args": words[1:]}


def _typed(words: list[str]) -> Entry:
    return {"type": "stdio", **_command(words)}


def _url(key: str, **more: str) -> Callable[[str], Entry]:
    return lambda address: {**more, key: address}


CLIENTS: Mapping[str, Client] = {
    "claude-code": Client(
        ".mcp.json of a project, or ~/.claude.json", ("mcpServers",), _typed, _url("url", type="http")
    ),
    "claude-desktop": Client("claude_desktop_config.json (Settings, Developer)", ("mcpServers",), _command, None),
    "cursor": Client("~/.cursor/mcp.json", ("mcpServers",), _command, _url("url")),
    "vscode": Client(".vscode/mcp.json", ("servers",), _typed, _url("url", type="http")),
    "codex": Client("~/.codex/config.toml", ("mcp_servers",), _command, _url("url")),
    "gemini-cli": Client("~/.gemini/settings.json", ("mcpServers",), _command, _url("httpUrl")),
    "antigravity": Client("mcp_config.json (Manage MCP Servers)", ("mcpServers",), _command, _url("serverUrl")),
    "windsurf": Client("~/.codeium/windsurf/mcp_config.json", ("mcpServers",), _command, _url("serverUrl")),
    "opencode": Client(
        "opencode.json", ("mcp",), lambda words: {"type": "local", "command": words}, _url("url", type="remote")
    ),
    "zed": Client("settings.json", ("context_servers",), _command, _url("url")),
}


def configuration(name: str, vault: Path, address: str | None = None) -> str:
    """The text to put into a client's configuration: starting `musubi mcp`, or asking the one at an address."""
    client = CLIENTS[name]
    if address is None:
        entry = client.local([*program(), "mcp", "--vault", str(vault)])
    elif client.remote is None:
        raise UsageError(f"{name} starts its servers itself; print its configuration without --http.")
    else:
        entry = client.remote(address)
    if name == "codex":
        return _toml(".".join((*client.under, "musubi")), entry)
    nested: Entry = {"musubi": entry}
    for key in reversed(client.under):
        nested = {key: nested}
    return json.dumps(nested, indent=2, ensure_ascii=False)


def program() -> list[str]:
    """This program by its whole path: programs with windows do not know the shell's PATH."""
    called = Path(sys.argv[0])
    found = str(called.absolute()) if called.name.startswith("musubi") and called.exists() else shutil.which("musubi")
    return [found] if found else [sys.executable, "-m", "compiler"]


def _toml(table: str, entry: Entry) -> str:
    """JSON strings and lists of strings are TOML as well."""
    return "\n".join(
        [f"[{table}]", *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items())]
    )
