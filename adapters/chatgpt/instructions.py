"""What ChatGPT keeps about a person: custom instructions, and the memory the model wrote. Both are repeated in every
chat; here each distinct text becomes one message of one conversation of kind `memory`."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from adapters._reading import fields
from compiler.records import Conversation, Message, Origin, Role

_WRAPPED = re.compile(r"```\n?(.*?)\n?```", re.DOTALL)


@dataclass(slots=True)
class _Seen:
    text: str
    place: str
    ref: str
    first: str
    last: str


@dataclass(slots=True)
class Instructions:
    """Collects while conversations are read; `conversations` gives what was found, with first and last seen dates."""

    root: str
    about: dict[str, dict[str, _Seen]] = field(default_factory=dict)

    def add(self, raw: Mapping[str, Any], place: str, ref: str, date: str | None) -> None:
        """A node of type `user_editable_context` or `model_editable_context`; `date` of its conversation."""
        content = fields.mapping(raw.get("content"))
        if content.get("content_type") == "model_editable_context":
            self._note("memory", fields.text(content.get("model_set_context")), place, ref, date)
            return
        told = fields.mapping(fields.mapping(raw.get("metadata")).get("user_context_message_data"))
        for key, wrapped in (("about_user_message", "user_profile"), ("about_model_message", "user_instructions")):
            text = fields.text(told.get(key)) or _unwrapped(fields.text(content.get(wrapped)))
            self._note("custom-instructions", text, place, ref, date)

    def _note(self, name: str, text: str, place: str, ref: str, date: str | None) -> None:
        text = text.strip()
        if not text:
            return
        known = self.about.setdefault(name, {})
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        seen = known.get(digest)
        if seen is None:
            known[digest] = _Seen(text, place, ref, date or "", date or "")
        elif date:
            if not seen.first or date < seen.first:
                seen.first, seen.place, seen.ref = date, place, ref
            seen.last = max(seen.last, date)

    def conversations(self) -> Iterator[Conversation]:
        for name, known in sorted(self.about.items()):
            speaker: tuple[Role, Origin] = (
                ("user", "person") if name == "custom-instructions" else ("assistant", "model")
            )
            found = sorted(known.items(), key=lambda pair: (pair[1].first, pair[0]))
            conversation_id = f"chatgpt:{name}"
            yield Conversation(
                id=conversation_id,
                source="chatgpt",
                title="Custom instructions" if name == "custom-instructions" else "Memory",
                project=None,
                created_at=next((seen.first for _, seen in found if seen.first), None),
                updated_at=max(seen.last for _, seen in found) or None,
                source_ref=found[0][1].ref,
                messages=tuple(
                    Message(
                        f"{conversation_id}#{digest}", speaker[0], seen.text,
                        created_at=seen.first or None, place=seen.place, origin=speaker[1],
                    )
                    for digest, seen in found
                ),
                kind="memory",
                attrs={
                    "root": self.root,
                    "seen": json.dumps({digest: [seen.first, seen.last] for digest, seen in found}, sort_keys=True),
                },
            )  # fmt: skip


def _unwrapped(text: str) -> str:
    """What the person wrote, without the sentence ChatGPT wraps around it."""
    found = _WRAPPED.search(text)
    return found[1] if found else text
