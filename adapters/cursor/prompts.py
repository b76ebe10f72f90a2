"""The prompt log of a workspace (`aiService.prompts` without times, `aiService.generations` with them)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from adapters._reading.fields import instant, number
from adapters.cursor.survey import Workspace
from adapters.cursor.tally import SOURCE
from compiler.records import Conversation, Message

SLACK_MS = 60_000


class SentPrompts:
    """Times of prompts that carry none, by their exact text, in order, each log entry once."""

    def __init__(self, workspaces: Iterable[Workspace], data: Mapping[str, Any]) -> None:
        first = (number(data.get("createdAt")) or 0) - SLACK_MS
        last = (number(data.get("lastUpdatedAt") or data.get("lastSendTime")) or float("inf")) + SLACK_MS
        sent = sorted({entry for workspace in workspaces for entry in workspace.sent})
        self._waiting = [(moment, prompt.strip()) for moment, prompt in sent if first <= moment <= last]

    def time_of(self, prompt: str) -> str | None:
        for position, (moment, sent) in enumerate(self._waiting):
            if sent == prompt.strip():
                del self._waiting[position]
                return instant(moment)
        return None


def conversation_of_log(workspace: Workspace, root: Path) -> Conversation | None:
    """The prompts of a workspace whose conversations are gone, as one conversation marked as such. The order is the
    log's; a prompt sent twice stands twice in the list with times alone, which is then not evidence of a second one."""
    prompts: Sequence[str] = workspace.prompts or [prompt for _, prompt in workspace.sent]
    if not prompts:
        return None
    native = "prompts-" + hashlib.sha256(workspace.database.parent.name.encode()).hexdigest()[:16]
    identity = f"{SOURCE}:{native}"
    sent = SentPrompts([workspace], {})
    messages = tuple(
        Message(f"{identity}#{k}", "user", prompt, (), sent.time_of(prompt), f"aiService.prompts[{k}]", "person")
        for k, prompt in enumerate(prompts)
    )
    times = sorted(message.created_at for message in messages if message.created_at)
    return Conversation(
        id=identity,
        source=SOURCE,
        title=None,
        project=workspace.project.path if workspace.project else None,
        created_at=times[0] if times else None,
        updated_at=times[-1] if times else None,
        source_ref=str(workspace.database),
        messages=messages,
        attrs={"root": str(root), "source_gone": "1"},
    )
