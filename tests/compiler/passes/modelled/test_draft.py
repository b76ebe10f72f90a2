"""A model's answer read as a draft, and a draft made a note."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from compiler.passes.distil import distil
from compiler.passes.ground import Spoken, speech
from compiler.passes.modelled.draft import FIELDS, SCHEMA, Entry, read
from compiler.passes.modelled.making import MOST_LINES, make
from compiler.records import Entity
from tests.compiler.passes.modelled.chats import answer, chat


def made(number: int = 4, *said: str, **fields: Any) -> Any:
    """The note of a chat by a model that answers with these fields."""
    conversation = chat(number, *said)
    draft = read(answer(number, **fields))
    assert draft
    return make(draft, conversation, Spoken(speech(conversation.messages)), distil(conversation), "tiny")


def line(text: str, quote: str = "") -> dict[str, str]:
    return {"quote": quote, "text": text}


def test_the_schema_bounds_every_list_and_text() -> None:
    """It takes the answer it is meant for; no list is without maxItems, no text without maxLength."""
    jsonschema.validate(json.loads(answer(4)), SCHEMA)
    lists = [v for v in SCHEMA["properties"].values() if v["type"] == "array"]
    assert len(lists) == len(FIELDS) + 2 and all("maxItems" in v for v in lists)
    assert SCHEMA["required"] == list(SCHEMA["properties"]) and SCHEMA["additionalProperties"] is False


@pytest.mark.parametrize(
    ("decisions", "entries"),
    [
        ([line("User bakes.", "I bake")], [Entry("decision", "User bakes.", "I bake")]),
        (["User bakes."], [Entry("decision", "User bakes.")]),
        ("User bakes.", [Entry("decision", "User bakes.")]),
        ([{"decision": "User bakes."}], [Entry("decision", "User bakes.")]),
        ([{"text": "User  bakes.\n", "reason": "None", "quote": None}], [Entry("decision", "User bakes.")]),
        ([{"text": 7}, {}, None, [], "", {"text": "N/A"}], []),
        ({"text": "User bakes."}, [Entry("decision", "User bakes.")]),
        (None, []),
        ([line("User: I bake.", "User: Assistant: I bake")], [Entry("decision", "I bake.", "I bake")]),
        ([line(f"Decision {n}") for n in range(9)], [Entry("decision", f"Decision {n}") for n in range(4)]),
    ],
)
def test_an_answer_is_read_tolerantly(decisions: object, entries: list[Entry]) -> None:
    """Texts for objects, objects for lists, nulls, ways of saying nothing, too many, speakers copied along."""
    draft = read(json.dumps({"title": "Bread", "decisions": decisions}))
    assert draft and list(draft.entries) == entries


@pytest.mark.parametrize("text", ["", "no", '{"other": 1}', "[]"])
def test_what_is_no_draft_is_none(text: str) -> None:
    """No field of ours in it."""
    assert read(text) is None


def test_a_line_has_its_place_and_its_reasons_only_where_they_were_said() -> None:
    """The quotation is the message's own words; an invented alternative goes."""
    decision = {"quote": "i proof the dough at 4 DEGREES", "text": "User proofs the dough at 4 degrees.",
                "reason": "Proof it colder.", "instead_of": "buying a new oven"}  # fmt: skip
    (item,) = made(decisions=[decision]).note.items
    assert (item.quote, item.evidence) == ("I proof the dough at 4 degrees", ("chatgpt:0004#2",))
    assert (item.reason, item.instead_of) == ("Proof it colder.", None)


def test_repeats_are_one_line_and_lists_stay_short() -> None:
    """The same told as decision and key point; at most eight lines beside facts."""
    again = [line("User proofs the dough at 4 degrees."), line("The loaf spread before it went into the oven.")]
    result = made(key_points=again)
    assert [i.kind for i in result.note.items] == ["decision", "key_point"] and result.dropped == 0
    assert len(result.note.items) <= MOST_LINES


def test_title_and_summary_stand_only_where_they_invent_nothing() -> None:
    """Else those found by rules do."""
    plain = distil(chat(4))
    assert made(title="Bread in Lisbon", summary="User moved to Lisbon.").note.title == plain.title
    assert made(summary="User moved to Lisbon.").note.summary == plain.summary
    talk = ("My bread stays flat at 240 degrees.", "Proof it colder.", "Decided: I proof the dough at 4 degrees.")
    assert made(4, *talk, summary="The dough is proofed at 4 degrees.").note.summary.endswith("at 4 degrees.")
    wrong = made(4, *talk, summary="The dough is proofed at 240 degrees.", title="Proofing dough at 240 degrees").note
    by_rules = distil(chat(4, *talk))
    assert (wrong.summary, wrong.title) == (by_rules.summary, by_rules.title)
    told = made(summary="The dough is proofed colder. The loaf spread. The oven was warm.").note.summary
    assert told == "The dough is proofed colder. The loaf spread."


@pytest.mark.parametrize(
    ("fields", "worthless"),
    [
        ({"decisions": [line("User"), line("bread")]}, True),
        ({"decisions": [line("My bread stays flat:")]}, True),
        ({"decisions": [], "summary": "Bread"}, True),
        ({"decisions": [], "summary": "The dough is proofed colder."}, False),
        ({}, False),
    ],
)
def test_a_note_of_which_nothing_would_be_shown_is_worthless(fields: dict[str, Any], worthless: bool) -> None:
    """Lines of a word, lead-ins, or no line and no summary; a summary alone is a note."""
    assert made(**fields).worthless is worthless


def test_topics_are_told_once() -> None:
    """A small model repeats itself, and takes the speakers for topics."""
    assert made(topics=["Bread baking", "bread baking", "User"]).note.topics == ("Bread baking",)


def test_facts_are_the_persons_own() -> None:
    """What only the model said of them is dropped."""
    talk = (
        "I bake for my daughter Ines.",
        "You live in Bergen, so rye is easy to find.",
        "Decided: I proof the dough at 4 degrees.",
    )
    result = made(4, *talk, facts=[line("User has a daughter called Ines."), line("User lives in Bergen.")])
    assert [i.text for i in result.note.items if i.kind == "fact"] == ["User has a daughter called Ines."]
    assert result.dropped == 1


@pytest.mark.parametrize(
    ("answer_to_it", "last", "kept"),
    [
        ("Yes, do that.", "Thanks.", True),
        ("No, I don't like that.", "What else is there?", False),
        ("No, why?", "OK, do it then.", True),
        ("What does it cost?", "Thanks.", True),
    ],
)
def test_what_the_person_refused_is_no_decision(answer_to_it: str, last: str, kept: bool) -> None:
    """The model's proposal repeats well, but the person's next word was no, and stayed so."""
    talk = ("My bread stays flat.", "Bake it in a cast iron pot with a lid.", answer_to_it, "It traps the steam.", last)
    result = made(4, *talk, decisions=[line("User bakes in a cast iron pot with a lid.")])
    assert bool(result.note.items) is kept


def test_entities_were_named() -> None:
    """Once each, as they are written; common words are none."""
    talk = ("I use Banneton baskets.", "Banneton baskets help.", "Decided: I proof the dough at 4 degrees with pytest.")
    told = [{"name": n, "type": t} for n, t in (("Banneton", "tool"), ("banneton", "tool"), ("Lisbon", "place"),
                                                ("dough", "other"), ("pytest", "library"))]  # fmt: skip
    assert made(4, *talk, entities=told).note.entities == (Entity("Banneton", "tool"), Entity("pytest", "library"))
