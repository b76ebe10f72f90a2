"""`musubi import`: recognise what is handed over, remember it, read it, and say what it held and what it lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from compiler import console
from compiler.build import Options, only_writer
from compiler.cli.compiling import run, show, summary, tilde
from compiler.cli.options import config_for, dump, json_option, vault_option
from compiler.cli.recognising import Import, discovered, recognise, why_not
from compiler.config import Config
from compiler.copies import FOLDER, keep_copy
from compiler.errors import UsageError
from compiler.ingest import Root, unit_key
from compiler.records import Problem, Skipped, Unit
from compiler.store import sources
from compiler.store.connection import Store, open_store

PRODUCTS = {"chatgpt": "ChatGPT", "claude": "Claude", "gemini": "Gemini"}
"""Sources of exports, of which each is told on its own; other sources are told as a whole."""
SHOWN = 5
"""Problems of one export; `musubi doctor` has the rest."""


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
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
    for path in (p.expanduser().absolute() for p in paths):
        known = list(recognise(path, name))
        found += known
        if not known:
            strange.append(f"{tilde(config, path)}: {why_not(path, name)}")
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
            before = {one.source: sources.counts(store, one.source).conversations for one in found}
            for one in found:
                for source in _remembered_for(one):
                    sources.add_import(store, _remembered(config, one), source)
    options = Options(whole=False, embed=not no_embed, llm=config.llm.enabled)
    result = run(config, [one.root for one in found], options)
    with open_store(config.store, write=False) as store:
        told = [row for one in found for row in _told(store, one)]
    if as_json:
        dump({**summary(result), "imports": [asdict(row) for row in told], "not_recognised": strange})
        return
    for row in told:
        console.out(f"{tilde(config, Path(row.path))}: {row.gave()}")
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

    def gave(self) -> str:
        product = f"{PRODUCTS[self.source]} export" if self.source in PRODUCTS else self.source
        skipped = "".join(f", {n} skipped ({reason})" for reason, n in self.skipped.items())
        return f"{product}, {_count(self.conversations, 'conversation')}, {_count(self.messages, 'message')}{skipped}"


def _announce(config: Config, found: Sequence[Import]) -> None:
    """What was recognised, before the reading, which may take a while."""
    for one in found:
        known = PRODUCTS.get(one.source)
        what = _count(len(one.units), f"{known} export") if known else one.source
        console.note(f"{tilde(config, one.path)}: {what}")


def _copied(config: Config, one: Import) -> Import:
    return discovered(one.path, Root(one.root.adapter, keep_copy(one.path, one.units, config.vault)))


def _remembered(config: Config, one: Import) -> str:
    """A copy is named from the vault, so that the two can move together."""
    kept = config.vault / FOLDER
    return one.root.path.relative_to(config.vault).as_posix() if one.root.path.is_relative_to(kept) else str(one.path)


def _remembered_for(one: Import) -> Iterable[str]:
    """A folder with exports in it is where the next export will lie too, whichever product it comes from."""
    below = one.root.path == one.path and any(unit.key != "." for unit in one.units)
    return PRODUCTS if one.source in PRODUCTS and one.path.is_dir() and below else [one.source]


def _told(store: Store, one: Import) -> Iterator[Told]:
    """Each export on its own, then what is wrong between them; of another source one line."""
    if one.source not in PRODUCTS:
        yield _line(store, one, one.root.path, one.units, one.problems, one.skipped)
        return
    for unit in one.units:
        yield _line(store, one, unit.root / unit.key, [unit])
    if one.problems:
        yield _line(store, one, one.path, one.units, one.problems, told=True)


def _line(
    store: Store,
    one: Import,
    path: Path,
    units: Sequence[Unit],
    problems: Sequence[Problem] = (),
    skipped: Sequence[Skipped] = (),
    *,
    told: bool = False,
) -> Told:
    """`told` says that the units have had lines of their own."""
    counts = sources.unit_counts(store, one.source, [unit_key(unit) for unit in units])
    left_out = Counter(dict(counts.skipped) if not told else {})
    for entry in skipped:
        left_out[entry.reason] += entry.count
    rows = [*([] if told else counts.problems), *((problem, 1) for problem in problems)]
    sentences = [f"{problem.what}: {problem.detail}{f' ({n} times)' if n > 1 else ''}" for problem, n in rows]
    return Told(
        str(path),
        one.source,
        counts.conversations,
        counts.messages,
        dict(sorted(left_out.items())),
        tuple(sentences),
    )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
