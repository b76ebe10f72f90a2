"""`musubi compile` and `musubi import`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path

import click

from adapters import ADAPTERS
from compiler import console
from compiler.build import Options, Result, compile_vault, only_writer
from compiler.cli.options import config_for, dump, json_option, parse_sources, vault_option
from compiler.config import Config
from compiler.errors import UsageError
from compiler.ingest import Root, claimants, usual_roots
from compiler.passes.modelled import NO_LIMIT, Budget
from compiler.records import Adapter, Unit
from compiler.store import sources
from compiler.store.connection import open_store

EXAMPLE = Path("musubi-example")


@click.command("compile")
@vault_option
@click.option("--source", "named", multiple=True, metavar="NAME[=PATH]", help="Read this source only (repeatable).")
@click.option("--file", "file", type=click.Path(path_type=Path, exists=True), help="Read this one file or folder only.")
@click.option("--folder", metavar="NAME", help="Live in this folder of an existing vault.")
@click.option("--dry-run", is_flag=True, help="Say what would be written, write nothing.")
@click.option("--llm", is_flag=True, help="Let a model on this machine write the notes it has not written yet.")
@click.option("--redo", is_flag=True, help="With --llm: write its notes anew as well.")
@click.option("--budget", metavar="N", help="With --llm: at most so many conversations (20), or so long (10m, 2h).")
@click.option("--no-embed", is_flag=True, help="Leave out the vectors of messages; search then goes by words.")
@click.option("--accept-deletions", is_flag=True, help="Take the disappearance of many notes as meant.")
@json_option
def compile_command(
    vault: Path | None,
    named: Sequence[str],
    file: Path | None,
    folder: str | None,
    dry_run: bool,
    llm: bool,
    redo: bool,
    budget: str | None,
    no_embed: bool,
    accept_deletions: bool,
    as_json: bool,
) -> None:
    """Read what is new in every source and bring the vault up to date."""
    config = config_for(vault, folder)
    chosen = parse_sources(named)
    limited = bool(chosen or file)
    roots = _named_roots(config, chosen)
    if file:
        roots += [Root(adapter, file.absolute()) for adapter in claimants(ADAPTERS, file.absolute())]
        if not roots:
            raise UsageError(f"No source recognises {file}; name it with --source NAME={file}.")
    elif not chosen:
        roots = usual_roots(ADAPTERS, places_of(config))
    asks = llm or config.llm.enabled
    if (redo or budget) and not asks:
        raise UsageError("`--redo` and `--budget` say what a model does; add `--llm`.")
    options = Options(
        whole=not limited,
        embed=not no_embed,
        dry_run=dry_run,
        accept_deletions=accept_deletions,
        llm=asks,
        redo=redo,
        budget=Budget.parse(budget) if budget else NO_LIMIT,
    )
    if not limited and not config.store.exists() and not _any_unit(roots):
        _compile_example(config, options, as_json)
        return
    result = _run(config, roots, options)
    _show(config, result, options, as_json)


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@vault_option
@click.option("--source", "name", metavar="NAME", help="The source, where it cannot be told by structure.")
@click.option("--no-embed", is_flag=True, help="Leave out the vectors of messages.")
@json_option
def import_command(paths: Sequence[Path], vault: Path | None, name: str | None, no_embed: bool, as_json: bool) -> None:
    """Recognise what is handed over, read it, and remember it for later compiles. No copy is made."""
    config = config_for(vault)
    found: list[Root] = []
    for path in (p.absolute() for p in paths):
        adapters = [parse_sources([name])[0][0]] if name else claimants(ADAPTERS, path)
        if not adapters:
            raise UsageError(f"No source recognises {path}; name it with --source NAME.")
        for adapter in adapters:
            found.append(Root(adapter, path))
            if not as_json:
                units = sum(isinstance(u, Unit) for u in adapter.discover(path))
                console.note(f"{path}: {adapter.name}, {units} {'unit' if units == 1 else 'units'}")
    with only_writer(config), open_store(config.store) as store, store.transaction():
        for root in found:
            sources.add_import(store, str(root.path), root.adapter.name)
    options = Options(whole=False, embed=not no_embed, llm=config.llm.enabled)
    _show(config, _run(config, found, options), options, as_json)


def _named_roots(config: Config, chosen: Sequence[tuple[Adapter, Path | None]]) -> list[Root]:
    roots: list[Root] = []
    for adapter, path in chosen:
        if path is None:
            roots.extend(usual_roots([adapter], places_of(config)))
        elif not path.exists():
            raise UsageError(f"There is nothing at {path}.")
        else:
            roots.append(Root(adapter, path))
    return roots


def places_of(config: Config) -> dict[str, list[Path]]:
    """Source → where it may be: configured places, else this machine's usual ones, and what was imported."""
    places = {
        a.name: [Path(p).expanduser() for p in config.sources[a.name]]
        if a.name in config.sources
        else list(a.locate(config.env))
        for a in ADAPTERS
    }
    if config.store.exists():
        with open_store(config.store, write=False) as store:
            for path, name in sources.imports(store):
                places.setdefault(name, []).append(Path(path))
    return places


