"""The parts of a conversation put together: steps merged by index, documents set in their time, titles by rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from adapters._reading.embedded import decoded
from adapters._reading.fields import mapping, text
from adapters._reading.sqlite import Unreadable
from adapters.antigravity import brain, indexes
from adapters.antigravity.database import SCHEMAS, Stored, read_database
from adapters.antigravity.indexes import Prompt, Summary
from adapters.antigravity.layout import Sources
from adapters.antigravity.steps import Step, merge
from adapters.antigravity.transcripts import BRIEF, OUTLINE, read_log, read_trajectory
from adapters.antigravity.wire import parse
from compiler.records import Conversation, Message, Problem, Record, Seen, Skipped

SOURCE = "antigravity"
PROMPT_WINDOW = 60
"""Seconds within which a line of the prompt history and a step with the same text are the same prompt."""


def read_conversation(found: Sources, summary: Summary, prompts: Sequence[Prompt]) -> Iterator[Record]:
    unknown: Counter[str] = Counter()
    stored, problems = _stored(found)
    tellings: list[tuple[str, list[Step]]] = [(str(found.database), stored.steps)] if found.database else []
    for log in found.logs:
        tellings.append((str(log), list(_steps(read_log(log, SOURCE, unknown), problems))))
    if found.trajectory:
        steps = list(_steps(read_trajectory(found.trajectory, SOURCE), problems))
        tellings.append((str(found.trajectory), steps))
    documents = list(_documents(found, problems))
    unknown.update(stored.unknown)
    yield from problems
    if stored.schema and stored.schema not in SCHEMAS and stored.steps:
        yield Seen(SOURCE, "unverified schema", stored.schema)
    yield from (Seen(SOURCE, kind, stored.schema, count) for kind, count in sorted(unknown.items()))
    if found.sealed and not found.database:
        yield from _sealed(found.sealed[0])

    steps = merge(steps for _, steps in tellings)
    own = [prompt for prompt in prompts if prompt.conversation == found.conversation]
    main = next((path for path, telling in tellings if telling), "") or str(found.brain)
    said = _messages(steps, documents, own, found, f"{Path(main).name}:")
    if not said:
        if problems or unknown:
            where = str(found.files()[0]) if found.files() else str(found.brain)
            yield Problem(SOURCE, where, "no messages", "its records were not understood")
        elif not found.sealed:
            yield Skipped(SOURCE, str(found.database or found.brain), "empty")
        return
    times = sorted(message.created_at for message in said if message.created_at)
    parent = stored.parent or summary.parent
    yield Conversation(
        id=f"{SOURCE}:{found.conversation}",
        source=SOURCE,
        title=_title(found, summary, steps, documents),
        project=indexes.folder_of(stored.folder) or summary.folder or _typed_in(steps, own, prompts) or _cwd(steps),
        created_at=times[0] if times else summary.created,
        updated_at=times[-1] if times else None,
        source_ref=str(Path(main).absolute()),
        messages=said,
        parent=f"{SOURCE}:{parent}" if parent else None,
        kind="subagent" if parent else "main",
        attrs=_attrs(found, stored, problems, [path for path, telling in tellings if telling]),
    )


def _stored(found: Sources) -> tuple[Stored, list[Problem]]:
    if not found.database:
        return Stored(), []
    try:
        stored = read_database(found.database, SOURCE)
    except Unreadable as error:
        return Stored(), [error.problem(SOURCE)]
    return stored, stored.problems


def _steps(stream: Iterator[Step | Problem], problems: list[Problem]) -> Iterator[Step]:
    for entry in stream:
        if isinstance(entry, Problem):
            problems.append(entry)
        else:
            yield entry


def _documents(found: Sources, problems: list[Problem]) -> Iterator[brain.Artefact]:
    for entry in brain.artefacts(found.brain, SOURCE):
        if isinstance(entry, Problem):
            problems.append(entry)
        else:
            yield entry


def _sealed(path: Path) -> Iterator[Problem | Skipped]:
    """A `.pb` is encrypted unless it parses, which is asked of the file and not of its name."""
    try:
        plain = parse(path.read_bytes())
    except OSError as error:
        yield Problem(SOURCE, str(path), "unreadable file", error.strerror or str(error))
        return
    if plain is not None and plain.fields:
        yield Problem(SOURCE, str(path), "unknown file", "a protobuf that is not encrypted, of a form not known here")
    else:
        yield Skipped(SOURCE, str(path), "encrypted")


def _messages(
    steps: Sequence[Step], documents: Sequence[brain.Artefact], own: Sequence[Prompt], found: Sources, within: str
) -> tuple[Message, ...]:
    conversation = f"{SOURCE}:{found.conversation}"
    announced = {call.id for step in steps if step.role == "assistant" for call in step.calls if call.id}
    made: list[Message] = []
    for step in steps:
        calls = step.calls
        if step.role == "tool":
            calls = tuple(call for call in calls if call.id not in announced)
        if step.text or calls:
            place = step.place.removeprefix(within)
            native = f"{conversation}#{step.index}"
            made.append(Message(native, step.role, step.text, calls, step.at, place, step.origin))
    if not any(message.role == "user" for message in made):
        typed = [
            Message(
                f"{conversation}#history:{p.line}", "user", p.text, (), p.at, f"{indexes.HISTORY}:{p.line}", "person"
            )
            for p in own
        ]
        made = typed + made if not made else sorted(typed + made, key=lambda message: message.created_at or "")
    for document in documents:
        native = f"{conversation}#brain:{document.name}"
        place = f"brain/{found.conversation}/{document.name}"
        written = Message(native, "assistant", document.text, (), document.at, place, "model")
        made.insert(_position(made, document.at), written)
    return tuple(made)


def _position(made: Sequence[Message], at: str | None) -> int:
    """Behind the last message that is not later; at the end where there is no time."""
    if at is None:
        return len(made)
    earlier = [k for k, message in enumerate(made) if message.created_at and _moment(message.created_at) <= _moment(at)]
    return earlier[-1] + 1 if earlier else len(made)


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at)


def _title(found: Sources, summary: Summary, steps: Sequence[Step], documents: Sequence[brain.Artefact]) -> str | None:
    given = summary.title or indexes.annotated_title(found.home, found.conversation)
    checkpoint = next((step.title for step in reversed(steps) if step.title), None)
    plans = sorted(documents, key=lambda document: document.name == "task.md")
    return given or checkpoint or next((document.title for document in plans if document.title), None)


def _typed_in(steps: Sequence[Step], own: Sequence[Prompt], prompts: Sequence[Prompt]) -> str | None:
    """The folder in which the prompts were typed: by the conversation's id, else by text and time."""
    if own:
        return indexes.only(prompt.folder for prompt in own)
    for step in steps:
        if step.kind == "USER_INPUT" and step.at:
            moment, words = _moment(step.at), " ".join(step.text.split())
            near = [
                prompt.folder
                for prompt in prompts
                if not prompt.conversation
                and prompt.at
                and " ".join(prompt.text.split()) == words
                and abs((_moment(prompt.at) - moment).total_seconds()) <= PROMPT_WINDOW
            ]
            if near:
                return indexes.only(near)
    return None


def _cwd(steps: Sequence[Step]) -> str | None:
    """The folder that the first command ran in, except Antigravity's own."""
    for step in steps:
        for call in step.calls:
            folder = text(mapping(decoded(call.input)).get("Cwd"))
            if folder and not folder.rstrip("/\\").endswith("scratch") and ".gemini" not in folder:
                return indexes.folder_of(folder)
    return None


def _attrs(found: Sources, stored: Stored, problems: Sequence[Problem], told: Sequence[str]) -> Mapping[str, str]:
    names = {Path(path).name.removesuffix(".jsonl") for path in told}
    brief = BRIEF.removesuffix(".jsonl")
    facts = {
        "root": str(found.home.absolute()),
        "model": stored.model or "",
        "version": stored.schema or "",
        "encrypted": "1" if found.sealed and not told else "",
        "partial": "1" if problems else "",
        "fidelity": "outline" if names == {OUTLINE} else "shortened" if names and names <= {OUTLINE, brief} else "",
    }
    return {key: value for key, value in facts.items() if value}
