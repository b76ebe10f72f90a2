"""Options that several commands share, and what they mean together."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from compiler import console
from compiler.config import Config, load
from compiler.errors import UsageError
from compiler.records import Adapter
from compiler.store.connection import Store, open_store

F = TypeVar("F", bound=Callable[..., Any])

vault_option = click.option(
    "--vault",
    type=click.Path(path_type=Path, file_okay=False),
    help="The vault's folder [MUSUBI_VAULT, musubi.toml, ~/Musubi].",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout, nothing else.")


def dump(value: Any) -> None:
    """One JSON document on one line; text of any script as it is, lone surrogates as escapes."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value)
    console.out(text)


def read_store(config: Config) -> Store:
    return open_store(config.store, write=False)


def adapter_named(name: str) -> Adapter:
    from adapters import ADAPTERS  # what only reads the store need not wait for every adapter's libraries

    for adapter in ADAPTERS:
        if adapter.name == name:
            return adapter
    raise UsageError(f"There is no source `{name}`; known are {', '.join(a.name for a in ADAPTERS)}.")


def parse_sources(values: Sequence[str]) -> list[tuple[Adapter, Path | None]]:
    """`NAME` or `NAME=PATH`, each."""
    out = []
    for value in values:
        name, given, path = value.partition("=")
        if given and not path:
            raise UsageError(f"`--source {value}` names no path.")
        out.append((adapter_named(name), Path(path).expanduser().absolute() if given else None))
    return out


def config_for(vault: Path | None, folder: str | None = None) -> Config:
    return load(vault, folder=folder)
