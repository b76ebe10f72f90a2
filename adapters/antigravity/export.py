"""The chat that Antigravity (and Windsurf before it) exports as Markdown: speakers and actions, no ids and no times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from adapters._reading.fields import clean
from compiler.records import Conversation, Message, Origin, Problem, Role

HEADINGS = ("# Chat Conversation", "# Cascade Chat Conversation")
_Speaker = tuple[Role, Origin | None]
_Block = tuple[int, Role, Origin | None, str]
"""Line, role, origin, text."""

_SPEAKERS: dict[str, _Speaker] = {
    "### User Input": ("user", "person"),
    "### Planner Response": ("assistant", "model"),
}
_ACTION = re.compile(
    r"\*(?:Viewed|Listed|Searched|Edited|Checked|Created|Deleted|Generated|Read|Ran|Opened|Grepped|Analyzed|User) .*\*"
)
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
        lines = clean(path.read_bytes().decode("utf-8", "replace")).replace("\r\n", "\n").split("\n")
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


def _blocks(lines: list[str]) -> Iterator[_Block]:
    """Each speaker's block and the actions that end it. Only the two exact headings open a block: any other heading is
    the speaker's own."""
    speaker: _Speaker | None = None
    body: list[tuple[int, str]] = []
    start = 1
    for number, line in enumerate(lines, start=1):
        if opened := _SPEAKERS.get(line.rstrip()):
            yield from _block(start, speaker, body)
            start, speaker, body = number, opened, []
        elif speaker or not (line.strip() in HEADINGS or line.startswith(_NOTE)):
            body.append((number, line))
    yield from _block(start, speaker, body)


def _block(start: int, speaker: _Speaker | None, body: list[tuple[int, str]]) -> Iterator[_Block]:
    end = len(body)
    while end and (not body[end - 1][1].strip() or _ACTION.fullmatch(body[end - 1][1].strip())):
        end -= 1
    words = "\n".join(line for _, line in body[:end]).strip()
    if words and speaker:
        yield start, *speaker, _CODE_LINK.sub(r"\1", words)
    for number, line in body[end:] if speaker else body:
        if line.strip():
            yield number, "tool", None, _CODE_LINK.sub(r"\1", line.strip().strip("*")).strip()
