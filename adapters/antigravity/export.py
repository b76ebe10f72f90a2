"""The chat that Antigravity (and Windsurf before it) exports as Markdown: speakers and actions, no ids and no times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from adapters._reading.fields import clean
from compiler.records import Conversation, Message, Origin, Problem, Role

HEADINGS = ("# Chat Conversation", "# Cascade Chat Conversation")
_SPEAKERS: dict[str, tuple[Role, Origin | None]] = {
    "### User Input": ("user", "person"),
    "### Planner Response": ("assistant", "model"),
}
_ACTION = re.compile(r"\*[A-Z][a-z]+ .*\*")
_CODE_LINK = re.compile(r"cci:\d+://(file:///[^)\s]*?)(?::\d+:\d+-\d+:\d+)?(?=[)\s])")
_NOTE = "Note: _This is purely the output"


def is_export(path: Path) -> bool:
    if path.suffix.lower() != ".md":
        return False
    try:
        with path.open("rb") as file:
            first = file.readline(200).decode("utf-8", "replace").strip("\ufeff \r\n")
    except OSError:
        return False
    return first in HEADINGS


def read_export(path: Path, source: str, root: Path) -> Iterator[Conversation | Problem]:
    try:
        lines = clean(path.read_bytes().decode("utf-8", "replace")).splitlines()
    except OSError as error:
        yield Problem(source, str(path), "unreadable file", error.strerror or str(error))
        return
    conversation = f"{source}:export:{path.stem}"
    messages = tuple(
        Message(f"{conversation}#{number}", role, words, (), None, str(number), origin)
        for number, role, origin, words in _blocks(lines)
    )
    if not messages:
        yield Problem(source, str(path), "no messages", "an export without a turn in it")
        return
    facts = {"root": str(root.absolute()), "fidelity": "outline"}
    yield Conversation(
        conversation, source, None, None, None, None, str(path.absolute()), messages, None, "main", facts
    )


def _blocks(lines: list[str]) -> Iterator[tuple[int, Role, Origin | None, str]]:
    """(line, role, origin, text) of each speaker's block and of the actions that end it. Only the two exact headings
    open a block: any other is the speaker's own."""
    start, role, origin = 1, None, None
    body: list[str] = []
    for number, line in enumerate([*lines, ""], start=1):
        speaker = _SPEAKERS.get(line.rstrip())
        if speaker is None and number <= len(lines):
            if not (role is None and (line.strip() in HEADINGS or line.startswith(_NOTE))):
                body.append(line)
            continue
        yield from _block(start, role, origin, body)
        if speaker:
            start, (role, origin), body = number, speaker, []


def _block(
    start: int, role: Role | None, origin: Origin | None, body: list[str]
) -> Iterator[tuple[int, Role, Origin | None, str]]:
    end = len(body)
    while end and (not body[end - 1].strip() or _ACTION.fullmatch(body[end - 1].strip())):
        end -= 1
    words = _CODE_LINK.sub(r"\1", "\n".join(body[:end])).strip()
    if words and role:
        yield start, role, origin, words
    for offset, line in enumerate(body[end:] if role else body, start=end if role else 0):
        if line.strip():
            yield (
                start + offset + (1 if role else 0),
                "tool",
                None,
                _CODE_LINK.sub(r"\1", line.strip().strip("*")).strip(),
            )
