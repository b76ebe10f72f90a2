"""Whole transcripts, for those who ask for them (`--transcripts`): a folder of their own, split where they are long."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.records import Conversation, Message
from compiler.store import conversations as stored
from compiler.vault import properties, times
from compiler.vault.links import message_block, to_path
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page, inputs_of
from compiler.vault.render import render
from compiler.vault.speech import conversation_link, who
from compiler.vault.views import EvidenceView, TranscriptView

PART = 150_000
"""Characters of a part: a note below 200 kB opens on a phone."""
MESSAGE, CALL, LINE = 20_000, 2_000, 5_000
"""Characters of a message, of a tool's input, of a line; what is longer (pasted logs, tool output) is cut or broken."""


def claim(material: Material) -> Iterator[Claim]:
    if not material.config.pages.transcripts:
        return
    sizes = stored.message_sizes(material.store)
    for head in material.conversations.values():
        started = material.started(head)
        for part in range(1, len(_parts(sizes.get(head.id, []))) + 1):
            yield Claim(
                _id(head, part),
                f"Transcripts/{started.year:04d}" if started else "Transcripts/Undated",
                material.notes[head.id].title,
                lead=started.strftime("%Y-%m-%d") if started else "",
                tail=" transcript" if part == 1 else f" transcript, part {part}",
                digits=6,
            )


def build(material: Material, names: Names) -> Iterator[Page]:
    if not material.config.pages.transcripts:
        return
    sizes = stored.message_sizes(material.store)
    for head in material.conversations.values():
        conversation = conversation_link(material, names, head.id)
        for part, (low, high) in enumerate(_parts(sizes.get(head.id, [])), 1):
            following = names.get(_id(head, part + 1))
            view = TranscriptView(
                properties.block(
                    [("kind", "transcript"), ("musubi_id", _id(head, part)), ("conversation", conversation)]
                ),
                conversation,
                to_path(following, f"part {part + 1}") if following else None,
            )
            yield Page(
                names.path(_id(head, part)),
                _id(head, part),
                "transcript",
                lambda head=head, view=view, low=low, high=high: render(  # type: ignore[misc]
                    "transcript.md.j2", transcript=view, messages=_messages(material, head, low, high)
                ),
                inputs_of(view, low, high, material.hashes[head.id]),
            )


def _id(head: Conversation, part: int) -> str:
    return f"transcript:{head.id}" if part == 1 else f"transcript:{head.id}:{part}"


def _parts(sizes: list[int]) -> list[tuple[int, int]]:
    """Ranges of messages, each of at most PART characters as shown."""
    out, start, filled = [], 0, 0
    for n, size in enumerate(sizes):
        shown = min(size, MESSAGE) + 200
        if filled and filled + shown > PART:
            out.append((start, n))
            start, filled = n, 0
        filled += shown
    return [*out, (start, len(sizes))] if sizes else []


def _messages(material: Material, head: Conversation, low: int, high: int) -> tuple[EvidenceView, ...]:
    conversation = stored.load(material.store, head.id)
    return tuple(
        EvidenceView(
            block=message_block(m.id),
            who=who(m.role, m.origin) + (" (another branch)" if m.branch else ""),
            when=times.local(m.created_at, material.zone),
            place=material.places.of(head, m),
            text=material.places.tilde(_shown(m)),
        )
        for m in (conversation.messages[low:high] if conversation else ())
    )


def _shown(message: Message) -> str:
    """The text and what tools were called with, long ones cut, long lines broken."""
    parts = [_cut(message.text, MESSAGE)] if message.text.strip() else []
    for call in message.tool_calls:
        marks = "~~~~~~"
        parts.append(f"{call.name}:\n{marks}json\n{_cut(call.input, CALL).replace(marks, '~')}\n{marks}")
    return "\n\n".join(parts)


def _cut(text: str, limit: int) -> str:
    cut = text if len(text) <= limit else f"{text[:limit]}\n… {len(text) - limit:,} characters more"
    return "\n".join(row[at : at + LINE] for row in cut.split("\n") for at in range(0, max(len(row), 1), LINE))
