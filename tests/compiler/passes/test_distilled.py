"""The pass around distillation: what is stored of a note."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.build import run_pass
from compiler.events import Silent
from compiler.passes import PassContext
from compiler.passes.distilled import Distil
from compiler.records import Conversation, Message, Sealed
from compiler.store import conversations, notes
from compiler.store.connection import Store
from tests.compiler.passes.invented import config

TALK = (
    ("user", "I live in Trondheim now. Where do we store the thumbnails, in the database or on disk?"),
    ("assistant", "On disk they are easy to serve and to clear."),
    ("user", "On disk then. We'll store them under var/thumbs and clear them at every release."),
    ("assistant", "Thumbnails now go to var/thumbs, and the release script empties the folder."),
)


@pytest.mark.parametrize(("attrs", "mined"), [({}, True), ({"do_not_remember": "1"}, False)])
def test_what_is_not_to_be_remembered_is_not_mined(
    store: Store, tmp_path: Path, attrs: dict[str, str], mined: bool
) -> None:
    """A conversation that its product was told not to remember has a note, without decisions or facts."""
    messages = tuple(Message(f"chatgpt:1#{n}", role, text) for n, (role, text) in enumerate(TALK))  # type: ignore[arg-type]
    talk = Conversation("chatgpt:1", "chatgpt", "Thumbnails", None, None, None, "/x", messages, attrs=attrs)
    conversations.save(store, Sealed(talk), "unit")
    run_pass(PassContext(store, config(tmp_path), Silent()), Distil())
    note = notes.load(store, "chatgpt:1")
    assert note and note.title == "Thumbnails"
    kinds = {item.kind for item in note.items}
    assert bool(kinds & {"decision", "fact"}) is mined
    assert "key_point" in kinds
