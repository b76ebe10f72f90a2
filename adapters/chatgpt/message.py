"""One node of a conversation as a message: who really wrote it, and whether the person saw it.

What the person did not see (system text, tool calls and output, thoughts, superseded text) stays, under a role other
than the two speakers'; what says nothing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from adapters._reading import fields
from adapters.chatgpt.assets import Assets
from adapters.chatgpt.citations import resolve
from adapters.chatgpt.content import shown
from compiler.records import Message, Origin, Role, ToolCall

CONTEXT_TYPES = frozenset({"user_editable_context", "model_editable_context"})
_BEHIND = frozenset({"thoughts", "system_content", "developer_content", "app_pairing_content"})
"""Content the person did not read as a turn of the model or themselves."""
_HIDDEN_FLAGS = frozenset(
    {
        "is_visually_hidden_from_conversation",
        "is_user_system_message",
        "is_contextual_answers_system_message",
        "rebase_system_message",
        "rebase_developer_message",
    }
)
_VOICE_NOISE = "From now on, do not say or show ANYTHING"
_BLANK = re.compile("[\\s\u200b\u200c\u2060\ufeff]*")

Note = Callable[[str], None]
"""Told of each type that is not known."""


def read_message(
    conversation_id: str, key: str, raw: Mapping[str, Any], branch: str | None, assets: Assets, unknown: Note
) -> Message | None:
    """The message of a node, or None where nothing is said (an empty system node, an abandoned answer, a recap)."""
    content, metadata = fields.mapping(raw.get("content")), fields.mapping(raw.get("metadata"))
    kind = fields.text(content.get("content_type"))
    if kind == "reasoning_recap" or kind in CONTEXT_TYPES:
        return None
    author = fields.mapping(raw.get("author"))
    recipient = raw.get("recipient")
    calls: tuple[ToolCall, ...] = ()
    role, origin = _speaker(author, raw, content, metadata, unknown)
    if recipient not in (None, "all", "") and role == "assistant":
        calls = (ToolCall(fields.text(recipient) or "unknown", _call(content, metadata, assets)),)
        text = ""
    else:
        text, known = shown(content, metadata, assets)
        if not known:
            unknown(f"content_type {kind}")
        if role == "assistant":
            text = resolve(text, metadata) + _interruption(raw, metadata, text)
        elif role == "user":
            text = _with_attachments(text, metadata)
    if not calls and _BLANK.fullmatch(text):
        return None
    return Message(
        id=f"{conversation_id}#{key}",
        role=role,
        text=text,
        tool_calls=calls,
        created_at=fields.instant(raw.get("create_time")),
        place=key,
        origin=origin,
        branch=branch,
    )


def _speaker(
    author: Mapping[str, Any],
    raw: Mapping[str, Any],
    content: Mapping[str, Any],
    metadata: Mapping[str, Any],
    unknown: Note,
) -> tuple[Role, Origin | None]:
    role = author.get("role")
    if role == "tool" or role == "function":
        # A deep-research report arrives as the tool's; it is the answer the person waited for.
        return ("assistant", "model") if metadata.get("is_async_task_result_message") else ("tool", None)
    if role not in ("user", "assistant", "system"):
        unknown(f"role {fields.text(role) or type(role).__name__}")
        return "system", None
    hidden = raw.get("weight") == 0 or fields.text(content.get("content_type")) in _BEHIND
    hidden = hidden or any(metadata[flag] for flag in _HIDDEN_FLAGS & metadata.keys())
    if role == "assistant":
        return ("system", "model") if hidden else ("assistant", "model")
    if role == "user" and not hidden and not _voice_noise(content):
        return "user", "person"
    return "system", "harness"


def _voice_noise(content: Mapping[str, Any]) -> bool:
    """Instructions that voice mode injects in the person's name."""
    parts = fields.items(content.get("parts"))
    return bool(parts) and isinstance(parts[0], str) and parts[0].startswith(_VOICE_NOISE)


def _call(content: Mapping[str, Any], metadata: Mapping[str, Any], assets: Assets) -> str:
    if content.get("content_type") == "code":
        return fields.text(content.get("text"))
    return shown(content, metadata, assets)[0]


def _interruption(raw: Mapping[str, Any], metadata: Mapping[str, Any], text: str) -> str:
    finish = fields.mapping(metadata.get("finish_details")).get("type")
    cut = raw.get("status") == "in_progress" or finish in ("interrupted", "max_tokens")
    return "\n\n(interrupted)" if cut and not _BLANK.fullmatch(text) else ""


def _with_attachments(text: str, metadata: Mapping[str, Any]) -> str:
    attachments = metadata.get("attachments")
    if not attachments:
        return text
    names = (fields.text(fields.mapping(item).get("name")) for item in fields.items(attachments))
    lines = [f"[attached: {' '.join(name.split())}]" for name in names if name and name not in text]
    return "\n".join(filter(None, (text, *lines)))
