"""A conversation of the export: its path and branches, each message with what was pasted into it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from adapters._reading import fields
from adapters._reading.documents import Documents
from adapters._reading.tree import unfold
from adapters.claude.artifacts import replay
from adapters.claude.blocks import Note, Said, take_apart
from compiler.records import Conversation, Message, Origin, Role

SOURCE = "claude"
VERSION = 1
_ROOTS = frozenset({"00000000-0000-4000-8000-000000000000", "00000000-0000-0000-0000-000000000000"})
_UNTITLED = frozenset({"", "untitled", "new conversation"})


def is_conversation(raw: Any) -> bool:
    return isinstance(raw, dict) and "chat_messages" in raw


def native_id(raw: Mapping[str, Any]) -> str:
    """The conversation's uuid, or a hash of its date and first message where there is none."""
    uuid = fields.text(raw.get("uuid")).strip()
    if uuid:
        return uuid
    first = [fields.text(fields.mapping(item).get("uuid")) for item in fields.items(raw.get("chat_messages"))[:1]]
    return hashlib.sha256(repr((raw.get("created_at"), first)).encode("utf-8", "replace")).hexdigest()[:24]


def revision(raw: Mapping[str, Any]) -> str:
    """Changes with what is shown of a conversation: its update time, messages, name, and this reader."""
    messages = fields.items(raw.get("chat_messages"))
    seed = repr((VERSION, raw.get("updated_at"), raw.get("name"), len(messages)))
    return hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest()[:16]


def read_conversation(raw: Mapping[str, Any], ref: str, root: str, unknown: Note) -> Conversation:
    """Messages of the path first, then each alternative under its branch. May have no message at all."""
    conversation_id = f"{SOURCE}:{native_id(raw)}"
    rows = _rows(fields.items(raw.get("chat_messages")))
    order = {key: place for place, key in enumerate(rows)}
    tree = unfold(_parents(rows), raw.get("current_leaf_message_uuid"), order.__getitem__)
    documents = Documents()
    messages: list[Message] = []
    for branch, keys in ((None, tree.path), *((branch.name, branch.nodes) for branch in tree.branches)):
        for key in keys:
            said = take_apart(rows[key], unknown)
            if branch is None:
                for tool, given in said.writes:
                    replay(documents, tool, given, f"{conversation_id}#{key}")
            messages.extend(_messages(conversation_id, key, rows[key], said, branch))
    shown = documents.texts()
    messages = [_with_document(message, shown.get(message.id)) for message in messages]
    name = " ".join(fields.text(raw.get("name")).split())
    times = [message.created_at for message in messages if message.created_at]
    project = fields.mapping(raw.get("project"))
    attrs = {
        "root": root,
        "revision": revision(raw),
        "model": fields.text(raw.get("model")),
        "starred": "1" if raw.get("is_starred") is True else "",
    }
    return Conversation(
        id=conversation_id,
        source=SOURCE,
        title=None if name.lower() in _UNTITLED else name,
        project=fields.text(project.get("name")) or None,
        created_at=fields.instant(raw.get("created_at")) or min(times, default=None),
        updated_at=fields.instant(raw.get("updated_at")) or max(times, default=None),
        source_ref=ref,
        messages=tuple(message for message in messages if message.text.strip() or message.tool_calls),
        attrs={key: value for key, value in attrs.items() if value},
    )


def _rows(items: list[Any]) -> dict[str, Mapping[str, Any]]:
    """Messages by uuid, in the order of the array; one without gets its place as its id."""
    rows: dict[str, Mapping[str, Any]] = {}
    for place, item in enumerate(items):
        if isinstance(item, dict):
            rows.setdefault(fields.text(item.get("uuid")) or str(place), item)
    return rows


def _parents(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, str | None]:
    """Each message's parent; where an older export names none, or one that is not there, the message before."""
    parents: dict[str, str | None] = {}
    before: str | None = None
    for key, row in rows.items():
        named = fields.text(row.get("parent_message_uuid"))
        if named in _ROOTS:
            parents[key] = None
        else:
            parents[key] = named if named in rows and named != key else before
        before = key
    return parents


def _messages(
    conversation_id: str, key: str, row: Mapping[str, Any], said: Said, branch: str | None
) -> Iterator[Message]:
    """What one exported message holds, each piece apart: a thought, what was said, what was pasted, tool results."""
    base = f"{conversation_id}#{key}"
    created = fields.instant(row.get("created_at"))

    def made(suffix: str, role: Role, text: str, origin: Origin | None, said: Said | None = None) -> Message:
        calls = tuple(said.calls) if said else ()
        return Message(base + suffix, role, text, calls, created, key, origin, branch)

    text = "\n\n".join(said.texts)
    pasted = _pasted(row)
    sender = row.get("sender")
    if sender in ("human", "user"):
        if not text.strip() and pasted:
            yield made("", "user", _with_files(pasted[0], row), "paste", said)
            pasted = pasted[1:]
        else:
            yield made("", "user", _with_files(text, row), "person", said)
    else:
        if any(said.thoughts):
            yield made(":thinking", "system", "\n\n".join(filter(None, said.thoughts)), "model")
        known: Role = "assistant" if sender in ("assistant", "claude") else "system"
        yield made("", known, _with_files(text, row), "model" if known == "assistant" else None, said)
    for number, body in enumerate(pasted):
        yield made(f":attachment{number}", "user", body, "paste")
    for number, (call, result) in enumerate(said.results):
        yield made(f":{call or f'result{number}'}", "tool", result, None)


def _pasted(row: Mapping[str, Any]) -> list[str]:
    """The texts of attachments: a paste too long for the input box has no name, a file has one."""
    bodies: list[str] = []
    for attachment in map(fields.mapping, fields.items(row.get("attachments"))):
        body, name = fields.text(attachment.get("extracted_content")), fields.text(attachment.get("file_name"))
        if body.strip():
            bodies.append(f"[attached: {' '.join(name.split())}]\n\n{body}" if name.strip() else body)
    return bodies


def _with_files(text: str, row: Mapping[str, Any]) -> str:
    """Uploads whose content is not in the export are named."""
    given = [
        fields.mapping(item) for key in ("files", "files_v2", "attachments") for item in fields.items(row.get(key))
    ]
    absent = (fields.text(item.get("file_name")) for item in given if not item.get("extracted_content"))
    names = dict.fromkeys(" ".join(name.split()) for name in absent)
    return "\n".join(filter(None, (text, *(f"[attached: {name}]" for name in names if name))))


def _with_document(message: Message, document: str | None) -> Message:
    if document is None:
        return message
    text = "\n\n".join(filter(None, (message.text, document)))
    return replace(message, text=text)
