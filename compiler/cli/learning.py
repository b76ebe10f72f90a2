"""`musubi diff` and `musubi audit`."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from pathlib import Path

import click

from compiler import console
from compiler.cli.options import config_for, dump, json_option, read_store, vault_option
from compiler.cli.verifying import embed_or_words
from compiler.vault import history
from compiler.vault.audit import audit


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


@click.command("audit")
@vault_option
@json_option
def audit_command(vault: Path | None, as_json: bool) -> None:
    """How good the vault is: what repeats, what does not hold, what is stale, what nobody reaches."""
    config = config_for(vault)
    with read_store(config) as store:
        found = audit(store, config, date.today(), embed_or_words(config))
    if as_json:
        dump(asdict(found))
        return
    for count, what in (
        (found.items, "lines in notes"),
        (found.duplicates, "lines that repeat another"),
        (found.unsupported, "lines that their evidence does not bear out (`musubi verify` lists them)"),
        (found.open_loops, "open loops"),
        (found.stale_loops, "of them stale"),
        (found.conversations, "conversation notes"),
        (found.never_linked, "that no other note leads to"),
    ):
        console.out(f"{count:8} {what}")
    console.out(f"{found.unsorted:8.0%} of conversations without a topic")
    for kind, count in found.redactions.items():
        console.out(f"{count:8} secrets kept out: {kind}")
    for name, days in found.unread_days.items():
        console.out(f"{name} was last read {days} days ago; Claude Code deletes transcripts after 30.")
