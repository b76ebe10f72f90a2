"""`history.jsonl`: every prompt typed, in all projects, never cleaned up. It is the only trace of transcripts that the
product has deleted (after 30 days, unless told otherwise)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adapters._reading.fields import instant, mapping, text
from adapters._reading.jsonl import Row, read_jsonl
from adapters._reading.messages import distinct
from adapters.claude_code.layout import SOURCE, folder_name, transcripts_below
from adapters.claude_code.wording import typed
from compiler.records import Conversation, Known, Message, Problem, Record, Seen, nothing_known

REVISION = "prompts only"
"""What tells a conversation made here from one that a transcript gave."""
_PLACEHOLDER = re.compile(r"\[(?:\.\.\.Truncated|Pasted) text #(\d+)[^\[\]\n]{0,80}\]")


def read_history(path: Path, root: Path, known: Known = nothing_known) -> Iterator[Record]:
    """One conversation for each session that has no transcript below `root` and was not read while it had one.

    Old versions logged no session id. Their prompts are gathered by project and day as far as they are older than the
    project's oldest transcript: transcripts are deleted by age, so the younger prompts are in one of them.
    """
    try:
        present = {found.stem for found in transcripts_below(root)}
    except OSError as error:  # a session that cannot be seen is not one that is gone
        yield Problem(SOURCE, str(error.filename or root), "unreadable folder", error.strerror or str(error))
        return
    oldest: dict[str, str] = {}
    lost: dict[str, tuple[str, list[Message]]] = {}
    unknown = 0
    for row in read_jsonl(path, SOURCE):
        if isinstance(row, Problem):
            yield row
            continue
        if not isinstance(row.value.get("display"), str):
            unknown += 1
            continue
        session, project = text(row.value.get("sessionId")), text(row.value.get("project"))
        at = instant(row.value.get("timestamp"))
        words = typed(_expanded(text(row.value.get("display")), mapping(row.value.get("pastedContents"))))
        if words is None or session in present:
            continue
        if not session:
            oldest = oldest or _oldest_by_folder(root)
            if at is None or at >= oldest.get(folder_name(project), "9999"):
                continue
            session = f"history/{folder_name(project)}/{at[:10]}"
        conversation = f"{SOURCE}:{session}"
        native = f"history:{row.value.get('timestamp') or row.number}"
        message = Message(f"{conversation}#{native}", "user", words.text, (), at, str(row.number), "person")
        lost.setdefault(session, (project, []))[1].append(message)
    for session, (project, messages) in sorted(lost.items()):
        if (known(f"{SOURCE}:{session}") or REVISION) == REVISION:
            yield _conversation(session, project, messages, path, root)
    if unknown:
        yield Seen(SOURCE, "history entry without display", None, unknown)


def _conversation(session: str, project: str, messages: list[Message], path: Path, root: Path) -> Conversation:
    times = sorted(message.created_at for message in messages if message.created_at)
    return Conversation(
        id=f"{SOURCE}:{session}",
        source=SOURCE,
        title=None,
        project=project or None,
        created_at=times[0] if times else None,
        updated_at=times[-1] if times else None,
        source_ref=str(path.absolute()),
        messages=distinct(messages),
        attrs={"root": str(root.absolute()), "source_gone": "1", "revision": REVISION},
    )


def _expanded(display: str, pasted: Mapping[str, Any]) -> str:
    """A prompt with its pasted texts in place of `[Pasted text #1 +12 lines]`, where the log still holds them."""

    def content(found: re.Match[str]) -> str:
        entry = pasted.get(found[1])
        return text(entry) or text(mapping(entry).get("content")) or found[0]

    return _PLACEHOLDER.sub(content, display)


def _oldest_by_folder(root: Path) -> dict[str, str]:
    """Project folder → the time of the first dated record among its transcripts."""
    oldest: dict[str, str] = {}
    for path in transcripts_below(root):
        for row in read_jsonl(path, SOURCE):
            at = instant(row.value.get("timestamp")) if isinstance(row, Row) else None
            if at:
                oldest[path.parent.name] = min(at, oldest.get(path.parent.name, at))
                break
    return oldest or {"": ""}
