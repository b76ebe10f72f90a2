"""Conversations in which the model works with tools, invented line by line for the tests of decisions and loops."""

from __future__ import annotations

from compiler.passes.distil import distil
from compiler.records import Conversation, Item, Message, Note, Origin, Role, ToolCall

SPEAKERS: dict[str, tuple[Role, Origin | None]] = {
    "U": ("user", "person"),
    "A": ("assistant", "model"),
    "W": ("assistant", "model"),
    "T": ("tool", None),
    "S": ("system", "harness"),
}


def conversation(*told: str) -> Conversation:
    """From lines such as `U: commit`; `W:` is the model with a tool call, `S:` the harness, `T:` a tool's result."""
    messages = []
    for n, line in enumerate(told):
        role, origin = SPEAKERS[line[0]]
        calls = (ToolCall("Bash", "{}"),) if line[0] == "W" else ()
        messages.append(Message(f"s:1#{n}", role, line[3:], calls, origin=origin))
    return Conversation("s:1", "s", None, None, None, None, "", tuple(messages))


def note(*told: str) -> Note:
    return distil(conversation(*told))


def decisions(*told: str) -> list[Item]:
    return [item for item in note(*told).items if item.kind == "decision"]
