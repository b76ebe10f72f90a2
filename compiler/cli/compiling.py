"""`musubi compile`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from adapters import ADAPTERS
from compiler import console
from compiler.build import Options, Result, compile_vault
from compiler.cli.options import config_for, dump, json_option, parse_sources, vault_option
from compiler.cli.roots import named_roots, places_of
from compiler.config import Config
from compiler.errors import UsageError
from compiler.ingest import Root, claimants, usual_roots
from compiler.passes.modelled import NO_LIMIT, Budget
from compiler.records import Unit

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
@click.option("--transcripts", is_flag=True, help="Also write whole transcripts, in a folder of their own.")
@click.option("--git", is_flag=True, help="Commit what changed, with a message that says what was learned.")
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
    transcripts: bool,
    git: bool,
    accept_deletions: bool,
    as_json: bool,
) -> None:
    """Read what is new in every source and bring the vault up to date."""
    config = config_for(vault, folder)
    pages = config.pages
    config = replace(config, pages=replace(pages, transcripts=transcripts or pages.transcripts, git=git or pages.git))
    chosen = parse_sources(named)
    limited = bool(chosen or file)
    roots = named_roots(config, chosen)
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
    show(config, run(config, roots, options), options, as_json)


def _any_unit(roots: Sequence[Root]) -> bool:
    return any(isinstance(unit, Unit) for root in roots for unit in root.adapter.discover(root.path))


def run(config: Config, roots: Sequence[Root], options: Options) -> Result:
    names = {root.adapter.name for root in roots}
    adapters = [a for a in ADAPTERS if options.whole or a.name in names]
    with console.TerminalReporter() as reporter:
        return compile_vault(config, roots, adapters, reporter, options)


def _compile_example(config: Config, options: Options, as_json: bool) -> None:
    """Nothing here to read: say where it was looked for, and give the newcomer a vault to open."""
    console.note("No conversations were found. Musubi looked in:")
    for name, places in places_of(config).items():
        for place in places:
            console.note(f"  {name:12} {tilde(config, place)}")
    console.note(
        "Have an export? `musubi import ~/Downloads/export.zip` reads ChatGPT, Claude and Gemini exports;\n"
        "`musubi compile --source NAME=PATH` reads a copied folder of any tool.\n"
        f"Meanwhile, an invented person's history compiles into ./{EXAMPLE}: open that folder in Obsidian."
    )
    folder = example_sources()
    roots = [Root(a, folder / a.name) for a in ADAPTERS if (folder / a.name).exists()]
    example = config_for(EXAMPLE.absolute())
    options = Options(whole=False, embed=options.embed, dry_run=options.dry_run)
    show(example, run(example, roots, options), options, as_json)


def example_sources() -> Path:
    """The example's sources: beside the package when installed, in the checkout otherwise."""
    packaged = Path(str(files("compiler"))) / "example"
    return packaged if packaged.exists() else Path(str(files("compiler"))).parent / "vault_example" / "sources"


def tilde(config: Config, path: Path) -> str:
    text, home = str(path), str(config.env.home)
    return "~" + text[len(home) :] if text == home or text.startswith(home + "/") else text


def summary(result: Result) -> dict[str, Any]:
    """What `--json` prints of a run."""
    return {
        "sources": {name: asdict(counts) for name, counts in result.sources.items()},
        "passes": {name: asdict(counts) for name, counts in result.passes.items()},
        "vault": asdict(result.vault),
        "seconds": round(result.seconds, 2),
    }


def show(config: Config, result: Result, options: Options, as_json: bool, with_sources: bool = True) -> None:
    if as_json:
        dump(summary(result))
        return
    for name, counts in result.sources.items() if with_sources else ():
        if counts.files or counts.conversations or counts.problems:
            skipped = "".join(f", {n} skipped ({reason})" for reason, n in counts.skipped.items())
            problems = f", {counts.problems} problems" if counts.problems else ""
            held = f"{counts.conversations:6} conversations, {counts.messages} messages"
            console.out(f"{name:12} {held}{problems}{skipped}")
    done = result.vault
    would = "would write" if options.dry_run else "wrote"
    console.out(
        f"{tilde(config, config.root)}: {would} {done.written} notes, {done.unchanged} unchanged, "
        f"{done.removed} removed, {done.kept_edits} edits kept ({result.seconds:.1f} s)"
    )
    if any(counts.problems for counts in result.sources.values()):
        console.note("`musubi doctor` tells what could not be read.")
