"""An invented person's conversations, long enough for a model, and the notes a model would write of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

from compiler.build import run_passes
from compiler.config import Config, LlmConfig
from compiler.events import Event
from compiler.passes import PassContext
from compiler.records import Conversation, Env, Message, Sealed
from compiler.store import conversations
from compiler.store.connection import Store

PADDING = "The dough was wet and the kitchen was warm, so the loaf spread before it went into the oven. "


def chat(number: int, *said: str, padding: int = 25, day: str = "2026-05-03") -> Conversation:
    """A conversation in which person and model take turns; the model's first answer is padded to be worth reading."""
    cid = f"chatgpt:{number:04}"
    texts = list(
        said or ("My bread stays flat.", "Proof it colder.", f"Decided: I proof the dough at {number} degrees.")
    )
    texts[1] += " " + PADDING * padding
    messages = tuple(
        Message(f"{cid}#{n}", "user" if n % 2 == 0 else "assistant", text, (), f"{day}T10:0{n}:00Z", str(n),
                "person" if n % 2 == 0 else "model")
        for n, text in enumerate(texts)
    )  # fmt: skip
    return Conversation(cid, "chatgpt", None, None, f"{day}T10:00:00Z", f"{day}T10:09:00Z", "x.json", messages)


def answer(number: int, **fields: object) -> str:
    """A model's note of `chat(number)`."""
    quote, text = f"I proof the dough at {number} degrees", f"User proofs the dough at {number} degrees."
    decision = {"quote": quote, "text": text, "reason": "", "instead_of": ""}  # fmt: skip
    whole = {"title": "Bread that stays flat", "summary": "The dough is proofed colder.", "decisions": [decision],
             "open_loops": [], "key_points": [], "facts": [], "entities": [], "topics": ["baking"]}  # fmt: skip
    return json.dumps(whole | fields)


def config(folder: Path, endpoint: str = "", **llm: object) -> Config:
    settings = LlmConfig(endpoint=endpoint, **llm)  # type: ignore[arg-type]
    return Config(folder, folder / ".musubi" / "musubi.db", Env(folder, "linux", {}), llm=settings)


def fill(ctx: PassContext, *chats: Conversation) -> None:
    """Store conversations and make their notes by rules."""
    with ctx.store.transaction():
        for conversation in chats:
            conversations.save(ctx.store, cast(Sealed, conversation), "unit")
    run_passes(ctx)


def asked_about(user: str) -> int:
    """The number of the chat that a prompt is about; 0 for the trial before the run."""
    after = user.partition("I proof the dough at ")[2]
    return int(after.split()[0]) if after else 0


class Heard:
    """A reporter that keeps what was said."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def report(self, event: Event) -> None:
        self.events.append(event)

    @property
    def words(self) -> str:
        return "\n".join(str(getattr(e, "message", "")) for e in self.events)


def notes_by(store: Store, maker: str) -> list[str]:
    return [cid for (cid,) in store.execute("SELECT conversation_id FROM notes WHERE maker = ? ORDER BY 1", (maker,))]
