"""`musubi redact`, `forget`, `check`, `backup` and `restore`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from compiler import console, copies
from compiler.build import explained, only_writer
from compiler.checking import examine
from compiler.cli.options import config_for, dump, json_option, read_store, vault_option
from compiler.errors import StoreError, UsageError
from compiler.store import backup
from compiler.store.connection import open_store
from compiler.store.sound import is_sound
from compiler.text.redact import redact_stream


@click.command("redact")
@click.option("--jsonl", is_flag=True, help="One JSON string a line in, one out.")
@click.option("--store", "in_store", is_flag=True, help="Redact what the store holds, under the rules of now.")
@vault_option
def redact_command(jsonl: bool, in_store: bool, vault: Path | None) -> None:
    """Remove secrets from stdin, to stdout: the same rules that every text passes on its way into the store."""
    if in_store:
        _redact_store(vault)
        return
    for line in redact_stream(sys.stdin, jsonl=jsonl):
        sys.stdout.write(line)


def _redact_store(vault: Path | None) -> None:
    from compiler.rescan import rescan

    with console.TerminalReporter() as reporter:
        done = rescan(config_for(vault), reporter)
    console.out(f"{done.read} conversations read, secrets found in {done.changed}.")
    if done.backups:
        console.out(f"{done.backups} older copies of the store held them and were replaced by one new backup.")


@click.command("forget")
@click.argument("ids", nargs=-1)
@vault_option
@click.option("--source", metavar="NAME", help="Everything of this source.")
@click.option("--project", metavar="NAME", help="Everything of this project.")
@click.option("--match", metavar="TEXT", help="Everything that holds this text.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget_command(
    ids: tuple[str, ...], vault: Path | None, source: str | None, project: str | None, match: str | None, yes: bool
) -> None:
    """Remove conversations and everything made of them, for good. Shows what it will do first."""
    from compiler.cli.showing import find
    from compiler.forget import Selection, forget, select

    if not (ids or source or project or match):
        raise UsageError("Say what to forget: an ID, --source, --project or --match.")
    config = config_for(vault)
    with read_store(config) as store:
        exact = tuple(find(store, id).id for id in ids)
        chosen = select(store, Selection(exact, source, project, match))
    if not chosen:
        raise UsageError("Nothing matches, so nothing was forgotten.")
    for c in chosen:
        console.out(f"{(c.created_at or '')[:10]:10}  {c.source:12} {c.title or 'Untitled'}  [{c.id}]")
    console.out(
        f"{len(chosen)} conversations and everything made of them: rows, indexes, vectors, notes, backups. They are "
        "not read again. The sources themselves are not touched, nor git history and Obsidian's own file recovery."
    )
    if (config.vault / copies.FOLDER).exists():
        console.out(f"Copies of imports in {copies.FOLDER} may still hold them; delete those yourself.")
    if not yes and not click.confirm("Forget them?", err=True):
        console.note("Nothing was forgotten.")
        return
    with console.TerminalReporter() as reporter:
        written = forget(config, [c.id for c in chosen], reporter)
    console.out(f"Forgotten. {written.removed} notes removed, {written.written} written anew.")


@click.command("check")
@vault_option
@json_option
def check_command(vault: Path | None, as_json: bool) -> None:
    """Is everything sound: database, indexes, rows, and the vault's files against the manifest. Exit 1 if not."""
    config = config_for(vault)
    with explained(config), only_writer(config):
        health, changed = examine(config)
    if as_json:
        dump({"sound": not health, "findings": health, "vault": changed})
    else:
        for line in (*health, *(f"vault: {line}" for line in changed)):
            console.out(line)
        console.out(
            "The store is sound." if not health else "The store is not sound; `musubi restore` goes back to a backup."
        )
    if health:
        raise click.exceptions.Exit(1)


@click.command("backup")
@vault_option
def backup_command(vault: Path | None) -> None:
    """Copy the store beside itself; the last few copies are kept."""
    config = config_for(vault)
    with explained(config), open_store(config.store, write=False) as store:
        console.out(str(backup.back_up(store.connection, config.store, reason="asked")))


@click.command("restore")
@click.argument("file", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@vault_option
@click.option("--list", "only_list", is_flag=True, help="Show the backups there are.")
def restore_command(file: Path | None, vault: Path | None, only_list: bool) -> None:
    """Put a backup in the store's place: the newest sound one, or FILE. The present store is set aside, not deleted."""
    config = config_for(vault)
    backups = backup.list_backups(config.store)
    if only_list:
        for path in backups:
            console.out(f"{path}{'' if is_sound(path) else '  (damaged)'}")
        return
    chosen = file or backup.newest_sound(config.store)
    if chosen is None:
        raise StoreError(f"There is no sound backup beside {config.store}; `musubi compile` rebuilds from the sources.")
    if not is_sound(chosen):
        raise StoreError(f"{chosen} is damaged; `musubi restore --list` shows the others.")
    with explained(config), only_writer(config):
        aside = backup.put_in_place(chosen, config.store)
    console.out(f"Restored {chosen.name}." + (f" The former store is {aside}." if aside else ""))
    console.note("`musubi compile` reads what has come since.")
