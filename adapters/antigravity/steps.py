"""A step of an Antigravity conversation, whichever file told of it, and how several tellings become one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from compiler.records import Origin, Role, ToolCall

TYPES = {
    5: "CODE_ACTION", 7: "GREP_SEARCH", 8: "VIEW_FILE", 9: "LIST_DIRECTORY", 14: "USER_INPUT", 15: "PLANNER_RESPONSE",
    17: "ERROR_MESSAGE", 21: "RUN_COMMAND", 23: "CHECKPOINT", 31: "READ_URL_CONTENT", 33: "SEARCH_WEB",
    90: "EPHEMERAL_MESSAGE", 91: "GENERATE_IMAGE", 98: "CONVERSATION_HISTORY", 101: "SYSTEM_MESSAGE",
    127: "INVOKE_SUBAGENT", 132: "GENERIC", 138: "ASK_QUESTION",
}  # fmt: skip

HIDDEN = {
    "EPHEMERAL_MESSAGE", "CONVERSATION_HISTORY", "KNOWLEDGE_ARTIFACTS", "CHECKPOINT", "SYSTEM_MESSAGE",
    "USER_INPUT_REQUEST", "FINISH",
}  # fmt: skip
"""Steps of the harness for the model alone: reminders, other conversations' titles, summaries of what was cut."""

_STAMPS = re.compile(r"\s*Created At: [^\n]*\n(?:Completed At: [^\n]*\n?)?")
_CUT = re.compile(r"\n?<truncated \d+ bytes>")
_REQUEST = re.compile(r"<USER_REQUEST>\n?(.*?)\n?</USER_REQUEST>(?=\s*(?:<[A-Z][A-Z_]+>|\Z))", re.DOTALL)
_OPEN_REQUEST = re.compile(r"<USER_REQUEST>\n?(.*)", re.DOTALL)
_OBJECTIVE = re.compile(r"^# USER Objective:\s*\n(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Step:
    """`index` orders the steps of a conversation and names them; `kind` is Antigravity's own name of the type;
    `explicit` is False for input that nobody typed; `title` is a checkpoint's; `cut` a shortened text."""

    index: int
    kind: str
    place: str
    text: str = ""
    at: str | None = None
    calls: tuple[ToolCall, ...] = ()
    explicit: bool = True
    title: str | None = None
    cut: bool = False

    @property
    def role(self) -> Role:
        if self.kind == "USER_INPUT":
            return "user" if self.explicit else "system"
        if self.kind == "PLANNER_RESPONSE":
            return "assistant"
        return "system" if self.kind == "ERROR_MESSAGE" else "tool"

    @property
    def origin(self) -> Origin | None:
        return {"user": "person", "assistant": "model", "system": "harness"}.get(self.role)  # type: ignore[return-value]


def merge(tellings: Iterable[Iterable[Step]]) -> list[Step]:
    """One step an index, in order. Of two texts the whole one stands before the shortened, then the longer, then the
    one told first."""
    merged: dict[int, Step] = {}
    for telling in tellings:
        for step in telling:
            known = merged.get(step.index)
            merged[step.index] = step if known is None else _joined(known, step)
    return [merged[index] for index in sorted(merged)]


def _joined(one: Step, other: Step) -> Step:
    better = other if (not other.cut, len(other.text)) > (not one.cut, len(one.text)) else one
    calls = one.calls if len(one.calls) >= len(other.calls) else other.calls
    if len(one.calls) == len(other.calls) and any(call.id is None for call in one.calls):
        calls = other.calls
    return replace(
        better,
        calls=calls,
        at=one.at or other.at,
        title=one.title or other.title,
        explicit=one.explicit and other.explicit,
    )


def request(content: str) -> str:
    """The person's words in a user step's content: inside `<USER_REQUEST>`, without the metadata that follows it. A
    closing tag that was pasted is text, as only one before a further tag or the end closes."""
    blocks = _REQUEST.findall(content)
    if not blocks and (unclosed := _OPEN_REQUEST.search(content)):
        blocks = [unclosed[1]]
    return "\n".join(block.strip() for block in blocks) if blocks else content.strip()


def result(content: str) -> str:
    """A tool's result without the times of its making, which are in the machine's local time."""
    return _STAMPS.sub("", content, count=1).strip() if content.lstrip().startswith("Created At: ") else content.strip()


def shortened(content: str) -> bool:
    return _CUT.search(content) is not None


def objective(content: str) -> str | None:
    """The title that a checkpoint gives the conversation."""
    found = _OBJECTIVE.search(content)
    return found[1].strip() or None if found else None
