"""The logs beside a conversation: `brain/<id>/.system_generated/logs/*.jsonl`, its chunks, `<id>.trajectory.json`."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from adapters._reading.embedded import encoded
from adapters._reading.fields import instant, items, mapping, number, text
from adapters._reading.jsonl import Row, read_jsonl, read_stream
from adapters.antigravity.steps import HIDDEN, Step, objective, request, result, shortened
from compiler.records import Problem, ToolCall

FULL, BRIEF, OUTLINE = "transcript_full.jsonl", "transcript.jsonl", "overview.txt"
"""The same steps whole, with long texts cut, and with the two speakers' texts alone."""

TOOLS = {
    "CODE_ACTION", "GREP_SEARCH", "VIEW_FILE", "LIST_DIRECTORY", "RUN_COMMAND", "READ_URL_CONTENT", "SEARCH_WEB",
    "GENERATE_IMAGE", "INVOKE_SUBAGENT", "GENERIC", "ASK_QUESTION", "COMMAND_STATUS", "FIND", "MCP_TOOL",
    "BROWSER_SUBAGENT", "SEND_COMMAND_INPUT", "VIEW_FILE_OUTLINE", "VIEW_CODE_ITEM", "TASK_BOUNDARY", "NOTIFY_USER",
    "READ_TERMINAL", "VIEW_CONTENT_CHUNK", "LIST_RESOURCES", "READ_RESOURCE", "MEMORY", "BROWSER_ACTION",
}  # fmt: skip


def logs(brain: Path) -> list[Path]:
    """The log files of a conversation's brain folder, the most complete first. A whole file stands for its chunks
    unless it is the shorter of the two."""
    folder = brain / ".system_generated" / "logs"
    found: list[Path] = []
    for name in (FULL, BRIEF, OUTLINE):
        whole, parts = folder / name, folder / "chunks" / name.removesuffix(".jsonl")
        pieces = chunks(parts)
        if whole.is_file() and whole.stat().st_size >= sum(piece.stat().st_size for piece in pieces):
            found.append(whole)
        elif pieces:
            found.append(parts)
    return found


def chunks(folder: Path) -> list[Path]:
    """The pieces of a log, in numeric order; they are cut by size, in the middle of lines and of characters."""
    pieces = [path for path in folder.glob("*.jsonl") if path.stem.isdigit()] if folder.is_dir() else []
    return sorted(pieces, key=lambda path: int(path.stem))


def read_log(path: Path, source: str, unknown: Counter[str]) -> Iterator[Step | Problem]:
    """The steps of one log. Their order in the file is not theirs in time; where the count starts again from 0, the
    later steps come after the earlier."""
    native = path.name.startswith("transcript_full")
    base = highest = 0
    seen: set[int] = set()
    for row in _rows(path, source):
        if isinstance(row, Problem):
            yield row
            continue
        value = row.value
        index = number(value.get("step_index"))
        if index is None or not 0 <= index < 1 << 31:
            unknown["line without step_index"] += 1
            continue
        if index == 0 and 0 in seen:
            base, seen = highest + 1, set()
        seen.add(int(index))
        highest = max(highest, base + int(index))
        step = _logged(base + int(index), f"{path.name}:{row.number}", value, native)
        if step is None:
            unknown[f"log type {text(value.get('type'))}"] += 1
        elif step.kind not in HIDDEN or step.title:
            yield step


def _rows(path: Path, source: str) -> Iterator[Row | Problem]:
    if path.is_dir():
        joined = b"".join(piece.read_bytes() for piece in chunks(path))
        return read_stream(io.BytesIO(joined), str(path), source)
    return read_jsonl(path, source)


def _logged(index: int, place: str, value: Mapping[str, Any], native: bool) -> Step | None:
    kind, content = text(value.get("type")), text(value.get("content"))
    at = instant(value.get("created_at"))
    cut = bool(value.get("truncated_fields")) or (not native and shortened(content))
    calls = tuple(_call(mapping(call), native) for call in items(value.get("tool_calls")))
    if kind == "USER_INPUT":
        explicit = text(value.get("source")) in ("USER_EXPLICIT", "")
        return Step(index, kind, place, request(content), at, explicit=explicit, cut=cut)
    if kind == "PLANNER_RESPONSE":
        return Step(index, kind, place, content.strip(), at, calls, cut=cut)
    if kind == "CHECKPOINT":
        return Step(index, kind, place, at=at, title=objective(content))
    if kind == "ERROR_MESSAGE":
        said = "\n".join(part for part in (text(value.get("error")), content) if part.strip())
        return Step(index, kind, place, said.strip(), at, cut=cut)
    if kind in HIDDEN or kind in TOOLS:
        return Step(index, kind, place, result(content), at, calls, cut=cut)
    # A type unknown to us is a tool's where the model made it or it carries a call; what the harness adds is not.
    if calls or (text(value.get("source")) == "MODEL" and content):
        return Step(index, kind, place, result(content), at, calls, cut=cut)
    return None


def _call(call: Mapping[str, Any], native: bool) -> ToolCall:
    arguments = mapping(call.get("args"))
    values = arguments if native else {name: plain(value) for name, value in arguments.items()}
    shown = {name: value for name, value in values.items() if name not in ("toolSummary", "toolAction")}
    return ToolCall(text(call.get("name")), encoded(shown), _id(call))


def _id(call: Mapping[str, Any]) -> str | None:
    return text(call.get("id")) or None


def plain(value: Any) -> Any:
    """An argument out of its JSON text (`"\\"ls -la\\""` → `ls -la`, `"5000"` → 5000). What was cut off within keeps
    its raw text without the opening quote."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value.removeprefix('"')


def read_trajectory(path: Path, source: str) -> Iterator[Step | Problem]:
    """The steps of an exported trajectory (protobuf's JSON form of the same steps)."""
    try:
        document = mapping(json.loads(path.read_bytes()))
    except (OSError, ValueError, RecursionError) as error:
        yield Problem(source, str(path), "unreadable file", str(error)[:80])
        return
    for index, entry in enumerate(map(mapping, items(document.get("steps")))):
        kind = text(entry.get("type")).removeprefix("CORTEX_STEP_TYPE_")
        details = mapping(entry.get("metadata"))
        at, place = instant(details.get("createdAt")), f"{path.name}:steps[{index}]"
        if kind == "USER_INPUT":
            said = mapping(entry.get("userInput"))
            typed = text(said.get("userResponse")) or text(said.get("query"))
            explicit = text(details.get("source")) in ("", "CORTEX_STEP_SOURCE_USER_EXPLICIT")
            yield Step(index, kind, place, typed.strip(), at, explicit=explicit)
        elif kind == "PLANNER_RESPONSE":
            planned = mapping(entry.get("plannerResponse"))
            calls = tuple(
                ToolCall(text(call.get("name")), text(call.get("argumentsJson")), _id(call))
                for call in map(mapping, items(planned.get("toolCalls")))
            )
            yield Step(index, kind, place, text(planned.get("response")).strip(), at, calls)
        elif kind == "CHECKPOINT" or kind not in HIDDEN:
            yield Step(index, kind, place, _longest(_payload(entry)) if kind not in HIDDEN else "", at)


def _payload(entry: Mapping[str, Any]) -> list[Any]:
    return [value for key, value in entry.items() if key not in ("type", "status", "metadata")]


def _longest(values: Iterable[Any]) -> str:
    """The longest text anywhere below: a tool's result among its settings."""
    best, pending = "", list(values)
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            best = max(best, text(value), key=len)
        elif isinstance(value, dict):
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)
    return best.strip()
