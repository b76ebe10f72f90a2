"""`musubi list` and `musubi show`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from compiler import console
from compiler.cli.options import config_for, dump, json_option, read_store, vault_option
from compiler.passes.filters import shown_note
from compiler.recall.conversations import note_view
from compiler.recall.history import find_conversation
from compiler.records import Conversation, Note
from compiler.store import conversations, notes
from compiler.store.connection import Store


@click.command("list")
@vault_option
@click.option("--source", metavar="NAME", help="Only this source.")
@click.option("--notes", "with_notes", is_flag=True, help="With each conversation's note.")
@json_option
def list_command(vault: Path | None, source: str | None, with_notes: bool, as_json: bool) -> None:
    """Conversations in the store, oldest first."""
    with read_store(config_for(vault)) as store:
        counts = conversations.message_counts(store)
        heads = [h for h in conversations.headers(store) if source in (None, h.source)]
        made = {n.conversation_id: shown_note(n) for n in notes.load_all(store)}
        if as_json:
            dump([_listed(h, counts.get(h.id, 0), made.get(h.id), with_notes) for h in heads])
            return
        for h in heads:
            note = made.get(h.id)
            title = note.title if note else h.title or "Untitled"
            console.out(f"{(h.created_at or '')[:10]:10}  {h.source:12} {counts.get(h.id, 0):5}  {title}  [{h.id}]")
            if with_notes and note:
                for item in note.items:
                    console.out(f"{'':12}{item.kind.replace('_', ' ')}: {item.text}")


@click.command("show")
@click.argument("id")
@vault_option
@json_option
def show_command(id: str, vault: Path | None, as_json: bool) -> None:
    """One conversation with its note, whole and normalised. ID may be shortened as long as it names one."""
    with read_store(config_for(vault)) as store:
        conversation = find(store, id)
        note = notes.load(store, conversation.id)
        shown = shown_note(note) if note else None
        messages = [m for m in conversation.messages if m.branch is None]
        if as_json:
            value = _listed(conversation, len(messages), shown, with_note=True)
            value["messages"] = [
                {
                    "id": m.id,
                    "role": m.role,
                    "text": m.text,
                    "created_at": m.created_at,
                    "tool_calls": [asdict(call) for call in m.tool_calls],
                }
                for m in messages
            ]
            dump(value)
            return
        console.out(shown.title if shown else conversation.title or conversation.id)
        console.out(f"{conversation.id}  {conversation.created_at or ''}  {conversation.source_ref}")
        if shown and shown.summary:
            console.out(f"\n{shown.summary}")
        for m in messages:
            calls = "".join(f"\n[{call.name}]" for call in m.tool_calls)
            console.out(f"\n--- {m.role}  {m.created_at or ''}  {m.id.partition('#')[2]}\n{m.text}{calls}")


def find(store: Store, id: str) -> Conversation:
    """The conversation that an id, or a unique beginning of one, means."""
    found = conversations.load(store, find_conversation(store, id))
    assert found is not None
    return found


def _listed(c: Conversation, count: int, note: Note | None, with_note: bool) -> dict[str, Any]:
    value: dict[str, Any] = {
        "id": c.id,
        "source": c.source,
        "title": note.title if note else c.title,
        "project": c.project,
        "created_at": c.created_at,
        "updated_at": c.updated_at,
        "messages": count,
        "source_ref": c.source_ref,
    }
    if with_note:
        value["note"] = asdict(note_view(note)) if note else None
    return value
