"""`musubi verify`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from compiler import console, embed
from compiler.cli.options import config_for, dump, json_option, read_store, vault_option
from compiler.config import Config
from compiler.errors import MusubiError
from compiler.passes import verify
from compiler.passes.ground import Embed


@click.command("verify")
@vault_option
@json_option
def verify_command(vault: Path | None, as_json: bool) -> None:
    """Hold every line of every note against the messages it rests on. Exit 1 if one does not hold."""
    config = config_for(vault)
    with read_store(config) as store:
        total = verify.count(store)
        found = list(verify.unfounded(store, embed_or_words(config)))
    if as_json:
        dump({"items": total, "unfounded": [asdict(one) for one in found]})
    else:
        for one in found:
            console.out(f"{one.conversation_id}: {one.kind.replace('_', ' ')} “{one.text}”: {one.why}.")
        console.out(f"{total - len(found)} of {total} lines hold.")
        if found:
            console.note("`musubi compile` makes notes by rules anew where their conversation changed; "
                         "`musubi compile --llm --redo` those of the model.")  # fmt: skip
    if found:
        raise click.exceptions.Exit(1)


def embed_or_words(config: Config) -> Embed | None:
    try:
        return embed.load(config.embed).embed
    except MusubiError as error:
        console.note(f"musubi: {error} Lines are held against words alone.")
        return None
