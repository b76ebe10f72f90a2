"""`musubi topics`, `facts`, `loops`, `hidden`, `unhide` and `overrides`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from compiler import console
from compiler.cli import recalling
from compiler.cli.options import config_for, dump, json_option, read_store, vault_option
from compiler.store import overrides
from compiler.store.connection import Store


class Curated(click.Group):
    """A list that can be changed: without the name of a change the command is its listing, with all its options."""

    def __init__(self, listing: click.Command, about: str) -> None:
        super().__init__(listing.name, help=about)
        self.add_command(listing, "list")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = args and (args[0] in self.commands or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if own else ["list", *args])


topics_command = Curated(
    recalling.topics_command, "What you talk about. Changes are those that editing the vault makes, and as lasting."
)
facts_command = Curated(recalling.facts_command, "What is known of you. Dismissed facts do not come back.")
loops_command = Curated(recalling.loops_command, "What was left to do. Changes are those that ticking a task makes.")


@topics_command.command("rename")
@click.argument("name")
@click.argument("new")
@vault_option
def rename_topic(name: str, new: str, vault: Path | None) -> None:
    """Call topic NAME NEW from now on."""
    from compiler import curate

    _apply(vault, lambda store: curate.rename_topic(store, name, new), f"`{name}` is now `{new}`")


@topics_command.command("merge")
@click.argument("name")
@click.argument("into")
@vault_option
def merge_topic(name: str, into: str, vault: Path | None) -> None:
    """Put the conversations of topic NAME under topic INTO."""
    from compiler import curate

    _apply(vault, lambda store: curate.merge_topic(store, name, into), f"`{name}` is part of `{into}` now")


@topics_command.command("hide")
@click.argument("name")
@vault_option
def hide_topic(name: str, vault: Path | None) -> None:
    """Show no page for topic NAME."""
    from compiler import curate

    _apply(vault, lambda store: curate.hide_topic(store, name), f"`{name}` is hidden")


@topics_command.command("rebuild")
@vault_option
@click.option("--llm", is_flag=True, help="Let a model on this machine propose them.")
def rebuild_topics(vault: Path | None, llm: bool) -> None:
    """Propose topics anew from all conversations. Your renames, merges and hides stay."""
    from compiler import curate

    counts = curate.rebuild_topics(config_for(vault), console.TerminalReporter(), llm=llm)
    console.note(f"Topics are made anew: {counts.written} notes written.")


@facts_command.command("dismiss")
@click.argument("id")
@vault_option
def dismiss_fact(id: str, vault: Path | None) -> None:
    """It is not so, or not worth keeping: gone from every page."""
    from compiler import curate

    _apply(vault, lambda store: curate.dismiss(store, id, "fact"), "dismissed")


@loops_command.command("close")
@click.argument("id")
@vault_option
def close_loop(id: str, vault: Path | None) -> None:
    """It is done."""
    from compiler import curate

    _apply(vault, lambda store: curate.close_loop(store, id), "closed")


@loops_command.command("reopen")
@click.argument("id")
@vault_option
def reopen_loop(id: str, vault: Path | None) -> None:
    """It is not done after all."""
    from compiler import curate

    _apply(vault, lambda store: curate.reopen_loop(store, id), "open again")


@loops_command.command("dismiss")
@click.argument("id")
@vault_option
def dismiss_loop(id: str, vault: Path | None) -> None:
    """It never was one: gone from every page."""
    from compiler import curate

    _apply(vault, lambda store: curate.dismiss(store, id, "loop"), "dismissed")


@click.command("hidden")
@vault_option
@json_option
def hidden_command(vault: Path | None, as_json: bool) -> None:
    """What you hid, by deleting its note or from here."""
    from compiler.curate import hidden

    with read_store(config_for(vault)) as store:
        rows = [asdict(h) for h in hidden(store)]
    _show(rows, as_json, lambda h: f"{h['kind']:13} {h['what']}  [{h['id']}]", "Nothing is hidden.")


@click.command("unhide")
@click.argument("id")
@vault_option
def unhide_command(id: str, vault: Path | None) -> None:
    """Show again what you hid: its ID, or the name or path it had."""
    from compiler import curate

    _apply(vault, lambda store: curate.unhide(store, id), "shown again")


@click.command("overrides")
@vault_option
@json_option
def overrides_command(vault: Path | None, as_json: bool) -> None:
    """Everything you decided, by editing the vault or from here."""
    with read_store(config_for(vault)) as store:
        rows = [{"kind": kind, "target": target, "value": value} for kind, target, value in overrides.everything(store)]
    _show(rows, as_json, lambda o: f"{o['kind']:11} {o['target']}  {' '.join(o['value'].split())[:80]}", "Nothing yet.")


def _show(rows: list[Any], as_json: bool, line: Callable[[Any], str], nothing: str) -> None:
    if as_json:
        dump(rows)
        return
    for row in rows:
        console.out(line(row))
    if not rows:
        console.note(nothing)


def _apply(vault: Path | None, change: Callable[[Store], None], what: str) -> None:
    from compiler.curate import apply

    counts = apply(config_for(vault), console.TerminalReporter(), change)
    console.note(f"{what}: {counts.written} notes written, {counts.removed} removed.")
