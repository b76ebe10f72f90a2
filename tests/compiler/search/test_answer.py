"""Answers quote the notes and cite; related conversations are found; nothing is said where nothing is known."""

import pytest

from compiler.embed import Embedder
from compiler.passes.index import passages_of
from compiler.records import Item, Note
from compiler.search import Filters, answer, search, similar
from compiler.search.answer import is_greeting, standalone
from compiler.search.sight import in_sight
from compiler.store import notes, overrides, passages, threads
from compiler.store.connection import Store
from compiler.store.threads import Thread


def note(store: Store, embedder: Embedder, cid: str, *items: tuple[str, str], done: bool = False) -> None:
    """Give a conversation a note whose items rest on its first message."""
    made = Note(
        cid,
        f"About {cid}",
        "",
        tuple(
            Item(f"{cid}/{n}", kind, text, (f"{cid}#1",), text, done=done)  # type: ignore[arg-type]
            for n, (kind, text) in enumerate(items)
        ),
    )
    notes.save(store, made, "hash")
    told = passages_of(made)
    passages.replace(store, cid, told, list(embedder.embed([p.text for p in told])))


@pytest.fixture
def history(store: Store, tell, concepts: Embedder) -> Store:
    """A choice of database, later changed, and something else."""
    first = tell("a", "user: Which database?", "assistant: Postgres is solid.", day="2026-01-10")
    later = tell("b", "user: Postgres is too much to run.", "assistant: Then sqlite.", day="2026-02-20")
    bread = tell("c", "user: Why is my sourdough flat?", day="2026-02-01")
    note(store, concepts, first, ("decision", "Use Postgres as the database"))
    note(store, concepts, later, ("decision", "Use sqlite as the database instead of Postgres"))
    note(store, concepts, bread, ("fact", "Ida bakes sourdough on Sundays"))
    return store


def test_an_answer_quotes_and_cites(history: Store, concepts: Embedder) -> None:
    """What was decided, newest first, each statement with its citation."""
    told = answer(history, "Which database do we use?", embedder=concepts)
    assert told.reason == "answered"
    assert [s.text for s in told.statements[:2]] == [
        "Use sqlite as the database instead of Postgres",
        "Use Postgres as the database",
    ]
    for statement in told.statements:
        (number,) = statement.citations
        assert told.citations[number - 1].text == statement.text
    first = told.citations[0]
    assert (first.message_id, first.source_ref, (first.date or "")[:10]) == (
        "chatgpt:b#1",
        "/chatgpt.jsonl:1",
        "2026-02-20",
    )


def test_other_subjects_stay_out(history: Store, concepts: Embedder) -> None:
    """The bread is not part of the answer about the database."""
    told = answer(history, "Which database do we use?", embedder=concepts)
    assert not any("sourdough" in s.text for s in told.statements)


def test_what_only_its_conversation_recommends_stays_out(history: Store, concepts: Embedder) -> None:
    """A statement about something else is not an answer because the talk it comes from is."""
    note(history, concepts, "chatgpt:b", ("decision", "Use sqlite as the database"), ("loop", "Water the tomatoes"))
    told = answer(history, "Which database do we use?", embedder=concepts)
    assert not any("tomatoes" in s.text for s in told.statements)


def test_of_a_day_what_was_decided_stands_first(store: Store, tell, concepts: Embedder) -> None:
    """Then what is still to do, then the rest."""
    cid = tell("a", "user: Which database?", "assistant: sqlite.")
    points = ("key_point", "The database is a file"), ("loop", "Copy the database"), ("decision", "Use sqlite")
    note(store, concepts, cid, *points)
    told = answer(store, "Which database do we use?", embedder=concepts)
    assert [s.kind for s in told.statements] == ["decision", "loop", "key_point"]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Was haben wir über Postgres entschieden?", "answered"),
        ("Pourquoi avons-nous quitté Postgres ?", "answered"),
        ("Hvorfor dropper vi Postgres?", "answered"),
        ("Was ist die Hauptstadt der Mongolei?", "nothing"),
        ("Wann fährt die Fähre nach Kiel?", "nothing"),
        ("What did the landlord say about the den with Postgres posters?", "nothing"),
    ],
)
def test_a_question_in_a_language_that_the_history_is_not_in(history: Store, question: str, reason: str) -> None:
    """Names stay the same in all of them; the other words stand nowhere and tell nothing."""
    assert answer(history, question).reason == reason


def test_nothing_in_the_history(history: Store, concepts: Embedder) -> None:
    """A question about something else gets no answer, and what came nearest is named."""
    told = answer(history, "When does the ferry to Bergen leave?", embedder=concepts)
    assert told.reason == "nothing" and told.statements == () and told.citations == ()


def test_an_empty_history(store: Store, concepts: Embedder) -> None:
    """Nothing stored, nothing said."""
    assert answer(store, "Which database?", embedder=concepts).reason == "nothing"


