"""The chat panel of 2024: tabs of bubbles, whole inside one row of the workspace's database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adapters._reading.fields import instant, items, mapping, text
from adapters._reading.messages import distinct
from adapters.cursor.bubbles import ASSISTANT, USER, Speakers, messages_of, prompt_of
from adapters.cursor.composers import Done, first_line
from adapters.cursor.prompts import SentPrompts
from adapters.cursor.rows import CHAT, Rows
from adapters.cursor.survey import Workspace
from adapters.cursor.tally import SOURCE, Tally
from compiler.records import Conversation, Message

_SPEAKERS = {"user": USER, "ai": ASSISTANT}


def read_tabs(rows: Rows, workspace: Workspace | None, root: Path, tally: Tally, done: Done) -> Iterator[Conversation]:
    project = workspace.project.path if workspace and workspace.project else None
    for tab in map(mapping, items(mapping(rows.item(CHAT)).get("tabs"))):
        native = text(tab.get("tabId"))
        if not native or native in done:
            continue
        messages = list(_messages(tab, native, workspace, tally))
        if not messages:
            tally.skip("empty")
            continue
        done[native] = project
        times = sorted(message.created_at for message in messages if message.created_at)
        last = instant(tab.get("lastSendTime"))
        yield Conversation(
            id=f"{SOURCE}:{native}",
            source=SOURCE,
            title=text(tab.get("chatTitle")).strip() or first_line(messages),
            project=project,
            created_at=times[0] if times else last,
            updated_at=last or (times[-1] if times else None),
            source_ref=str(rows.path),
            messages=distinct(messages),
            attrs={"root": str(root)},
        )


def _messages(tab: Mapping[str, Any], native: str, workspace: Workspace | None, tally: Tally) -> Iterator[Message]:
    sent = SentPrompts([workspace] if workspace else [], {"lastSendTime": tab.get("lastSendTime")})
    for number, bubble in enumerate(map(mapping, items(tab.get("bubbles")))):
        kind = _SPEAKERS.get(text(bubble.get("type")))
        if kind is None:
            tally.see(f"chat bubble {text(bubble.get('type')) or bubble.get('type')}")
            continue
        identity = text(bubble.get("id")) or text(bubble.get("bubbleId")) or str(number)
        spoken = {**bubble, "type": kind}
        if kind == ASSISTANT:
            spoken["text"] = text(bubble.get("rawText")) or text(bubble.get("text"))
        when = instant(bubble.get("createdAt")) or (sent.time_of(prompt_of(bubble)) if kind == USER else None)
        place = f"{CHAT}#{native}:{identity}"
        yield from messages_of(spoken, f"{SOURCE}:{native}#{identity}", place, tally, Speakers(), when)
