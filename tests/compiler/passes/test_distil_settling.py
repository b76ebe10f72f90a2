"""In talk a reply to a list mostly asks to read on; words of choice, or a brief answer, make it a decision."""

from __future__ import annotations

import pytest

from compiler.passes.distil import distil
from compiler.records import Conversation, Message

NAMES = (
    "Three names for the tea room:\n\n1. Kettle & Crumb: homely and easy to spell\n2. Second Steep: playful, hints at"
    " refills\n3. Leaf Room: plain and calm"
)
LONG = "Second Steep speaks to people who linger. " * 12
BRIEF = "Second Steep it is."


def decided(*talk: str) -> list[str]:
    """The decisions of a talk in which the person speaks first."""
    messages = tuple(
        Message(f"s:1#{n}", "assistant" if n % 2 else "user", text, origin="model" if n % 2 else "person")
        for n, text in enumerate(talk)
    )
    note = distil(Conversation("s:1", "s", None, None, None, None, "", messages))
    return [item.text for item in note.items if item.kind == "decision"]


@pytest.mark.parametrize(
    "reply",
    [
        "I will choose the 2nd. Find a logo for it",
        "number 2 sounds best",
        "2",
        "let's take Second Steep",
        "I like option 2, it hints at refills",
    ],
)
def test_a_word_of_choice_or_a_bare_mark_decides(reply: str) -> None:
    """Also where the model goes on at length, as long as it had put a choice."""
    asked = f"{NAMES}\n\nWhich one do you prefer?"
    assert any("Second Steep" in text for text in decided("Names for a tea room?", asked, reply, LONG))


@pytest.mark.parametrize(
    "reply",
    [
        "tell me more about 2",
        "expand on number 2",
        "write a slogan for option 2",
        "2 more",
        "top 2 best names",
        "all these names already exist",
        "A rhyme for the opening day",
        "Second Steep: playful, hints at refills",
        "what does Second Steep mean",
        "step 2",
    ],
)
def test_a_reply_that_asks_to_read_on_decides_nothing(reply: str) -> None:
    """An item named or pasted back is a request for a text about it."""
    assert decided("Names for a tea room?", NAMES, reply, LONG) == []


def test_a_name_alone_decides_where_the_model_only_takes_note() -> None:
    """The answer tells the choice from the request."""
    assert decided("Names for a tea room?", NAMES, "Second Steep!", BRIEF) != []
    assert decided("Names for a tea room?", NAMES, "Second Steep!", LONG) == []


@pytest.mark.parametrize(
    "reply",
    [
        "Let's write the opening chapter together.",
        "Let's first discuss the menu of the tea room.",
        "Let's assume the room is 40 square metres.",
        "ok, what should i do about the opening hours",
        "I want a story about a spell that lets us use one cup for all.",
        "Can we start again with simpler ideas for the tea room",
        "Ok. Thanks for the names of the tea room",
        "make this very short",
    ],
)
def test_steps_of_the_talk_are_no_decisions(reply: str) -> None:
    """What is assumed, asked or written together settles nothing."""
    assert decided("Names for a tea room?", NAMES, reply, LONG) == []


def test_a_plan_resolved_on_hearing_advice_is_a_decision() -> None:
    """Typed in lower case and without an apostrophe, as people do."""
    talk = (
        "my scones sell at 2 euros and i lose money on them",
        "At a cost of 1.90 you earn 10 cents a scone. Most tea rooms charge 2.80.",
        "yeah ok im gonna raise the scones to 2.80 from march",
        "Good plan. Announce it a week before.",
    )
    assert decided(*talk) == ["User is gonna raise the scones to 2.80 from march"]


@pytest.mark.parametrize(
    "opening",
    ["Let's play a text adventure.", "Quiz me on tea, one question at a time.", "play a game of dungeons and dragons"],
)
def test_a_game_and_a_test_hold_no_decisions(opening: str) -> None:
    """Who picks a door or an answer there settles nothing."""
    menu = "What do you do?\n\nA. Open the red door\nB. Follow the old river\nC. Go back to the inn"
    assert decided(opening, menu, "B", "The river is cold.", "go to the inn", "You are at the inn.") == []


def test_an_arrow_in_a_text_is_no_answer_to_a_question() -> None:
    """Only a question has one."""
    talk = ("Translate: read the job advert → very interested → applied", "Gelesen, interessiert, beworben.")
    assert decided("Hi", "Hello!", *talk) == []


def test_bare_letters_again_and_again_are_answers_of_a_game() -> None:
    """Whoever plays says so nowhere; a person who decides does not spell A, C, B."""
    door = "What now?\n\nA. Open the red door\nB. Follow the old river\nC. Go back to the inn"
    assert decided("You wake in a forest, go on", door, "A", door, "C", door, "B", door) == []
    assert decided("Where shall we walk?", door, "B", "Then the river it is.") != []


@pytest.mark.parametrize(
    "said",
    [
        "Once we decided to cross the ford, everybody took off their shoes.",
        "The method we use takes two samples of water a day.",
        "I will go with my director to the meeting about the bridge.",
        "Let's pick 10 verbs and translate them.",
    ],
)
def test_what_is_told_or_asked_decides_nothing(said: str) -> None:
    """A story, a habit, a companion, an exercise."""
    assert decided("Hello", "Hello! What is it about?", said, LONG) == []
