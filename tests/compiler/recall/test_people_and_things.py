"""The profile, dossiers and the page for a new session."""

import pytest

from compiler.errors import Unknown
from compiler.recall.context import context
from compiler.recall.dossier import dossier
from compiler.recall.profile import facts, who
from compiler.store import threads
from compiler.store.threads import Fact


@pytest.fixture
def history(telling):
    """Two conversations that name Litestream; where the person lived, and lives."""
    telling.conversation("codex:a", "2026-01-10", "/home/ida/code/shop", names="Litestream SQLite")
    telling.conversation("codex:b", "2026-02-10", "/home/ida/code/shop", names="Litestream SQLite")
    telling.conversation("chatgpt:c", "2026-03-10", names="Litestream")
    telling.item("decision", "d1", "codex:a", "Replicate the shop with Litestream", ended_by="d2")
    telling.item("decision", "d2", "codex:b", "Replicate the shop with rsync, not Litestream")
    telling.item("decision", "d3", "codex:b", "Paint the shop front blue")
    telling.item("loop", "l1", "codex:b", "Remove Litestream from the server")
    telling.item("fact", "f1", "chatgpt:c", "User lives in Trondheim")
    telling.item("fact", "f2", "codex:a", "User lives in Bergen")
    telling.item("fact", "f3", "codex:a", "User prefers short answers")
    threads.replace_profile(
        telling.store,
        [
            Fact("f1", "Identity", "Lives in Trondheim", ("f1",), 1, "2026-03", (("Bergen", "f2"),)),
            Fact("f3", "How to answer", "Prefers short answers", ("f3",), 2),
            Fact("memory:claude:m:1", "Other", "Has a boat", ("claude:m",), 0, trust="remembered"),
        ],
    )
    return telling


def test_facts_with_evidence_and_what_was_before(history) -> None:
    """A fact says where it was said, and what it replaced and when that was said."""
    (home,) = facts(history.history(), "identity").items
    assert (home.text, home.since) == ("Lives in Trondheim", "2026-03")
    assert [(f.value, f.date) for f in home.before] == [("Bergen", "2026-01-10T10:00:00Z")]
    assert [(p.conversation_id, p.message_id) for p in home.evidence] == [("chatgpt:c", "chatgpt:c#1")]


def test_a_memory_that_is_gone_is_no_fact(history) -> None:
    """What only a product remembers is shown while that memory is in the store."""
    assert [f.text for f in facts(history.history()).items] == ["Prefers short answers", "Lives in Trondheim"]


def test_a_hidden_conversation_bears_nothing_out(history) -> None:
    """A fact goes with the last conversation in sight that said it."""
    history.person("hidden", "chatgpt:c", "x.md")
    assert [f.text for f in facts(history.history()).items] == ["Prefers short answers"]


def test_who(history) -> None:
    """Best borne out first; projects by their folder; how much stands and is open."""
    me = who(history.history())
    assert [f.text for f in me.facts] == ["Prefers short answers", "Lives in Trondheim"]
    assert [(c.name, c.conversations) for c in me.projects] == [("shop", 2)]
    assert [(c.name, c.conversations) for c in me.entities] == [("Litestream", 3), ("SQLite", 2)]
    assert (me.conversations, me.standing_decisions, me.open_loops) == (3, 2, 1)
    assert (me.since, me.until) == ("2026-01-10", "2026-03-10")


def test_dossier(history) -> None:
    """What speaks of a name, its conversations newest first, and what it is mentioned with; no more than that."""
    found = dossier(history.history(), "litestream")
    assert (found.name, found.type) == ("Litestream", "tool")
    assert [p.conversation_id for p in found.conversations.items] == ["chatgpt:c", "codex:b", "codex:a"]
    assert [(d.id, d.status) for d in found.decisions] == [("d2", "standing"), ("d1", "superseded")]
    assert [loop.id for loop in found.loops] == ["l1"]
    assert [(c.name, c.conversations) for c in found.beside] == [("SQLite", 2)]


def test_a_name_that_nothing_has(history) -> None:
    """The error names what is near."""
    with pytest.raises(Unknown) as error:
        dossier(history.history(), "Litestraem")
    assert error.value.near == ("Litestream",)


def test_context(history) -> None:
    """Standing decisions, then what no longer holds with what replaced it, open loops, wishes; every line is cited."""
    made = context(history.history(), "replicate the shop", project="shop")
    stands, rest = made.markdown.split("## No longer so")
    assert "Replicate the shop with rsync" in stands and "with Litestream (" not in stands
    assert "Replaced by: Replicate the shop with rsync" in rest
    assert "Remove Litestream" in rest and "Prefers short answers" in rest
    lines = [line for line in made.markdown.splitlines() if line.startswith("- ")]
    assert all(line.endswith("]") for line in lines)
    numbers = {int(line.rpartition("[")[2].rstrip("]")) for line in lines}
    assert numbers == set(range(1, len(made.sources) + 1))


@pytest.mark.parametrize("room", [100, 200, 400])
def test_context_keeps_to_its_room(history, room: int) -> None:
    """It is never longer than asked for, and every line is whole."""
    text = context(history.history(), "replicate the shop", room=room).markdown
    assert len(text) <= room
    assert all(line.startswith("## ") or line.endswith("]") for line in text.splitlines() if line)


def test_nothing_to_say(telling) -> None:
    """An empty history gives a sentence, not an empty page."""
    assert context(telling.history(), "anything").markdown == "Nothing in the history bears on this.\n"
    assert who(telling.history()).conversations == 0
    assert facts(telling.history()).items == ()
