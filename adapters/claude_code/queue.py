"""Words typed while the agent works. They pass through a queue, whose log may be the only place that keeps them."""

from __future__ import annotations

from collections import deque
from typing import Any

from adapters._reading.fields import instant, text
from adapters.claude_code.blocks import flatten
from adapters.claude_code.speech import Draft
from adapters.claude_code.wording import typed


class Queue:
    """Follows `queue-operation` records of one session, first in first out.

    `dequeue` is followed by the prompt as a record of its own; `popAll` takes everything back into the input line.
    `remove` hands the text to the running turn: only then, and if no later record repeats it, it is told here.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[str, str, int]] = deque()

    def follow(self, record: dict[str, Any], line: int) -> Draft | None:
        operation = record.get("operation")
        if operation == "enqueue":
            self._waiting.append((flatten(record.get("content")), text(record.get("timestamp")), line))
        elif operation == "popAll":
            self._waiting.clear()
        elif operation in ("dequeue", "remove") and self._waiting:
            said, at, line = self._take(flatten(record.get("content")))
            if operation == "remove" and (words := typed(said)) and words.role == "user":
                native = f"queue-operation:{at or line}"
                return Draft(
                    native, "user", "person", line, instant(at), [words.text], steers=words.steers, queued=True
                )
        return None

    def _take(self, content: str) -> tuple[str, str, int]:
        for entry in self._waiting:
            if content and entry[0] == content:
                self._waiting.remove(entry)
                return entry
        return self._waiting.popleft()


def without_copies(drafts: list[Draft]) -> list[Draft]:
    """The drafts without those from the queue that a later message repeats, alone or joined with others."""
    if not any(draft.queued for draft in drafts):
        return drafts
    said = [(draft.line, _lines(draft.text)) for draft in drafts if draft.role == "user" and not draft.queued]
    used: set[tuple[int, str]] = set()
    kept = []
    for draft in drafts:
        if draft.queued:
            words = _lines(draft.text)
            copy = next(
                (n for n, (line, spoken) in enumerate(said)
                 if line > draft.line and words in spoken and (n, words) not in used), None
            )  # fmt: skip
            if copy is not None:
                used.add((copy, words))
                continue
        kept.append(draft)
    return kept


def _lines(value: str) -> str:
    """A text as lines without outer space or blank ones, closed at both ends, so that `in` compares whole lines."""
    return "\n" + "\n".join(line for part in value.splitlines() if (line := " ".join(part.split()))) + "\n"
