"""Google Antigravity (editor, desktop, command line): `~/.gemini/antigravity{,-ide,-cli}/`.

One unit a conversation: its database, the logs and documents of its brain folder, and the indexes that name it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from adapters._reading import homes as people
from adapters._reading.sqlite import Unreadable, looks_like_database, opened
from adapters.antigravity import indexes, layout
from adapters.antigravity.conversation import SOURCE, read_conversation
from adapters.antigravity.export import is_export, read_export
from adapters.antigravity.indexes import Summary
from compiler.records import Conversation, Env, Known, Message, Problem, Record, Skipped, Unit, nothing_known

INDEXES = "indexes"


class AntigravityAdapter:
    name = SOURCE
    version = 1

    def locate(self, env: Env) -> Sequence[Path]:
        return [home / ".gemini" / name for home in people.homes(env) for name in layout.NAMES]

    def claims(self, path: Path) -> bool:
        if path.is_dir():
            return any(_is_antigravity(home) for home in layout.homes(path))
        return is_export(path) or (path.suffix == ".db" and _is_conversation(path))

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        try:
            units = list(_units(root))
        except OSError as error:
            yield Problem(SOURCE, str(root), "unreadable folder", error.strerror or str(error))
            return
        yield from sorted(units, key=lambda unit: unit.key if isinstance(unit, Unit) else unit.where)

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        try:
            yield from _read(unit)
        except OSError as error:  # a file that went, or was locked, between discovery and now
            yield Problem(SOURCE, str(error.filename or unit.files[0]), "unreadable file", error.strerror or str(error))


def _units(root: Path) -> Iterator[Unit | Skipped]:
    if root.is_file():
        found = layout.of_file(root)
        if is_export(root):
            yield Unit(f"export/{root.stem}", root.parent, (root,))
        elif found:
            yield Unit(f"file/{found.conversation}", found.home, tuple(found.files()))
        return
    for home in layout.homes(root):
        index = tuple(indexes.index_files(home))
        for conversation in layout.conversations(home):
            if own := layout.sources(home, conversation).files():
                yield Unit(f"{home.name}/{conversation}", home, (*own, *index))
            else:
                yield Skipped(SOURCE, str(home / "brain" / conversation), "empty")
        if index:
            yield Unit(f"{home.name}/{INDEXES}", home, index)
        for path in sorted(home.glob("*.md")):
            if is_export(path):
                yield Unit(f"export/{path.stem}", home, (path,))


def _read(unit: Unit) -> Iterator[Record]:
    kind, _, name = unit.key.rpartition("/")
    if kind == "export":
        yield from read_export(unit.files[0], SOURCE, unit.root)
        return
    index = indexes.index(unit.root, SOURCE)
    if name == INDEXES:
        yield from index.problems
        yield from _missing(unit.root, index)
        return
    found = layout.of_file(unit.files[0]) if kind == "file" else layout.sources(unit.root, name)
    if found:
        yield from read_conversation(found, index.summaries.get(found.conversation, Summary()), index.prompts)


def _missing(home: Path, index: indexes.Index) -> Iterator[Record]:
    """Conversations that only an index knows: their prompts from the command line's history, or their absence."""
    places = [home, *layout.siblings(home)]
    present = {conversation for place in places for conversation in layout.conversations(place)}
    gone: dict[str, list[indexes.Prompt]] = {}
    for prompt in index.prompts:
        if prompt.conversation and prompt.conversation not in present:
            gone.setdefault(prompt.conversation, []).append(prompt)
    for conversation in sorted({*gone, *index.summaries} - present):
        summary, typed = index.summaries.get(conversation, Summary()), gone.get(conversation, [])
        if not typed:
            yield Skipped(SOURCE, f"{home}: {conversation}", "missing on this disk")
            continue
        native = f"{SOURCE}:{conversation}"
        times = sorted(prompt.at for prompt in typed if prompt.at)
        yield Conversation(
            id=native,
            source=SOURCE,
            title=summary.title,
            project=summary.folder or indexes.only(prompt.folder for prompt in typed),
            created_at=times[0] if times else summary.created,
            updated_at=times[-1] if times else None,
            source_ref=str((home / indexes.HISTORY).absolute()),
            messages=tuple(
                Message(
                    f"{native}#history:{prompt.line}", "user", prompt.text, (), prompt.at, str(prompt.line), "person"
                )
                for prompt in typed
            ),
            attrs={"root": str(home.absolute()), "source_gone": "1"},
        )


def _is_antigravity(home: Path) -> bool:
    if not layout.is_home(home):
        return any(_is_conversation(path) for path in home.glob("*.db"))
    return bool(layout.conversations(home))


def _is_conversation(path: Path) -> bool:
    """Whether a database holds the steps of one conversation."""
    if not looks_like_database(path):
        return False
    try:
        with opened(path) as database:
            return {"idx", "step_payload"} <= set(database.columns("steps"))
    except Unreadable:
        return False


ADAPTER = AntigravityAdapter()
