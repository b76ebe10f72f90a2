"""All databases of one installation of the editor, read as the one history that they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from adapters._reading.sqlite import BROKEN, Unreadable, opened
from adapters.cursor import survey
from adapters.cursor.chat_tabs import read_tabs
from adapters.cursor.composers import Done, read_composers, read_inline_composers
from adapters.cursor.prompts import conversation_of_log
from adapters.cursor.rows import Rows
from adapters.cursor.survey import Survey, Workspace
from adapters.cursor.tally import SOURCE, Tally
from compiler.records import Known, Problem, Record


def read_installation(databases: Sequence[Path], root: Path, known: Known) -> Iterator[Record]:
    """Global rows first, then what workspaces alone still hold, at last the prompt logs of those with nothing else.

    A broken database gives what it can; its `.backup`, which Cursor keeps, gives the rest.
    """
    found = survey.take(databases)
    done: Done = {}
    complete = True
    for path in databases:
        tally, broken = Tally(), False
        for record in _read(path, root, found, known, tally, done):
            yield record
            if isinstance(record, Problem) and record.what == BROKEN:
                broken = True
            complete = complete and not (isinstance(record, Problem) and record.where == str(path))
        backup = path.with_name(path.name + ".backup")
        if broken and backup.exists():
            yield Problem(
                SOURCE, str(path), "read from backup", f"what the broken database lacks comes from {backup.name}"
            )
            yield from _read(backup, root, found, known, tally, done)
        if not done and (gone := tally.count("content gone")):
            yield Problem(SOURCE, str(path), "no messages", f"{gone} conversations list messages, none was found")
        yield from tally.records(str(path))
    for workspace in found.workspaces if complete else []:
        if not _remembered(workspace, done) and (conversation := conversation_of_log(workspace, root)):
            yield conversation


def _remembered(workspace: Workspace, done: Done) -> bool:
    """Whether any conversation of a window, or of its project, was found: then its prompts stand there."""
    project = workspace.project.path if workspace.project else None
    inside = not workspace.composers.isdisjoint(done)
    return inside or (project is not None and project in done.values())


def _read(path: Path, root: Path, found: Survey, known: Known, tally: Tally, done: Done) -> Iterator[Record]:
    try:
        with opened(path) as database:
            rows = Rows(database)
            yield from read_composers(rows, root, found, known, tally, done)
            yield from read_inline_composers(rows, root, found, tally, done)
            workspace = next((window for window in found.workspaces if window.database == rows.path), None)
            yield from read_tabs(rows, workspace, root, tally, done)
    except Unreadable as refusal:
        yield refusal.problem(SOURCE)
