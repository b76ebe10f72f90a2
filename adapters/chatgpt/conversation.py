"""A conversation object of an export as a Conversation: identity, dates, the path and its alternatives, small facts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adapters._reading import fields
from adapters._reading.tree import unfold
from adapters.chatgpt.assets import Assets
from adapters.chatgpt.canvas import final_texts
from adapters.chatgpt.documents import Document, with_documents
from adapters.chatgpt.instructions import Instructions
from adapters.chatgpt.message import CONTEXT_TYPES, Note, read_message
from compiler.records import Conversation, Message

SOURCE = "chatgpt"
VERSION = 1
_UNTITLED = frozenset({"", "new chat", "untitled"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the conversations of one export share."""

    root: str
    assets: Assets
    instructions: Instructions
    unknown: Note
    documents: Mapping[str, Sequence[Document]] = field(default_factory=dict)
    shared: frozenset[str] = frozenset()


def is_conversation(raw: Any) -> bool:
    return isinstance(raw, dict) and "mapping" in raw


def native_id(raw: Mapping[str, Any]) -> str:
    """The conversation's own id, or a hash of its date and first nodes where the export has none."""
    for key in ("conversation_id", "id"):
        value = raw.get(key)
        if isinstance(value, str) and value.strip():
            return fields.text(value)
    first = sorted(map(str, fields.mapping(raw.get("mapping"))))[:3]
    seed = repr((fields.number(raw.get("create_time")), first))
    return hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest()[:24]


def revision(raw: Mapping[str, Any]) -> str:
    """Changes with what is shown of a conversation: its update time, leaf, nodes, title and marks, and this reader."""
    marks = [raw.get(key) for key in ("update_time", "current_node", "title", "is_archived", "is_starred")]
    nodes = fields.mapping(raw.get("mapping"))
    seed = repr((VERSION, marks, len(nodes), is_slim(nodes)))
    return hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest()[:16]


def is_slim(nodes: Mapping[str, Any]) -> bool:
    """The shape of 2026: no `children`, messages without status, weight and recipient."""
    return bool(nodes) and not any(isinstance(node, dict) and "children" in node for node in nodes.values())


def read_conversation(raw: Mapping[str, Any], ref: str, around: Surroundings) -> Conversation:
    """Messages of the path first, then each alternative under its branch. May have no message at all."""
    conversation_id = f"{SOURCE}:{native_id(raw)}"
    nodes = fields.mapping(raw.get("mapping"))
    tree = unfold({key: _parent(node) for key, node in nodes.items()}, raw.get("current_node"), _age(nodes))
    created = fields.instant(raw.get("create_time"))
    model = fields.text(raw.get("default_model_slug"))
    messages: list[Message] = []
    for branch, keys in ((None, tree.path), *((branch.name, branch.nodes) for branch in tree.branches)):
        for key in keys:
            message = nodes[key].get("message") if isinstance(nodes[key], dict) else None
            if not isinstance(message, dict):
                continue
            content = message.get("content")
            if isinstance(content, dict) and fields.text(content.get("content_type")) in CONTEXT_TYPES:
                around.instructions.add(message, f"{native_id(raw)}#{key}", ref, created)
                continue
            read = read_message(
                conversation_id,
                fields.text(key),
                message,
                branch and fields.text(branch),
                around.assets,
                around.unknown,
            )
            if read is not None:
                messages.append(read)
                if read.role == "assistant" and branch is None:
                    model = fields.text(fields.mapping(message.get("metadata")).get("model_slug")) or model
    if any(call.name.startswith("canmore.") for message in messages for call in message.tool_calls):
        canvas = final_texts(nodes, tree.path)
        messages = [replace(m, text=canvas[m.place]) if m.place in canvas else m for m in messages]
    if written := around.documents.get(native_id(raw)):
        messages = with_documents(conversation_id, messages, written)
    title = " ".join(fields.text(raw.get("title")).split())
    times = [message.created_at for message in messages if message.created_at]
    return Conversation(
        id=conversation_id,
        source=SOURCE,
        title=None if title.lower() in _UNTITLED else title,
        project=_project(raw),
        created_at=created or min(times, default=None),
        updated_at=fields.instant(raw.get("update_time")) or max(times, default=None),
        source_ref=ref,
        messages=tuple(messages),
        attrs=_attrs(raw, nodes, model, tree.guessed, around),
    )


def note_instructions(raw: Mapping[str, Any], ref: str, around: Surroundings) -> None:
    """Only what `read_conversation` would collect: for a conversation that need not be read again."""
    created = fields.instant(raw.get("create_time"))
    for key, node in fields.mapping(raw.get("mapping")).items():
        message = fields.mapping(fields.mapping(node).get("message"))
        if fields.text(fields.mapping(message.get("content")).get("content_type")) in CONTEXT_TYPES:
            around.instructions.add(message, f"{native_id(raw)}#{key}", ref, created)


def _parent(node: Any) -> str | None:
    """Never `metadata.parent_id`, which names nodes that slim exports have pruned."""
    parent = node.get("parent") if isinstance(node, dict) else None
    return parent if isinstance(parent, str) else None


def _age(nodes: Mapping[str, Any]) -> Callable[[str], float]:
    def created(key: str) -> float:
        message = fields.mapping(fields.mapping(nodes[key]).get("message"))
        return fields.number(message.get("create_time")) or 0.0

    return created


def _project(raw: Mapping[str, Any]) -> str | None:
    """`g-p-…`, the id of a project: its name is not in the export."""
    ids = (fields.text(raw.get(key)) for key in ("conversation_template_id", "gizmo_id"))
    return next((value for value in ids if value.startswith("g-p-")), None)


def _attrs(
    raw: Mapping[str, Any], nodes: Mapping[str, Any], model: str, guessed: bool, around: Surroundings
) -> dict[str, str]:
    found = fields.text(raw.get("gizmo_id")) or fields.text(raw.get("conversation_template_id"))
    attrs = {
        "root": around.root,
        "revision": revision(raw),
        "model": model,
        "gizmo": found if found.startswith("g-") and not found.startswith("g-p-") else "",
        "archived": "1" if raw.get("is_archived") is True else "",
        "starred": "1" if raw.get("is_starred") is True or raw.get("pinned_time") else "",
        "do_not_remember": "1" if raw.get("is_do_not_remember") is True else "",
        "voice": "1" if raw.get("voice") else "",
        "shared": "1" if native_id(raw) in around.shared else "",
        "shape": "slim" if is_slim(nodes) else "classic",
        "path": "guessed" if guessed else "",
    }
    return {key: value for key, value in attrs.items() if value}
