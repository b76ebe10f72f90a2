"""Do notes still hold."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from compiler.passes.verify import count, unfounded
from compiler.records import Conversation, Item, Message, Note, Sealed
from compiler.store import conversations, notes
from compiler.store.connection import open_store

TEXT = "Decided: I proof the dough at 4 degrees."
GOOD = Item(
    "d-1", "decision", "User proofs the dough at 4 degrees.", ("chatgpt:b#1",), "I proof the dough at 4 degrees"
)
TALK = Conversation("chatgpt:b", "chatgpt", None, None, None, None, "x", (Message("chatgpt:b#1", "user", TEXT),))


@pytest.mark.parametrize(
    ("item", "why"),
    [
        (GOOD, None),
        (
            Item("d-1", "decision", GOOD.text, ("chatgpt:b#9",), GOOD.quote),
            "its evidence chatgpt:b#9 is not in the store",
        ),
        (Item("d-1", "decision", GOOD.text, (), GOOD.quote), "it has no evidence"),
        (
            Item("d-1", "decision", GOOD.text, GOOD.evidence, "I proof it cold"),
            "its quotation does not stand in the message",
        ),
        (Item("d-1", "decision", GOOD.text, GOOD.evidence, ""), "its quotation does not stand in the message"),
        (
            Item("d-1", "decision", "User proofs the dough at 9 degrees.", GOOD.evidence, GOOD.quote),
            "its evidence does not say so",
        ),
        (
            Item("d-1", "decision", "User keeps bees on the roof.", GOOD.evidence, GOOD.quote),
            "its evidence does not say so",
        ),
    ],
)
def test_every_item_is_held_against_its_evidence(tmp_path: Path, item: Item, why: str | None) -> None:
    """Message there, quotation verbatim, claim borne out."""
    with open_store(tmp_path / "musubi.db") as store:
        with store.transaction():
            conversations.save(store, cast(Sealed, TALK), "unit")
            notes.save(store, Note(TALK.id, "Bread", "", (item,)), "hash")
        found = list(unfounded(store))
        assert [one.why for one in found] == ([why] if why else []) and count(store) == 1


def test_a_message_that_changed_takes_its_items_with_it(tmp_path: Path) -> None:
    """The source told it anew since the note was made."""
    with open_store(tmp_path / "musubi.db") as store, store.transaction():
        conversations.save(store, cast(Sealed, TALK), "unit")
        notes.save(store, Note(TALK.id, "Bread", "", (GOOD,)), "hash")
        store.execute("UPDATE messages SET text = 'Decided: I buy bread.'")
        assert [one.why for one in unfounded(store)] == ["its quotation does not stand in the message"]