def _any_unit(roots: Sequence[Root]) -> bool:
    return any(isinstance(unit, Unit) for root in roots for unit in root.adapter.discover(root.path))


def _run(config: Config, roots: Sequence[Root], options: Options) -> Result:
    names = {root.adapter.name for root in roots}
    adapters = [a for a in ADAPTERS if options.whole or a.name in names]
    with console.TerminalReporter() as reporter:
        return compile_vault(config, roots, adapters, reporter, options)


def _compile_example(config: Config, options: Options, as_json: bool) -> None:
    """Nothing here to read: say where it was looked for, and give the newcomer a vault to open."""
    console.note("No conversations were found. Musubi looked in:")
    for name, places in places_of(config).items():
        for place in places:
            console.note(f"  {name:12} {_tilde(config, place)}")
    console.note(
        "Have an export? `musubi import ~/Downloads/export.zip` reads ChatGPT, Claude and Gemini exports;\n"
        "`musubi compile --source NAME=PATH` reads a copied folder of any tool.\n"
        f"Meanwhile, an invented person's history compiles into ./{EXAMPLE}: open that folder in Obsidian."
    )
    folder = example_sources()
    roots = [Root(a, folder / a.name) for a in ADAPTERS if (folder / a.name).exists()]
    example = config_for(EXAMPLE.absolute())
    options = Options(whole=False, embed=options.embed, dry_run=options.dry_run)
    _show(example, _run(example, roots, options), options, as_json)


def example_sources() -> Path:
    """The example's sources: beside the package when installed, in the checkout otherwise."""
    packaged = Path(str(files("compiler"))) / "example"
    return packaged if packaged.exists() else Path(str(files("compiler"))).parent / "vault_example" / "sources"


def _tilde(config: Config, path: Path) -> str:
    text, home = str(path), str(config.env.home)
    return "~" + text[len(home) :] if text.startswith(home) else text


def _show(config: Config, result: Result, options: Options, as_json: bool) -> None:
    if as_json:
        dump(
            {
                "sources": {name: asdict(counts) for name, counts in result.sources.items()},
                "passes": {name: asdict(counts) for name, counts in result.passes.items()},
                "vault": asdict(result.vault),
                "seconds": round(result.seconds, 2),
            }
        )
        return
    for name, counts in result.sources.items():
        if counts.files or counts.conversations or counts.problems:
            skipped = "".join(f", {n} skipped ({reason})" for reason, n in counts.skipped.items())
            problems = f", {counts.problems} problems" if counts.problems else ""
            held = f"{counts.conversations:6} conversations, {counts.messages} messages"
            console.out(f"{name:12} {held}{problems}{skipped}")
    done = result.vault
    would = "would write" if options.dry_run else "wrote"
    console.out(
        f"{_tilde(config, config.root)}: {would} {done.written} notes, {done.unchanged} unchanged, "
        f"{done.removed} removed, {done.kept_edits} edits kept ({result.seconds:.1f} s)"
    )
    if any(counts.problems for counts in result.sources.values()):
        console.note("`musubi doctor` tells what could not be read.")
