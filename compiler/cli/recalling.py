"""What the notes say across conversations: the same answers that agents get."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

import click

from compiler import console
from compiler.cli.asking import searcher_for
from compiler.cli.options import config_for, dump, json_option, read_store, vault_option
from compiler.recall import History, Page, context, decisions, loops, profile, topics
from compiler.recall.dossier import dossier
from compiler.recall.types import Decision, Fact, Loop, Place, Topic

project_option = click.option("--project", metavar="NAME", help="Only this project.")
topic_option = click.option("--topic", metavar="NAME", help="Only this topic.")
limit_option = click.option("-n", "limit", type=click.IntRange(min=1), default=50, show_default=True)
offset_option = click.option("--offset", type=click.IntRange(min=0), default=0, help="Leave out so many.")


@contextmanager
def history(vault: Path | None) -> Iterator[History]:
    config = config_for(vault)
    with read_store(config) as store:
        yield History(store, searcher_for(config, store))


@click.command("topics")
@vault_option
@limit_option
@offset_option
@json_option
def topics_command(vault: Path | None, limit: int, offset: int, as_json: bool) -> None:
    """What you talk about, largest first."""
    with history(vault) as known:
        _print(topics.topics(known, offset=offset, limit=limit), _topic, as_json)


@click.command("facts")
@click.option("--theme", metavar="NAME", help="Only this theme.")
@vault_option
@limit_option
@offset_option
@json_option
def facts_command(theme: str | None, vault: Path | None, limit: int, offset: int, as_json: bool) -> None:
    """What is known of you, by theme."""
    with history(vault) as known:
        _print(profile.facts(known, theme, offset=offset, limit=limit), _fact, as_json)


@click.command("decisions")
@click.argument("query", nargs=-1)
@vault_option
@project_option
@topic_option
@click.option("--status", type=click.Choice(get_args(decisions.Status)), default="all", show_default=True)
@limit_option
@offset_option
@json_option
def decisions_command(
    query: tuple[str, ...],
    vault: Path | None,
    project: str | None,
    topic: str | None,
    status: decisions.Status,
    limit: int,
    offset: int,
    as_json: bool,
) -> None:
    """What was decided: newest first, or with a QUERY what bears on it. Superseded ones are told apart."""
    with history(vault) as known:
        found = decisions.decisions(
            known, " ".join(query), project=project, topic=topic, status=status, offset=offset, limit=limit
        )
        _print(found, _decision, as_json)


@click.command("loops")
@click.argument("query", nargs=-1)
@vault_option
@project_option
@topic_option
@click.option("--status", type=click.Choice(get_args(loops.Status)), default="open", show_default=True)
@limit_option
@offset_option
@json_option
def loops_command(
    query: tuple[str, ...],
    vault: Path | None,
    project: str | None,
    topic: str | None,
    status: loops.Status,
    limit: int,
    offset: int,
    as_json: bool,
) -> None:
    """What was left to do: told last first, or with a QUERY what bears on it."""
    with history(vault) as known:
        found = loops.loops(
            known, " ".join(query), project=project, topic=topic, status=status, offset=offset, limit=limit
        )
        _print(found, _loop, as_json)


@click.command("dossier")
@click.argument("name", nargs=-1, required=True)
@vault_option
@json_option
def dossier_command(name: tuple[str, ...], vault: Path | None, as_json: bool) -> None:
    """Everything about a person, tool, library, project or topic that recurs."""
    with history(vault) as known:
        found = dossier(known, " ".join(name))
        if as_json:
            dump(asdict(found))
            return
        also = f", also {', '.join(found.aliases)}" if found.aliases else ""
        console.out(f"{found.name} ({found.type}{also}), in {found.conversations.total} conversations")
        for title, lines in (
            ("Decisions", [_decision(d) for d in found.decisions]),
            ("Loops", [_loop(one) for one in found.loops]),
            ("Facts", [_fact(f) for f in found.facts]),
            ("Conversations", [f"{(p.date or '')[:10]:10}  {_title(p)}" for p in found.conversations.items]),
            ("Beside it", [f"{c.name} ({c.conversations})" for c in found.beside]),
        ):
            if lines:
                console.out(f"\n{title}")
                for line in lines:
                    console.out(f"  {line}")


@click.command("context")
@click.argument("task", nargs=-1, required=True)
@vault_option
@project_option
@click.option("--characters", type=click.IntRange(min=500), default=6000, show_default=True, help="Room for the text.")
@json_option
def context_command(
    task: tuple[str, ...], vault: Path | None, project: str | None, characters: int, as_json: bool
) -> None:
    """What a new session should know before it starts on a TASK, as Markdown to paste."""
    with history(vault) as known:
        made = context.context(known, " ".join(task), project=project, room=characters)
    if as_json:
        dump(asdict(made))
        return
    console.out(made.markdown)
    for n, place in enumerate(made.sources, 1):
        console.out(f"[{n}] {_title(place)}")


@click.command("whoami")
@vault_option
@json_option
def whoami_command(vault: Path | None, as_json: bool) -> None:
    """You in brief, as agents are told."""
    with history(vault) as known:
        who = profile.who(known)
    if as_json:
        dump(asdict(who))
        return
    console.out(f"{who.conversations} conversations, {who.since or '?'} to {who.until or '?'}")
    for title, counted in (("Projects", who.projects), ("Topics", who.topics), ("Often named", who.entities)):
        if counted:
            console.out(f"{title}: {', '.join(f'{c.name} ({c.conversations})' for c in counted)}")
    console.out(f"{who.standing_decisions} decisions stand, {who.open_loops} loops are open")
    for fact in who.facts:
        console.out(f"- {_fact(fact)}")


def _print(found: Page[Any], line: Callable[[Any], str], as_json: bool) -> None:
    if as_json:
        dump(asdict(found))
        return
    for item in found.items:
        console.out(line(item))
    if not found.items:
        console.out("Nothing in your history.")
    if found.next is not None:
        console.out(f"… {found.total - found.next} more: --offset {found.next}")


def _title(place: Place) -> str:
    return f"{place.title or 'Untitled'}  [{place.conversation_id}]"


def _topic(topic: Topic) -> str:
    return (
        f"{topic.conversations:5}  {topic.name}  ({topic.first or '?'} to {topic.last or '?'}; "
        f"{topic.standing_decisions} decisions, {topic.open_loops} open)"
    )


def _fact(fact: Fact) -> str:
    before = f", before: {', '.join(f.value for f in fact.before)}" if fact.before else ""
    trust = "only remembered" if fact.trust == "remembered" else f"in {fact.conversations}"
    return f"{fact.theme}: {fact.text} ({trust}{before})  [{fact.id}]"


def _decision(decision: Decision) -> str:
    later = f" → {decision.superseded_by.text}" if decision.superseded_by else ""
    sign = "✗" if decision.status == "superseded" else "•"
    return f"{sign} {(decision.place.date or '')[:10]:10}  {decision.text}{later}  [{decision.place.conversation_id}]"


def _loop(loop: Loop) -> str:
    sign = "[x]" if loop.status == "closed" else "[ ]"
    return f"{sign} {(loop.place.date or '')[:10]:10}  {loop.text}  [{loop.id}]"
