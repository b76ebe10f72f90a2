"""The terminal: progress and warnings on stderr, results on stdout."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

from compiler.events import Advanced, Event, Finished, Noted, Started, Warned

if TYPE_CHECKING:
    from rich.progress import TaskID


def out(text: str = "") -> None:
    """One line of a result. Bytes that the terminal cannot show are replaced, never fatal."""
    try:
        print(text)
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        print(text.encode(encoding, "replace").decode(encoding))


def note(text: str) -> None:
    """One line for the person, beside the result."""
    print(text, file=sys.stderr)


class TerminalReporter:
    """Shows a run's events: bars on a terminal, only warnings elsewhere."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self.tasks: dict[str, TaskID] = {}
        self.warned: set[str] = set()

    def __enter__(self) -> TerminalReporter:
        self.progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.progress.stop()

    def report(self, event: Event) -> None:
        match event:
            case Started(stage, total):
                self.tasks[stage] = self.progress.add_task(stage, total=total)
            case Advanced(stage, count, _):
                if stage in self.tasks:
                    self.progress.advance(self.tasks[stage], count)
            case Finished(stage, _):
                if stage in self.tasks:
                    self.progress.remove_task(self.tasks.pop(stage))
            case Noted(message):
                note(f"musubi: {message}")
            case Warned(message):
                if message not in self.warned:
                    self.warned.add(message)
                    note(f"musubi: {message}")
