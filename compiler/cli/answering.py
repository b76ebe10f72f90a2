"""`musubi ask` and `musubi chat`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click

from compiler import console
from compiler.cli.asking import place, searcher_for
from compiler.cli.options import config_for, dump, json_option, read_store, vault_option
from compiler.config import Config
from compiler.errors import EndpointError, MusubiError
from compiler.llm import Client, Reply
from compiler.search import Answer, Statement, answer
from compiler.search.answer import is_greeting, standalone
from compiler.search.sight import in_sight
from compiler.store import replies
from compiler.store.connection import Store, open_store

llm_option = click.option("--llm", is_flag=True, help="Let a model on this machine put the answer into words.")
LEAVE = ("exit", "quit", ":q")


@click.command("ask")
@click.argument("question", nargs=-1, required=True)
@vault_option
@llm_option
@json_option
def ask_command(question: Sequence[str], vault: Path | None, llm: bool, as_json: bool) -> None:
    """What your own notes say to a question, each sentence with the place it comes from."""
    config = config_for(vault)
    with read_store(config) as store:
        talk = Talk(config, store, _client(config, llm))
        found = talk.ask(" ".join(question), aloud=not as_json)
    if as_json:
        dump(answer_json(found))


@click.command("chat")
@vault_option
@llm_option
def chat_command(vault: Path | None, llm: bool) -> None:
    """Ask one question after another; each may lean on those before it. Leave with an empty line or Ctrl-D."""
    config = config_for(vault)
    with read_store(config) as store:
        talk = Talk(config, store, _client(config, llm), many=True)
        for question in _questions():
            talk.ask(question)
            console.out()


class Talk:
    """Questions in a row over one store, with a model or without."""

    def __init__(self, config: Config, store: Store, client: Client | None, *, many: bool = False) -> None:
        self._config = config
        self._store = store
        self._client = client
        self._searcher = searcher_for(config, store, many=many)
        self._previous: list[str] = []

    def ask(self, question: str, *, aloud: bool = True) -> Answer:
        """Answer a question, said aloud as it comes. A model is only called where the notes hold something."""
        asked = self._stand_alone(question)
        found = answer(self._store, asked, filters=in_sight(self._store), searcher=self._searcher)
        if found.reason == "answered":
            self._previous.append(asked)
        written = self._written(found, aloud) if self._client and found.statements else ()
        if written:
            found = replace(found, statements=tuple(written))
        elif aloud:
            show_statements(found)
        if aloud:
            show_citations(self._config, found)
        return found

    def _stand_alone(self, question: str) -> str:
        if is_greeting(question):
            return question
        if self._client is None or not self._previous:
            return standalone(question, self._previous)
        from compiler.search.written import stand_alone

        try:
            asked, reply = stand_alone(self._client, question, self._previous)
        except EndpointError as error:
            self._without(error)
            return standalone(question, self._previous)
        if reply:
            self._count(reply)
        return asked

    def _written(self, found: Answer, aloud: bool) -> list[Statement]:
        """The model's sentences; none where it fails or finds nothing, and the lines themselves are shown."""
        from compiler.search.written import write

        assert self._client is not None
        out: list[Statement] = []
        embedder = self._searcher.embedder
        told = write(self._client, found, embedder.embed if embedder else None)
        try:
            while True:
                sentence = next(told)
                out.append(Statement(sentence.text, "sentence", sentence.citations))
                if aloud:
                    console.out(f"{sentence.text} {_numbers(sentence.citations)}")
        except StopIteration as stop:
            self._count(stop.value)
        except EndpointError as error:
            self._without(error)
        return out

    def _without(self, error: EndpointError) -> None:
        console.note(f"musubi: {error} The answer is quoted from the notes.")
        self._client = None

    def _count(self, reply: Reply) -> None:
        """Counted beside the answer; a compile that is writing is not waited for."""
        assert self._client is not None
        try:
            with open_store(self._config.store) as store:
                store.connection.set_busy_timeout(200)
                replies.add_usage(store, self._client.model, "ask", reply.prompt_tokens, reply.completion_tokens)
        except Exception:  # noqa: BLE001 - no answer is worth losing for its count
            return


def answer_json(found: Answer) -> dict[str, object]:
    return {
        "question": found.question,
        "reason": found.reason,
        "statements": [asdict(statement) for statement in found.statements],
        "citations": [hit.row() for hit in found.citations],
        "misses": [hit.row() for hit in found.misses],
    }


def show_statements(found: Answer) -> None:
    """What was found, one statement a line; what came nearest where nothing was."""
    if found.reason == "no question":
        console.out("Ask about something you have talked about.")
    elif not found.statements:
        console.out("Nothing in your history.")
        for hit in found.misses:
            text = " ".join(hit.snippet.split())
            console.out(f"  nearest: {hit.title or 'Untitled'} ({(hit.date or '')[:10]}): {text}")
    for statement in found.statements:
        state = " (done)" if statement.done else ""
        if statement.replaced_by:
            state = f" (replaced by: {statement.replaced_by.rstrip('.')})"
        console.out(f"- {statement.text}{state} {_numbers(statement.citations)}")


def show_citations(config: Config, found: Answer) -> None:
    """What the numbers stand for; only those that are used."""
    used = {n for statement in found.statements for n in statement.citations}
    if used:
        console.out()
    for n, hit in enumerate(found.citations, 1):
        if n in used:
            title, day = hit.title or "Untitled", (hit.date or "")[:10]
            console.out(f"[{n}] {title}, {day} · {hit.note or ''} · {place(config, hit)}")


def _numbers(citations: Iterable[int]) -> str:
    return "".join(f"[{n}]" for n in citations)


def _client(config: Config, wanted: bool) -> Client | None:
    """The model, where it is asked for; why there is none is said, and the answer is quoted."""
    if not (wanted or config.llm.enabled):
        return None
    from compiler import llm

    try:
        return llm.connect(config.llm)
    except MusubiError as error:
        console.note(f"musubi: {error} Answers are quoted from the notes.")
        return None


def _questions() -> Iterable[str]:
    """Lines typed or piped, until an empty one, a word of leave, or the end."""
    aloud = sys.stdin.isatty()
    while True:
        if aloud:
            click.echo("? ", nl=False, err=True)
        line = sys.stdin.readline()
        question = line.strip()
        if not question or question.lower() in LEAVE:
            return
        yield question
