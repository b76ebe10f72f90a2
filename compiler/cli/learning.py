"""`musubi diff` and `musubi audit`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from compiler import console
from compiler.cli.options import config_for, dump, json_option, read_store, vault_option
from compiler.vault import history


@click.command("diff")
@click.argument("revisions", nargs=-1)
@vault_option
@json_option
def diff_command(revisions: tuple[str, ...], vault: Path | None, as_json: bool) -> None:
    """What was learned since a git revision of the vault (HEAD), or between two."""
    if len(revisions) > 2:
        raise click.UsageError("Give one revision or two.")
    config = config_for(vault)
    with read_store(config) as store:
        found = history.difference(store, config, *(revisions or ("HEAD",)))
    if as_json:
        dump([asdict(change) for change in found])
        return
    for line in history.sentences(found):
        console.out(line)
    if not found:
        console.out("Nothing was learned.")
