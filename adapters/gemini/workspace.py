"""A conversation of Gemini in Workspace (Docs, Gmail): one small JSON file each, `conversation_<id>.txt`."""

from __future__ import annotations

from adapters._reading import fields
from adapters._reading.embedded import decoded
from adapters._reading.exports import broken_off
from adapters._reading.zips import Member, Unreadable
from adapters.gemini.conversations import SOURCE
from compiler.records import Conversation, Message, Problem, Skipped

_LARGEST = 64 << 20


def read_workspace(member: Member, root: str) -> Conversation | Problem | Skipped:
    """`{title, creation_time, last_modification_time, conversation_turns: [{user_turn} | {system_turn}]}`; a turn of
    the model has no time."""
    try:
        with member.open() as stream:
            raw = fields.mapping(decoded(stream.read_all(_LARGEST)))
    except Unreadable as error:
        return broken_off(SOURCE, member, error)
    if not isinstance(raw.get("conversation_turns"), list):
        return Problem(SOURCE, member.ref, "damaged conversation", "It is not the JSON of a conversation.")
    stem = member.name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    conversation_id = f"{SOURCE}:workspace-{stem.removeprefix('conversation_').replace('#', '_')}"
    messages: list[Message] = []
    for place, turn in enumerate(map(fields.mapping, raw["conversation_turns"])):
        asked, told = fields.mapping(turn.get("user_turn")), fields.mapping(turn.get("system_turn"))
        identity = f"{conversation_id}#{place}"
        prompt = fields.text(asked.get("prompt"))
        if prompt.strip():
            at = fields.instant(asked.get("turn_last_modified"))
            messages.append(Message(identity, "user", prompt, (), at, place=str(place), origin="person"))
        texts = [fields.text(fields.mapping(part).get("data")) for part in fields.items(told.get("text"))]
        answer = "\n\n".join(text for text in texts if text.strip())
        if answer:
            identity += ":answer" if prompt.strip() else ""
            messages.append(Message(identity, "assistant", answer, (), None, place=str(place), origin="model"))
    if not messages:
        return Skipped(SOURCE, member.ref, "empty")
    return Conversation(
        id=conversation_id,
        source=SOURCE,
        title=" ".join(fields.text(raw.get("title")).split()) or None,
        project=None,
        created_at=fields.instant(raw.get("creation_time")),
        updated_at=fields.instant(raw.get("last_modification_time")),
        source_ref=member.ref,
        messages=tuple(messages),
        attrs={"root": root},
    )
