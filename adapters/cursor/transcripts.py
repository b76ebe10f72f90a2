"""`~/.cursor/projects/<slug>/agent-transcripts`: exports without ids, times and most tool results.

The same conversations as a rule lie whole in a database; a transcript counts only where none of them is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adapters._reading.fields import items, mapping, text
from adapters._reading.jsonl import read_jsonl
from adapters._reading.messages import distinct
from adapters.cursor import agent_messages
from adapters.cursor.bubbles import Speakers
from adapters.cursor.composers import describe, first_line
from adapters.cursor.projects import at, of_slug
from adapters.cursor.rows import decoded
from adapters.cursor.tally import SOURCE, Tally
from adapters.cursor.wording import stated_workspace
from compiler.records import Conversation, Known, Message, Problem, Record, Unchanged

FOLDER = "agent-transcripts"
SUFFIXES = (".jsonl", ".json", ".txt")
"""Best first: of several exports of one conversation the first is read."""

Numbered = tuple[str, Mapping[str, Any]]
"""Line or element number, and a record with role and content."""

_SPEAKER = re.compile(r"(user|assistant):\s*")
_BLOCK = re.compile(r"\[(Thinking|Tool call|Tool result)\] ?(.*)")


def transcripts_below(folder: Path) -> Iterator[Path]:
    """The files to read of an `agent-transcripts` folder, sorted: flat, one folder each, sub-agents below."""
    best: dict[tuple[str, str], Path] = {}
    for file in sorted([*folder.glob("*.*"), *folder.glob("*/*.*"), *folder.glob("*/subagents/*.*")]):
        own_folder = file.parent == folder or file.parent.name in (file.stem, "subagents")
        if file.suffix not in SUFFIXES or not own_folder or not file.is_file():
            continue
        key = (_parent(file) or "", file.stem)
        if key not in best or SUFFIXES.index(file.suffix) < SUFFIXES.index(best[key].suffix):
            best[key] = file
    yield from sorted(best.values())


def read_transcript(path: Path, root: Path, known: Known) -> Iterator[Record]:
    identity = f"{SOURCE}:{path.stem}"
    if (known(identity) or "").startswith(("composer:", "store:")):
        yield Unchanged(identity)
        return
    tally = Tally()
    parent = _parent(path)
    messages: list[Message] = []
    folder: str | None = None
    for entry in _records(path):
        if isinstance(entry, Problem):
            yield entry
            continue
        place, record = entry
        message = record.get("message")
        inner = {**record, **message} if isinstance(message, dict) else record
        if "role" not in inner:
            if inner.get("type") not in ("turn_ended", "error"):
                tally.see(f"transcript record {text(inner.get('type')) or 'without role'}")
            continue
        folder = folder or next((found for said in _texts(inner) if (found := stated_workspace(said))), None)
        messages += agent_messages.messages_of(inner, f"{identity}#{place}", place, tally, Speakers(bool(parent)))
    if messages:
        project = at(folder or "") or of_slug(_slug_folder(path))
        times = sorted(message.created_at for message in messages if message.created_at)
        yield Conversation(
            id=identity,
            source=SOURCE,
            title=first_line(messages),
            project=project.path if project else None,
            created_at=times[0] if times else None,
            updated_at=times[-1] if times else None,
            source_ref=str(path),
            messages=distinct(messages),
            parent=f"{SOURCE}:{parent}" if parent else None,
            kind="subagent" if parent else "main",
            attrs={"root": str(root), "revision": "transcript", "retold": "1"}
            | (describe(project, []) if project else {}),
        )
    else:
        yield tally.emptiness(str(path))
    yield from tally.records(str(path))


def _records(path: Path) -> Iterator[Numbered | Problem]:
    if path.suffix == ".jsonl":
        for row in read_jsonl(path, SOURCE):
            yield row if isinstance(row, Problem) else (str(row.number), row.value)
        return
    try:
        raw = path.read_bytes()
        if path.suffix == ".txt":
            yield from _turns(raw.decode("utf-8", "replace"))
            return
        records = decoded(raw)
    except OSError as error:
        yield Problem(SOURCE, str(path), "unreadable file", error.strerror or str(error))
        return
    except ValueError as error:
        yield Problem(SOURCE, str(path), "torn file", str(error)[:200])
        return
    for number, record in enumerate(map(mapping, items(records)), 1):
        content = record["content"] if "content" in record else text(record.get("text"))
        yield str(number), {**record, "content": content}
        if result := record.get("toolResult"):
            block = {"type": "tool-result", "result": mapping(result).get("output", result)}
            yield f"{number}/tool", {"role": "tool", "content": [block]}


def _turns(export: str) -> Iterator[Numbered]:
    """The text grammar: a line that is exactly `user:` or `assistant:` opens a message; in a reply, `[Thinking]`,
    `[Tool call]` and `[Tool result]` open blocks of the indented or blank lines that follow."""
    opened: tuple[str, str] | None = None
    lines: list[str] = []
    for number, line in enumerate([*export.split("\n"), None], 1):
        speaker = _SPEAKER.fullmatch(line) if line is not None else None
        if line is not None and not speaker:
            lines.append(line.removesuffix("\r"))
            continue
        if opened:
            role, place = opened
            said = "\n".join(lines).strip("\n")
            yield place, {"role": role, "content": said if role == "user" else _blocks(lines)}
        if speaker:
            opened, lines = (speaker[1], str(number)), []


def _blocks(lines: list[str]) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = []
    body: list[str] = []
    kind, name = "prose", ""

    def close() -> None:
        written = "\n".join(body).strip("\n")
        if kind == "Thinking":
            blocks.append({"type": "thinking"})
        elif kind == "Tool call":
            blocks.append({"type": "tool-call", "toolName": name, "args": _dedented(written)})
        elif kind == "Tool result":
            blocks.append({"type": "tool-result", "result": _dedented(written) or name})
        elif written.strip():
            blocks.append({"type": "text", "text": written})
        body.clear()

    for line in lines:
        start = _BLOCK.match(line)
        if start:
            close()
            kind, name = start[1], start[2].strip()
        elif kind != "prose" and line.strip() and not line[0].isspace():
            close()
            kind, name = "prose", ""
            body.append(line)
        else:
            body.append(line)
    close()
    return blocks


def _dedented(block: str) -> str:
    return "\n".join(line.removeprefix("  ") for line in block.split("\n"))


def _texts(record: Mapping[str, Any]) -> Iterator[str]:
    content = record.get("content")
    for part in content if isinstance(content, list) else [{"text": content}]:
        yield text(mapping(part).get("text"))


def _parent(path: Path) -> str | None:
    return path.parent.parent.name if path.parent.name == "subagents" else None


def _slug_folder(path: Path) -> Path:
    """The project's folder: the one that holds `agent-transcripts`."""
    return next((folder.parent for folder in path.parents if folder.name == FOLDER), path.parent)
