"""`musubi status`, `musubi sources` and `musubi doctor`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

import adapters
from adapters import ADAPTERS
from compiler import console
from compiler.cli.options import config_for, dump, json_option, read_store, vault_option
from compiler.cli.roots import imports_of
from compiler.config import Config
from compiler.errors import MusubiError
from compiler.records import Unit
from compiler.store import inspect, model_notes, resealing, sources
from compiler.store.connection import Store
from compiler.text.redact import RULES_VERSION

SYNCED = ("Mobile Documents", "iCloud", "Dropbox", "OneDrive", "Syncthing", ".stfolder")


@click.command("status")
@vault_option
@json_option
def status_command(vault: Path | None, as_json: bool) -> None:
    """What the store holds."""
    config = config_for(vault)
    with read_store(config) as store:
        value: dict[str, Any] = {
            "vault": str(config.vault),
            "store": str(config.store),
            "sources": {name: asdict(sources.counts(store, name)) for name in sources.source_names(store)},
            **inspect.overview(store),
            **_model_notes(store),
        }
    if as_json:
        dump(value)
        return
    console.out(f"vault   {value['vault']}\nstore   {value['store']}")
    for name, c in value["sources"].items():
        console.out(
            f"{name:12} {c['conversations']:6} conversations {c['messages']:8} messages {c['problems']:5} problems"
        )
    for key, label in (
        ("notes", "notes"),
        ("items", "items in them"),
        ("by_model", "notes by a model"),
        ("awaiting", "notes awaiting the model"),
        ("outdated", "notes a model made with an earlier prompt (`musubi compile --llm --redo` renews them)"),
        ("dropped", "lines by a model left out, since nothing said bears them out"),
        ("gone", "conversations whose source is gone"),
        ("chunks", "chunks"),
        ("vectors", "chunks with a vector"),
        ("overrides", "overrides of yours"),
        ("forgotten", "forgotten"),
        ("vault_files", "files in the vault"),
    ):
        console.out(f"{value[key]:8} {label}")
    for usage in value["token_usage"]:
        console.out(f"{usage['model']} ({usage['purpose']}): {usage['requests']} requests, "
                    f"{usage['prompt_tokens']} + {usage['completion_tokens']} tokens")  # fmt: skip


def _model_notes(store: Store) -> dict[str, int]:
    """Notes by a model, how many of them with an earlier prompt, and what was left out of them."""
    made, dropped = model_notes.made_with_counts(store), model_notes.dropped(store)
    if not made:
        return {"by_model": 0, "outdated": 0, "dropped": dropped}
    from compiler.passes.modelled import made_with

    total = sum(made.values())
    return {"by_model": total, "outdated": total - made.get(made_with(), 0), "dropped": dropped}


@click.command("sources")
@vault_option
@json_option
def sources_command(vault: Path | None, as_json: bool) -> None:
    """Every place looked in, and what was found there."""
    config = config_for(vault)
    rows = []
    imported: dict[str, list[str]] = {}
    for place, name in imports_of(config):
        imported.setdefault(name, []).append(str(place))
    for adapter in ADAPTERS:
        usual = config.sources.get(adapter.name) or [str(p) for p in adapter.locate(config.env)]
        for path in [*usual, *imported.get(adapter.name, ())]:
            place = Path(path).expanduser()
            units = sum(isinstance(u, Unit) for u in adapter.discover(place)) if place.exists() else 0
            how = "imported" if path in imported.get(adapter.name, ()) else "usual"
            rows.append({"source": adapter.name, "path": path, "exists": place.exists(), "units": units, "how": how})
    if as_json:
        dump(rows)
        return
    for row in rows:
        found = f"{row['units']} units" if row["exists"] else "not there"
        console.out(f"{row['source']:12} {found:14} {row['path']}")


@click.command("doctor")
@vault_option
@click.option("--llm", is_flag=True, help="Also look for a local model, and put one short question to it.")
@json_option
def doctor_command(vault: Path | None, llm: bool, as_json: bool) -> None:
    """What was found, what was skipped and why, what is not understood, and whether every part works."""
    config = config_for(vault)
    report: dict[str, Any] = {
        "adapters": str(Path(adapters.__file__ or "").parent),
        "vault": str(config.vault),
        "warnings": _warnings(config),
        "embedder": _embedder(config),
        "vectors": None,
        "model": None,
        "sources": {},
        "problems": [],
        "not_understood": [],
    }
    if config.store.exists():
        try:
            with read_store(config) as store:
                _fill(report, store)
        except MusubiError as error:
            report["warnings"].append(str(error))
    else:
        report["warnings"].append(f"There is no store at {config.store} yet; run `musubi compile`.")
    if llm or config.llm.enabled or config.llm.endpoint:
        _examine(report, config)
    if as_json:
        dump(report)
        return
    console.out(f"adapters     {report['adapters']}")
    console.out(f"vectors      {_VECTORS[report['vectors']]}")
    console.out(f"embedder     {report['embedder']}")
    console.out(f"model        {_model_line(report['model'])}")
    for name, c in report["sources"].items():
        console.out(f"{name:12} {c['conversations']} conversations, {c['messages']} messages from {c['files']} files")
        for reason, n in c["skipped"].items():
            console.out(f"{'':12} {n} skipped: {reason}")
    for problem in report["problems"]:
        more = f" (and {problem['count'] - 1} more)" if problem["count"] > 1 else ""
        console.out(
            f"problem      {problem['source']}: {problem['where']}: {problem['what']}{more}. {problem['detail']}"
        )
    for seen in report["not_understood"]:
        version = f" in version {seen['version']}" if seen["version"] else ""
        console.out(f"unknown      {seen['source']}: {seen['count']} × {seen['type']}{version}")
    for warning in report["warnings"]:
        console.out(f"warning      {warning}")


_VECTORS = {
    True: "work",
    False: "off: sqlite-vec is not loaded, search goes by words",
    None: "not looked at: there is no store",
}


def _examine(report: dict[str, Any], config: Config) -> None:
    """The endpoint is only spoken to where a configuration or `--llm` asks for a model."""
    from compiler.llm.examine import examine

    found = examine(config.llm)
    report["model"] = {"url": found.url, "model": found.model, "context": found.context}
    report["warnings"].extend(found.troubles)


def _model_line(found: dict[str, Any] | None) -> str:
    if found is None:
        return "none asked for: notes are made by rules (`musubi doctor --llm` looks for one)"
    if not found["model"]:
        return "none found"
    context = f", {found['context']:,} tokens a request" if found["context"] else ""
    return f"{found['model']} at {found['url']}{context}"


def _fill(report: dict[str, Any], store: Store) -> None:
    report["vectors"] = store.vectors
    older = resealing.older_than(store, RULES_VERSION)
    if older:
        report["warnings"].append(
            f"{older} conversations were read under older rules for secrets; `musubi redact --store` reads them again."
        )
    report["sources"] = {name: asdict(sources.counts(store, name)) for name in sources.source_names(store)}
    report["problems"] = [{**asdict(p), "count": n} for p, n in sources.problems(store)]
    report["not_understood"] = [asdict(s) for s in sources.seen(store)]


def _warnings(config: Config) -> list[str]:
    out = []
    package = Path(adapters.__file__ or "").resolve().parent
    if not (package / "_reading").is_dir():
        out.append(f"The `adapters` imported is not Musubi's ({package}); install Musubi in an environment of its own.")
    parts = config.store.parts
    synced = next((name for name in SYNCED if any(name in part for part in parts)), None)
    if synced:
        out.append(
            f"The store lies in a folder that {synced} copies; a live database must not be synced: "
            "set `store = PATH` in musubi.toml."
        )
    return out


def _embedder(config: Config) -> str:
    from compiler import embed

    try:
        return embed.load(config.embed).identity
    except MusubiError as error:
        return str(error)
