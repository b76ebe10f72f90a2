"""Documents that `library_files.json` lists: reports and writing blocks that slim exports hold nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from adapters._reading import fields
from adapters._reading.zips import Member, Unreadable
from compiler.records import Message

_WRITTEN = frozenset({"report", "writing_block"})
_MAX_SIZE = 4 << 20


@dataclass(frozen=True, slots=True)
class Document:
    """A file of the export that a model wrote; `message` is the native id of the one it came from, where known."""

    file_id: str
    title: str
    message: str
    created_at: str | None
    member: Member


def documents(rows: Any, members: Iterable[Member]) -> dict[str, list[Document]]:
    """Native conversation id → its documents, those whose bytes are in the export."""
    present = {member.name.rsplit("/", 1)[-1].split(".", 1)[0]: member for member in members}
    found: dict[str, list[Document]] = {}
    for row in map(fields.mapping, fields.items(rows)):
        member = present.get(fields.text(row.get("file_id")))
        if member is None or fields.text(row.get("library_artifact_type")) not in _WRITTEN:
            continue
        document = Document(
            fields.text(row.get("file_id")),
            " ".join(fields.text(row.get("file_name")).split()),
            fields.text(row.get("origination_message_id")),
            fields.instant(row.get("created_at")),
            member,
        )
        found.setdefault(fields.text(row.get("initiating_conversation_id")), []).append(document)
    return found


def with_documents(conversation_id: str, messages: Sequence[Message], found: Sequence[Document]) -> list[Message]:
    """The messages, each document after the one it came from, else at the end of the path; none said twice."""
    told = list(messages)
    for document in sorted(found, key=lambda one: (one.created_at or "", one.file_id)):
        text = _text(document.member)
        if not text or any(text in message.text for message in told):
            continue
        shown = f"**{document.title}**\n\n{text}" if document.title else text
        made = Message(
            f"{conversation_id}#{document.file_id}",
            "assistant",
            shown,
            created_at=document.created_at,
            place=document.file_id,
            origin="model",
        )
        told.insert(_after(told, document.message), made)
    return told


def _after(messages: Sequence[Message], native_id: str) -> int:
    path = [place for place, message in enumerate(messages) if message.branch is None]
    named = [place for place in path if messages[place].place == native_id]
    return (named or path or [-1])[-1] + 1


def _text(member: Member) -> str:
    """The file's text; "" for what is none (a picture, a PDF) or too long."""
    if member.size > _MAX_SIZE:
        return ""
    try:
        with member.open() as stream:
            text = stream.read_all(_MAX_SIZE).decode("utf-8-sig")
    except (Unreadable, UnicodeDecodeError):
        return ""
    return "" if "\x00" in text else fields.clean(text).strip()
