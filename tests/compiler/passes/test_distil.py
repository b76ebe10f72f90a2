"""The note of a conversation as a whole: what it depends on, which kinds get one, how ids last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from compiler.passes.distil import distil, match_items
from compiler.records import Conversation, ConversationKind, Message, Origin, Role

DEMO = [
    ("user", "person", "Where do we keep the invoices? I'd like them searchable."),
    (
        "assistant",
        "model",
        "I'd suggest one folder per year on the NAS, with the scanner naming files by date and sender.",
    ),
    ("user", "person", "Good, let's go with one folder per year on the NAS, but without the scanner naming."),
    ("assistant", "model", "Then files keep the names they arrive with. One folder per year is ready under /invoices."),
]


def made(
    turns: Sequence[tuple[Role, Origin, str]], kind: ConversationKind = "main", title: str | None = None
) -> Conversation:
    messages = tuple(Message(f"s:1#{i}", role, text, origin=origin) for i, (role, origin, text) in enumerate(turns))
    return Conversation("s:1", "s", title, None, None, None, "", messages, kind=kind)


def test_same_conversation_gives_the_same_note() -> None:
    """Nothing but the conversation matters: no clock, no chance."""
    assert distil(made(DEMO)) == distil(made(DEMO))


def test_a_good_title_of_the_source_is_kept_and_a_generic_one_replaced() -> None:
    """`New chat` says nothing; what the person asked does."""
    assert distil(made(DEMO, title="Invoices on the NAS")).title == "Invoices on the NAS"
    assert "invoices" in distil(made(DEMO, title="New chat")).title.lower()


def test_a_made_title_names_the_matter() -> None:
    """Without the words by which one asks to be told of it."""
    asked: list[tuple[Role, Origin, str]] = [("user", "person", "Tell me more about the tides of the Bristol Channel.")]
    assert distil(made(asked)).title == "The tides of the Bristol Channel"


def test_a_summary_says_what_was_wanted_and_no_rest_of_a_table() -> None:
    """How the model is to answer comes second; a row whose head was cut off is no sentence."""
    talk: list[tuple[Role, Origin, str]] = [
        ("user", "person", "Should I sell my sailing boat? Please ask me one question at a time about the boat."),
        (
            "assistant",
            "model",
            "| Mooring for the boat | 900 |\n\nA boat that sails twice a year costs more than hiring.",
        ),
    ]
    summary = distil(made(talk)).summary
    assert summary == "Should I sell my sailing boat? A boat that sails twice a year costs more than hiring."


@pytest.mark.parametrize("opening", ["We listed out the jobs for this summer.", "I'm ready for the next step."])
def test_where_the_opening_says_nothing_the_title_is_what_was_decided(opening: str) -> None:
    """How somebody comes in tells no conversation from another."""
    turns: list[tuple[Role, Origin, str]] = [
        ("user", "person", opening),
        ("assistant", "model", "The roof is next. Clay tiles last sixty years; slate costs twice as much."),
        ("user", "person", "Let's go with clay tiles for the roof."),
        ("assistant", "model", "Good. Clay tiles for the roof of 90 square metres are 1,260 pieces."),
    ]
    assert distil(made(turns)).title == "Go with clay tiles for the roof"


def test_text_of_harness_tools_and_other_branches_makes_no_item() -> None:
    """What the machinery wrote, or what stands on a branch the person left, is nobody's statement."""
    rule = "We decided to keep every invoice for 30 years on microfilm."
    turns = [("user", "harness", rule), ("tool", "harness", rule), *DEMO]
    conversation = made(turns)
    left = replace(conversation.messages[0], id="s:1#left", origin="person", branch="edit-1")
    note = distil(replace(conversation, messages=(left, *conversation.messages)))
    assert not [item for item in note.items if "microfilm" in item.text]


