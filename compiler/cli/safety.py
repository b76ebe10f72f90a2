"""`musubi redact`."""

from __future__ import annotations

import sys

import click

from compiler.text.redact import redact_stream


@click.command("redact")
@click.option("--jsonl", is_flag=True, help="One JSON string a line in, one out.")
def redact_command(jsonl: bool) -> None:
    """Remove secrets from stdin, to stdout: the same rules that every text passes on its way into the store."""
    for line in redact_stream(sys.stdin, jsonl=jsonl):
        sys.stdout.write(line)