def test_messages_answer_where_notes_are_silent(store: Store, tell, concepts: Embedder) -> None:
    """Without notes the passages themselves are cited."""
    tell("a", "user: We settled on sqlite as the database.")
    told = answer(store, "sqlite database settled", embedder=concepts)
    assert [s.kind for s in told.statements] == ["message"]


def test_a_closed_loop_is_marked(store: Store, tell, concepts: Embedder) -> None:
    """A loop that was closed is told apart from an open one."""
    cid = tell("a", "user: Remind me to copy the database.")
    note(store, concepts, cid, ("loop", "Copy the database"), done=True)
    assert [s.done for s in answer(store, "copy the database", embedder=concepts).statements] == [True]


def test_a_decision_that_was_replaced_is_marked(history: Store, concepts: Embedder) -> None:
    """With the words of what took its place; that one stands."""
    threads.replace(history, "decision", [
        Thread("chatgpt:a/0", "chatgpt:a/0", ended_by="chatgpt:b/0"), Thread("chatgpt:b/0", "chatgpt:b/0")
    ])  # fmt: skip
    told = answer(history, "Which database do we use?", embedder=concepts)
    assert [s.replaced_by for s in told.statements[:2]] == [None, "Use sqlite as the database instead of Postgres"]


def test_a_loop_shown_done_elsewhere_is_marked(store: Store, tell, concepts: Embedder) -> None:
    """By another conversation; the person's own tick outranks that."""
    cid = tell("a", "user: Remind me to copy the database.")
    note(store, concepts, cid, ("loop", "Copy the database"))
    threads.replace(store, "loop", [Thread(f"{cid}/0", f"{cid}/0", ended_by="mark", ended_why="Copied it.")])
    assert [s.done for s in answer(store, "copy the database", embedder=concepts).statements] == [True]
    overrides.put(store, "loop", f"{cid}/0", "open")
    assert [s.done for s in answer(store, "copy the database", embedder=concepts).statements] == [False]


def test_what_was_dismissed_is_not_said(history: Store, concepts: Embedder) -> None:
    """Neither the item nor what tells the same elsewhere, in an answer or in a search; and it replaces nothing."""
    threads.replace(history, "decision", [
        Thread("chatgpt:a/0", "chatgpt:a/0", ended_by="chatgpt:b/0"), Thread("chatgpt:b/0", "chatgpt:b/0")
    ])  # fmt: skip
    overrides.put(history, "dismissed", "chatgpt:b/0", "1")
    told = answer(history, "Which database do we use?", filters=in_sight(history), embedder=concepts)
    assert [(s.text, s.replaced_by) for s in told.statements] == [("Use Postgres as the database", None)]
    found = search(history, "sqlite database", filters=in_sight(history), embedder=concepts)
    assert "chatgpt:b/0" not in {hit.item_id for hit in found}


@pytest.mark.parametrize("text", ["hi", "Hello there!", "thanks a lot", "Good morning", "", "?!"])
def test_greetings_are_not_questions(history: Store, text: str) -> None:
    """Nothing is looked up for a greeting."""
    assert answer(history, text).reason == "no question"


@pytest.mark.parametrize("text", ["hi, which database?", "good bread", "京都"])
def test_more_than_a_greeting_is_a_question(text: str) -> None:
    """One word of substance makes it one."""
    assert not is_greeting(text)


@pytest.mark.parametrize(
    "text", ["croatia?", "and croatia?", "and in May?", "why?", "Why did we drop it?", "how about those?"]
)
def test_a_follow_up_leans_on_the_question_before(text: str) -> None:
    """It names hardly anything itself, goes on from the question before or points at it."""
    before = ["Which ferries run in Greece in April?"]
    assert standalone(text, before) == f"Which ferries run in Greece in April? {text}"
    assert standalone(text, []) == text


@pytest.mark.parametrize("text", ["What did I decide about the database?", "Tidepool pricing", "京都のホテル"])
def test_another_question_stands_by_itself(text: str) -> None:
    """What was asked before would only lead away from it."""
    assert standalone(text, ["Which ferries run in Greece in April?"]) == text


def test_similar_to_a_conversation(history: Store, concepts: Embedder) -> None:
    """The one about the same thing first, itself never."""
    found = [hit.conversation_id for hit in similar(history, "chatgpt:a", embedder=concepts)]
    assert found[0] == "chatgpt:b" and "chatgpt:a" not in found


def test_similar_to_a_text(history: Store, concepts: Embedder) -> None:
    """Any other text is searched for, a hit a conversation."""
    found = [hit.conversation_id for hit in similar(history, "baking bread in the oven", embedder=concepts)]
    assert found[0] == "chatgpt:c" and len(found) == len(set(found))


def test_items_are_searched_by_kind(history: Store, concepts: Embedder) -> None:
    """`kind = decision` finds decisions alone; the hit leads to its evidence and names its item."""
    hits = search(history, "database", filters=Filters(kind="decision"), embedder=concepts)
    assert {hit.kind for hit in hits} == {"decision"}
    assert {hit.message_id for hit in hits} >= {"chatgpt:a#1", "chatgpt:b#1"}
