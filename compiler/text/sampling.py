"""A conversation as one bounded transcript: what a model gets to read of it."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.records import Conversation, Message
from compiler.text.recalled import without_recalled

LIMIT = 8000
"""Characters of a transcript."""
TOOL_LIMIT = 200
"""Characters of a tool's output: enough to see what it was."""
HEAD = 0.45
"""Share of the limit taken from the beginning; the end holds the conclusions and gets the rest."""
_GAP = "\n\n[… {} characters left out …]\n\n"
_SPEAKERS = {"user": "User", "assistant": "Assistant"}


def transcript(conversation: Conversation) -> str:
    """Everything said on the path the person saw, a turn a paragraph, tool output clipped, nothing recalled from Musubi
    or put in by the harness."""
    return "\n\n".join(_turns(without_recalled(conversation.messages), conversation.kind == "note"))


def sample(text: str, limit: int = LIMIT) -> str:
    """At most `limit` characters of a transcript, cut at lines or words where they are near."""
    if len(text) <= limit:
        return text
    room = limit - len(_GAP.format(len(text)))
    head = int(room * HEAD)
    tail = room - head
    start = _cut_back(text, head)
    end = _cut_on(text, len(text) - tail)
    return text[:start].rstrip() + _GAP.format(end - start) + text[end:].lstrip()


def _turns(messages: Iterable[Message], own_note: bool) -> Iterable[str]:
    for message in messages:
        text = message.text.strip()
        if not text or message.branch is not None or message.role == "system" or message.origin == "harness":
            continue
        if own_note:
            yield text
        elif message.role == "tool" or message.origin == "agent":
            yield f"Tool: {_clipped(text)}"
        else:
            yield f"{_SPEAKERS[message.role]}: {text}"


def _clipped(text: str) -> str:
    return text if len(text) <= TOOL_LIMIT else text[: TOOL_LIMIT - 1].rstrip() + "…"


def _cut_back(text: str, at: int) -> int:
    """The last line or word end before a place, unless it is far."""
    for mark in ("\n", " "):
        cut = text.rfind(mark, at - 200, at)
        if cut > 0:
            return cut
    return at


def _cut_on(text: str, at: int) -> int:
    """The next line or word beginning after a place, unless it is far."""
    for mark in ("\n", " "):
        cut = text.find(mark, at, at + 200)
        if cut > 0:
            return cut
    return at
