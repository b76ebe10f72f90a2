"""`musubi search` and `similar`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import get_args
from urllib.parse import quote

import click

from compiler import console
from compiler.cli.options import config_for, dump, json_option, read_store, vault_option
from compiler.config import Config
from compiler.errors import UsageError
from compiler.recall import searching
from compiler.search import Filters, Hit, Searcher, similar
from compiler.search.sight import in_sight
from compiler.search.types import Kind
from compiler.store import conversations
from compiler.store.connection import Store


@click.command("search")
@click.argument("query", nargs=-1)
@vault_option
@click.option("-n", "limit", type=click.IntRange(min=1), default=10, show_default=True, help="Conversations.")
@click.option("--passages", type=click.IntRange(min=1), default=3, show_default=True, help="Entries of each.")
@click.option("--source", "sources", multiple=True, metavar="NAME", help="Only this source (repeatable).")
@click.option("--project", metavar="NAME", help="Only this project.")
@click.option("--since", metavar="DATE", help="From this day on.")
@click.option("--until", metavar="DATE", help="Up to and with this day.")
@click.option("--kind", type=click.Choice(get_args(Kind)), help="Only this kind of passage.")
@click.option("--batch", is_flag=True, help="One query a line from stdin, one line of answer each.")
@json_option
def search_command(
    query: Sequence[str],
    vault: Path | None,
    limit: int,
    passages: int,
    sources: tuple[str, ...],
    project: str | None,
    since: str | None,
    until: str | None,
    kind: Kind | None,
    batch: bool,
    as_json: bool,
) -> None:
    """Find messages and notes by words and by meaning. The query is text: quotes, colons and code mean themselves. Days
    it tells count: `last week`, `in March`, `2026-03-04`; alone, they list what was said then."""
    if batch == bool(query):
        raise UsageError("Give a query, or --batch with one query a line on stdin.")
    config = config_for(vault)
    filters = Filters(sources, project, _day(since, "--since"), _day(until, "--until"), kind)
    with read_store(config) as store:
        filters = in_sight(store, filters)
        searcher = searcher_for(config, store, many=batch)
        if batch:
            for line in sys.stdin:
                text = line.rstrip("\r\n")
                hits = searcher.search(text, limit=limit, passages=passages, filters=filters)
                if as_json:
                    dump({"query": text, "hits": [hit.row() for hit in hits]})
                else:
                    console.out(f"{text}\t{hits[0].conversation_id if hits else '-'}\t{_line(hits[0]) if hits else ''}")
            return
        text = " ".join(query)
        hits = searcher.search(text, limit=limit, passages=passages, filters=filters)
        misses = searcher.nearest(text, filters=filters) if not hits and not as_json else []
    if as_json:
        dump([hit.row() for hit in hits])
    elif hits:
        _show(config, hits)
    else:
        console.out("Nothing in your history.")
        for hit in misses:
            console.out(f"  nearest: {hit.title or 'Untitled'} ({(hit.date or '')[:10]}): {_line(hit)}")


@click.command("similar")
@click.argument("target", nargs=-1, required=True)
@vault_option
@click.option("-n", "limit", type=click.IntRange(min=1), default=10, show_default=True, help="Conversations.")
@json_option
def similar_command(target: Sequence[str], vault: Path | None, limit: int, as_json: bool) -> None:
    """Conversations related to one (its ID, or the beginning of it), or to a text."""
    config = config_for(vault)
    with read_store(config) as store:
        text = " ".join(target)
        matches = conversations.ids_like(store, text) if len(target) == 1 else []
        meant = matches[0] if len(matches) == 1 else text
        searcher = searcher_for(config, store)
        hits = similar(store, meant, limit=limit, filters=in_sight(store), searcher=searcher)
    if as_json:
        dump([hit.row() for hit in hits])
    elif hits:
        _show(config, hits)
    else:
        console.out("Nothing in your history.")


def searcher_for(config: Config, store: Store, *, many: bool = False) -> Searcher:
    """As the person set it up; what it has to do without is told."""
    return searching.searcher_for(config, store, _tell, many=many)


def _tell(sentence: str) -> None:
    console.note(f"musubi: {sentence}")


def _day(value: str | None, option: str) -> str | None:
    from datetime import datetime

    if value is None:
        return None
    try:
        datetime.fromisoformat(value)
    except ValueError:
        raise UsageError(f"{option} takes a date such as 2026-10-03, not `{value}`.") from None
    return value


def _line(hit: Hit) -> str:
    return " ".join(hit.snippet.split())


def _show(config: Config, hits: Iterable[Hit]) -> None:
    for rank, group in groupby(hits, key=lambda hit: hit.rank):
        entries = list(group)
        first = entries[0]
        head = f"{rank:2}. {first.title or 'Untitled'}  ({(first.date or '')[:10]}, {first.source})  {_badges(first)}"
        console.out(head.rstrip())
        for hit in entries:
            console.out(f"      {_marked(hit)}")
        if first.note:
            console.out(f"      {_uri(config, first.note)}")
        console.out(f"      {place(config, first)}")


def _badges(hit: Hit) -> str:
    ranks = (("kw", hit.keyword_rank), ("vec", hit.vector_rank))
    return " ".join(f"{name}#{rank}" for name, rank in ranks if rank is not None)


def _marked(hit: Hit) -> str:
    """The snippet on one line, the words that match in bold on a terminal."""
    text = hit.snippet
    if sys.stdout.isatty():
        for start, end in reversed(hit.marks):
            text = text[:start] + click.style(text[start:end], bold=True) + text[end:]
    return " ".join(text.split())


def _uri(config: Config, note: str) -> str:
    """Opens the note in the app on this machine; the vault's name is its folder's."""
    return f"obsidian://open?vault={quote(config.vault.name, safe='')}&file={quote(note, safe='')}"


def place(config: Config, hit: Hit) -> str:
    """The file a hit came from, home folder as `~`."""
    home = str(config.env.home)
    return "~" + hit.source_ref[len(home) :] if hit.source_ref.startswith(home) else hit.source_ref
