"""`musubi import`: recognise what is handed over, remember it, read it, and say what it held and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from adapters import ADAPTERS
from adapters._reading.zips import is_zip, opened
from compiler import console
from compiler.build import Options, only_writer
from compiler.cli.compiling import run, show, summary, tilde
from compiler.cli.options import adapter_named, config_for, dump, json_option, vault_option
from compiler.config import Config
from compiler.copies import keep_copy
from compiler.errors import UsageError
from compiler.ingest import Root, claimants, unit_key
from compiler.records import Unit
from compiler.store import sources
from compiler.store.connection import Store, open_store
from compiler.store.sources import UnitCounts

PRODUCTS = {"chatgpt": "ChatGPT", "claude": "Claude", "gemini": "Gemini"}
"""Sources of exports, of which each is told on its own; other sources are told as a whole."""
SHOWN = 5
"""Problems of one export; `musubi doctor` has the rest."""


@dataclass(frozen=True, slots=True)
class Import:
    """A path that one source recognised, with what it found there; `copied` where the vault keeps it."""

    path: Path
    root: Root
    units: tuple[Unit, ...]
    copied: Path | None = None


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@vault_option
@click.option("--source", "name", metavar="NAME", help="The source, where it cannot be told by structure.")
@click.option("--copy", is_flag=True, help="Keep a copy, as it is, in the vault's .musubi/imports.")
@click.option("--no-embed", is_flag=True, help="Leave out the vectors of messages.")
@json_option
def import_command(
    paths: Sequence[Path], vault: Path | None, name: str | None, copy: bool, no_embed: bool, as_json: bool
) -> None:
    """Hand over exports: zips, folders of zips, unpacked exports, or your whole Downloads folder. What is recognised is
    read now and remembered for later compiles. No copy is made unless asked."""
    config = config_for(vault)
    found: list[Import] = []
    strange: list[str] = []
    for path in (p.absolute() for p in paths):
        known = list(_recognise(path, name))
        found += known
        if not known:
            strange.append(f"{tilde(config, path)}: {_why_not(path, name)}")
    if not found:
        raise UsageError("Nothing was imported. " + " ".join(strange))
    for sentence in strange:
        console.note(sentence)
    if not as_json:
        _announce(config, found)
    with only_writer(config):
        if copy:
            found = [_copied(config, one) for one in found]
        with open_store(config.store) as store, store.transaction():
            before = {
                one.root.adapter.name: sources.counts(store, one.root.adapter.name).conversations for one in found
            }
            for one in found:
                sources.add_import(store, _remembered(config, one), one.root.adapter.name)
    options = Options(whole=False, embed=not no_embed, llm=config.llm.enabled)
    result = run(config, [one.root for one in found], options)
    with open_store(config.store, write=False) as store:
        told = [row for one in found for row in _told(store, config, one)]
    if as_json:
        dump({**summary(result), "imports": [asdict(row) for row in told], "not_recognised": strange})
        return
    for row in told:
        console.out(row.line())
        for problem in row.problems[:SHOWN]:
            console.out(f"  {problem}")
        if len(row.problems) > SHOWN:
            console.out(f"  and {len(row.problems) - SHOWN} more: `musubi doctor` tells all.")
    for source, count in before.items():
        new = result.sources[source].conversations - count
        console.out(f"{PRODUCTS.get(source, source)}: {new} new, {result.sources[source].conversations} in all")
    show(config, result, options, as_json=False, with_sources=False)


@dataclass(frozen=True, slots=True)
class Told:
    """What an export, or a whole root of another source, gave."""

    path: str
    source: str
    conversations: int
    messages: int
    skipped: dict[str, int]
    problems: tuple[str, ...]

    def line(self) -> str:
        product = f"{PRODUCTS[self.source]} export" if self.source in PRODUCTS else self.source
        skipped = "".join(f", {n} skipped ({reason})" for reason, n in self.skipped.items())
        return (
            f"{self.path}: {product}, {_count(self.conversations, 'conversation')}, "
            f"{_count(self.messages, 'message')}{skipped}"
        )


def _recognise(path: Path, name: str | None) -> Iterator[Import]:
    for adapter in [adapter_named(name)] if name else claimants(ADAPTERS, path):
        units = tuple(unit for unit in adapter.discover(path) if isinstance(unit, Unit))
        if units:
            yield Import(path, Root(adapter, path), units)


def _why_not(path: Path, name: str | None) -> str:
    """A sentence on a path that nothing recognised."""
    if name:
        return f"nothing of {name} was found there."
    if path.is_dir():
        return "a folder without exports, vaults or a tool's history; a tool's copied folder needs --source NAME."
    if not is_zip(path):
        return "no format that Musubi reads; if it is one, name it with --source NAME."
    with opened(path) as archive:
        if archive.faults:
            return f"a zip that cannot be read whole: {archive.faults[0].detail}"
        locked = bool(archive.members) and not any(member.head(1) for member in archive.members if member.size)
    return "a zip with a password; unpack it first." if locked else "a zip without conversations that Musubi reads."


def _announce(config: Config, found: Sequence[Import]) -> None:
    """What was recognised, before the reading, which may take a while."""
    for one in found:
        name = one.root.adapter.name
        what = _count(len(one.units), f"{PRODUCTS[name]} export") if name in PRODUCTS else name
        console.note(f"{tilde(config, one.path)}: {what}")


def _copied(config: Config, one: Import) -> Import:
    place = keep_copy(one.path, one.units, config.vault)
    return Import(one.path, Root(one.root.adapter, place), tuple(
        unit for unit in one.root.adapter.discover(place) if isinstance(unit, Unit)
    ), place)  # fmt: skip


def _remembered(config: Config, one: Import) -> str:
    return one.copied.relative_to(config.vault).as_posix() if one.copied else str(one.path)


def _told(store: Store, config: Config, one: Import) -> Iterator[Told]:
    source = one.root.adapter.name
    each = source in PRODUCTS
    groups = [[unit] for unit in one.units] if each else [list(one.units)]
    for units in groups:
        counts: UnitCounts = sources.unit_counts(store, source, [unit_key(unit) for unit in units])
        path = units[0].root / units[0].key if each else one.root.path
        problems = [
            f"{problem.what}: {problem.detail}{f' ({n} times)' if n > 1 else ''}" for problem, n in counts.problems
        ]
        yield Told(
            tilde(config, path), source, counts.conversations, counts.messages, dict(counts.skipped), tuple(problems)
        )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