def test_answers_that_came_out_of_musubi_are_not_distilled_again() -> None:
    """A message that opens with the envelope of a Musubi answer is not the person's."""
    note = distil(made([("user", "person", "[musubi] You decided to use SQLite for the archive."), *DEMO]))
    assert not [item for item in note.items if "SQLite" in item.text]


def test_project_documents_get_a_title_and_no_items() -> None:
    """A project's instructions are nobody's conclusions."""
    assert distil(made(DEMO, kind="project")).items == ()


def test_memory_of_a_product_gives_facts_of_low_trust() -> None:
    """What a product remembers of the person is taken as facts that rank below what they said."""
    remembered: list[tuple[Role, Origin, str]] = [("assistant", "model", "User keeps bees in Aarhus.")]
    note = distil(made(remembered, kind="memory"))
    assert [(item.kind, item.text) for item in note.items] == [("fact", "User keeps bees in Aarhus.")]
    assert note.items[0].score < 0.5


def test_an_own_note_speaks_in_its_own_words() -> None:
    """In a note of the person's, tasks are loops and sentences are not told about a third party."""
    text = "# Workshop\n\nI moved the lathe north, the light is better there.\n\n- [ ] order a new belt\n"
    note = distil(made([("user", "person", text)], kind="note", title="Workshop"))
    assert [item.text for item in note.items if item.kind == "loop"] == ["order a new belt"]
    assert any(item.text.startswith("I moved the lathe") for item in note.items)


def test_empty_and_broken_text_gives_an_empty_note() -> None:
    """No messages, blank messages, lone surrogates: a note without items, never an error."""
    assert distil(made([])).items == ()
    assert distil(made([("user", "person", "  \n"), ("assistant", "model", "\ud800 \x00")])).items == ()


def test_ids_survive_when_a_conversation_grows() -> None:
    """A line made again keeps its id, also when the text around it changed a little."""
    old = distil(made(DEMO)).items
    grown = distil(
        made([*DEMO, ("user", "person", "Who can read the folder?"), ("assistant", "model", "Only the two of you.")])
    )
    again = match_items(old, grown.items)
    kept = {item.text: item.id for item in old}
    assert [item.id for item in again if item.text in kept] == [kept[item.text] for item in again if item.text in kept]
    assert any(item.text in kept for item in again)
    assert len({item.id for item in again}) == len(again)


def test_matching_prefers_the_closest_text_and_gives_an_id_once() -> None:
    """Of two new lines on the same evidence, the one that says the same inherits."""
    old = distil(made(DEMO)).items[:1]
    reworded = replace(old[0], id="d-000000000001", text=old[0].text + " (agreed)")
    other = replace(old[0], text="Something else entirely about gardens")
    first, second = match_items(old, (other, reworded))
    assert second.id == old[0].id
    assert first.id != old[0].id


def test_what_is_handed_over_is_told_once_and_not_echoed() -> None:
    """As a fact or a key point, without the model's word that it took note."""
    told: list[tuple[Role, Origin, str]] = [
        ("user", "person", "I drive a 2014 Seat Ibiza, diesel."),
        ("assistant", "model", "Lovely, noted. I'll keep the Ibiza in mind."),
        ("user", "person", "Bear in mind that I only have a single hob and no oven."),
        ("assistant", "model", "Understood, one hob."),
    ]
    assert [(item.kind, item.text) for item in distil(made(told)).items] == [
        ("fact", "User drives a 2014 Seat Ibiza, diesel."),
        ("key_point", "User only has a single hob and no oven."),
    ]


def test_a_long_question_in_another_language_is_still_summed_up() -> None:
    """Cut to the length of a line, though no sentence of it is a candidate."""
    asked = "Estoy en sexto semestre y necesito un nombre para mi equipo, así que " + "quiero una lista larga, " * 12
    note = distil(made([("user", "person", asked), ("assistant", "model", "1. Mecarobots\n2. Robomigos")]))
    assert note.summary.startswith("Estoy en sexto semestre y necesito un nombre para mi equipo")
