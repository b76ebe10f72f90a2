"""What came out of Musubi itself and stands in a transcript again: never distilled a second time."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence

from compiler.records import Message

_TOOL = re.compile(r"(?:\A|[_.:/-])musubi(?:\Z|[_.:/-])", re.I)
_COMMAND = re.compile(r"\bmusubi\s+(?:search|ask|show|list|similar|chat|facts|loops|topics|diff|audit)\b")
_MARK = re.compile(r"\s*\[?musubi[:\]]", re.I)


def is_musubi(tool_name: str, tool_input: str = "") -> bool:
    """Whether a tool call asks Musubi: `mcp__musubi__search_conversations`, or its command line in a shell."""
    return bool(_TOOL.search(tool_name) or _COMMAND.search(tool_input))


def without_recalled(messages: Sequence[Message]) -> list[Message]:
    """The messages without the results of calls to Musubi, and without text that it marked as its own.

    A result belongs to the call whose id is in its message's id; where a source keeps no ids, results answer the calls
    since the person last spoke, in order.
    """
    recent: deque[tuple[str, bool]] = deque(maxlen=64)
    waiting: deque[bool] = deque()
    out: list[Message] = []
    for message in messages:
        if message.role == "user":
            waiting.clear()
        for call in message.tool_calls:
            ours = is_musubi(call.name, call.input)
            if call.id:
                recent.append((call.id, ours))
            waiting.append(ours)
        if message.role == "tool":
            by_order = waiting.popleft() if waiting else False
            by_id = next((ours for identity, ours in recent if identity in message.id), None)
            if by_order if by_id is None else by_id:
                continue
        if not _MARK.match(message.text):
            out.append(message)
    return out
