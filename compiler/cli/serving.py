"""`musubi mcp`."""

from __future__ import annotations

from pathlib import Path

import click

from compiler import console
from compiler.cli.options import config_for, vault_option
from compiler.mcp_server.clients import CLIENTS, configuration

PORT = 7717


@click.command("mcp")
@vault_option
@click.option("--http", is_flag=True, help="Answer on this machine's loopback instead of stdin and stdout.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="With --http.")
@click.option(
    "--print-config",
    "client",
    type=click.Choice(list(CLIENTS)),
    help="Show what to put into this tool's configuration, and stop.",
)
def mcp_command(vault: Path | None, http: bool, port: int, client: str | None) -> None:
    """Let agents ask your history over the Model Context Protocol: read-only, on this machine alone."""
    config = config_for(vault)
    if client:
        console.note(f"For {CLIENTS[client].place}:")
        console.out(configuration(client, config.vault, f"http://127.0.0.1:{port}/mcp" if http else None))
        return
    from compiler.mcp_server.server import serve_http, serve_stdio

    if http:
        serve_http(config, port, lambda address: console.note(f"musubi: answering at {address}; stop with Ctrl-C."))
    else:
        serve_stdio(config)
