"""What the export holds beside conversations: projects with their documents, memories, design chats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adapters._reading import fields
from adapters.claude.blocks import IGNORED, Note
from adapters.claude.conversation import SOURCE
from compiler.records import Conversation, Message, Origin, Role, ToolCall


def read_project(raw: Mapping[str, Any], ref: str, root: str) -> Conversation:
    """Its description and instructions (the person's), then each document (pasted). No chat names its project."""
    uuid, name = fields.text(raw.get("uuid")), " ".join(fields.text(raw.get("name")).split())
    conversation_id = f"{SOURCE}:{uuid}"
    created = fields.instant(raw.get("created_at"))
    messages = [
        Message(f"{conversation_id}#{key}", "user", text, created_at=created, place=key, origin="person")
        for key in ("description", "prompt_template")
        if (text := fields.text(raw.get(key))).strip()
    ]
    for number, doc in enumerate(map(fields.mapping, fields.items(raw.get("docs")))):
        key = fields.text(doc.get("uuid")) or f"doc{number}"
        title, content = " ".join(fields.text(doc.get("filename")).split()), fields.text(doc.get("content"))
        if content.strip():
            text = f"[document: {title}]\n\n{content}" if title else content
            moment = fields.instant(doc.get("created_at"))
            messages.append(
                Message(f"{conversation_id}#{key}", "user", text, created_at=moment, place=key, origin="paste")
            )
    return Conversation(
        id=conversation_id,
        source=SOURCE,
        title=name or None,
        project=name or None,
        created_at=created,
        updated_at=fields.instant(raw.get("updated_at")),
        source_ref=ref,
        messages=tuple(messages),
        kind="project",
        attrs={"root": root},
    )


def read_memory(raw: Mapping[str, Any], ref: str, root: str) -> Conversation:
    """What Claude wrote down about a person: over all chats, for each project, and as files."""
    conversation_id = f"{SOURCE}:memory-{fields.text(raw.get('account_uuid')) or 'account'}"
    told: list[tuple[str, str, str | None]] = [("conversations", fields.text(raw.get("conversations_memory")), None)]
    for project, text in sorted(fields.mapping(raw.get("project_memories")).items()):
        told.append((f"project:{fields.text(project)}", fields.text(text), None))
    for file in map(fields.mapping, fields.items(raw.get("memory_files"))):
        path = fields.text(file.get("path"))
        told.append((f"file:{path}", fields.text(file.get("content")), fields.instant(file.get("updated_at"))))
    dates = [date for _, _, date in told if date]
    return Conversation(
        id=conversation_id,
        source=SOURCE,
        title="Memory",
        project=None,
        created_at=min(dates, default=None),
        updated_at=max(dates, default=None),
        source_ref=ref,
        messages=tuple(
            Message(f"{conversation_id}#{key}", "assistant", text, created_at=date, place=key, origin="model")
            for key, text, date in told
            if text.strip()
        ),
        kind="memory",
        attrs={"root": root},
    )


def read_design_chat(raw: Mapping[str, Any], ref: str, root: str, unknown: Note) -> Conversation:
    """A chat of the design tool; its projects are not those of the chats."""
    conversation_id = f"{SOURCE}:{fields.text(raw.get('uuid'))}"
    messages: list[Message] = []
    for number, row in enumerate(map(fields.mapping, fields.items(raw.get("messages")))):
        key = fields.text(row.get("uuid")) or str(number)
        content = fields.mapping(row.get("content"))
        speaker: tuple[Role, Origin] = ("user", "person") if row.get("role") == "user" else ("assistant", "model")
        text, calls = _designed(content, unknown)
        if not text.strip() and not calls:
            continue
        moment = fields.instant(row.get("created_at")) or fields.instant(content.get("timestamp"))
        messages.append(
            Message(f"{conversation_id}#{key}", speaker[0], text, calls, moment, place=key, origin=speaker[1])
        )
    times = [message.created_at for message in messages if message.created_at]
    return Conversation(
        id=conversation_id,
        source=SOURCE,
        title=" ".join(fields.text(raw.get("title")).split()) or None,
        project=fields.text(fields.mapping(raw.get("project")).get("name")) or None,
        created_at=fields.instant(raw.get("created_at")) or min(times, default=None),
        updated_at=fields.instant(raw.get("updated_at")) or max(times, default=None),
        source_ref=ref,
        messages=tuple(messages),
        attrs={"root": root, "design": "1"},
    )


def _designed(content: Mapping[str, Any], unknown: Note) -> tuple[str, tuple[ToolCall, ...]]:
    texts = [fields.text(content.get("content"))]
    calls: list[ToolCall] = []
    for block in map(fields.mapping, fields.items(content.get("content")) + fields.items(content.get("contentBlocks"))):
        match fields.text(block.get("type")):
            case "text" | "user_interjection":
                texts.append(fields.text(block.get("text")))
            case "tool_call":
                calls.append(ToolCall(fields.text(fields.mapping(block.get("toolCall")).get("name")) or "unknown"))
            case "error":
                texts.append(f"(error: {fields.text(block.get('text')) or fields.text(block.get('message'))})")
            case "thinking":
                pass
            case kind if kind not in IGNORED:
                unknown(f"design block {kind or 'without type'}")
    for attachment in map(fields.mapping, fields.items(content.get("attachments"))):
        name, body = fields.text(attachment.get("name")), fields.text(attachment.get("content"))
        texts.append("\n\n".join(filter(None, (f"[attached: {name}]" if name else "", body))))
    return "\n\n".join(text for text in texts if text.strip()), tuple(calls)
