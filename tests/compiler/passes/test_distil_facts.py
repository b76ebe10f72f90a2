"""The one-year test: durable traits pass, everything else does not."""

import pytest

from compiler.passes.distil import distil
from compiler.passes.distil.durable import durable, rejected
from compiler.records import Conversation, Message

TRAITS = [
    "I'm a pharmacist and I've worked night shifts for eleven years.",
    "I am a left-handed guitarist.",
    "I work as a translator in Lisbon.",
    "I grew up in Tromsø.",
    "I'm originally from Ghana.",
    "My daughter is allergic to peanuts.",
    "My brother Tomás lives in Rosario.",
    "I have two sons.",
    "I'm married.",
    "I'm severely allergic to penicillin.",
    "I have type 1 diabetes.",
    "I don't eat pork.",
    "I speak Portuguese and Danish.",
    "My native language is Welsh.",
    "I've been a violin maker for twenty years.",
    "I've been vegan since 2019.",
    "My birthday is on 4 March.",
    "I prefer trains over planes.",
    "My favourite composer is Bartók.",
    "I always use metric units.",
    "I own a cargo bike.",
    "Our team uses Kotlin for everything.",
    "We deploy every Tuesday.",
    "My business runs on voice notes.",
    "I have mild asthma.",
    "I learn best from worked examples.",
    "I swim in the sea all year.",
    "I keep bees at the edge of town.",
    "I'm really into bouldering.",
    "I'm colour blind.",
    "My laptop is a 2019 MacBook Air.",
    "I don't drive.",
]
PASSING = [
    ("I'm so tired today.", "passing time"),
    ("I feel stuck with this chapter.", "passing state"),
    ("If I lived in Norway, I would buy a boat.", "hypothetical"),
    ("I'm going to start running.", "plan"),
    ("I love how you phrased the ending.", "idiom"),
    ("Do you think I am too old?", "question"),
    ("I always keep the draft short.", "about the work"),
    ("This is my favourite of the three.", "dangling"),
    ("I want you to always answer in French.", "request"),
    ("Because I live in a small town.", "opening"),
]


@pytest.mark.parametrize("sentence", TRAITS)
def test_durable_trait_is_never_rejected(sentence: str) -> None:
    """A list of true traits: a rule that catches one is wrong."""
    assert rejected(sentence) is None
    assert durable(sentence) is not None


@pytest.mark.parametrize(("sentence", "reason"), PASSING)
def test_what_passes_is_rejected_by_name(sentence: str, reason: str) -> None:
    """What will not hold in a year fails, for the reason one would give."""
    assert durable(sentence) is None
    assert rejected(sentence) == reason


STATED = [
    ("By the way, I live in Trondheim now, so I test the page from there.", "User lives in Trondheim."),
    ("I'm allergic to latex, so the seals matter.", "User is allergic to latex."),
    ("I live in Bergen and swim in the sea all year.", "User lives in Bergen and swims in the sea all year."),
    ("I'm a vegetarian, what can I eat in Vienna?", "User is a vegetarian."),
    ("Keep it short, I'm a nurse.", "User is a nurse."),
    ("We have two kids, 4 and 7, but no car.", "User has two kids, 4 and 7."),
]
UNSAID = [
    "Imagine I am a knight and I live in a castle.",
    "My sister said: I live in the wrong town.",
    "I play it every day, this song.",
    "I work on the login page at the moment.",
]


def facts(typed: str) -> list[str]:
    """The facts of a conversation in which the person says one thing."""
    message = Message("s:1#0", "user", typed, origin="person")
    note = distil(Conversation("s:1", "s", None, None, None, None, "", (message,)))
    return [item.text for item in note.items if item.kind == "fact"]


@pytest.mark.parametrize(("typed", "fact"), STATED)
def test_a_plain_statement_is_a_fact_without_what_is_concluded_from_it(typed: str, fact: str) -> None:
    """The durable clause stands alone, whole, in the third person."""
    assert facts(typed) == [fact]


@pytest.mark.parametrize("typed", UNSAID)
def test_what_is_supposed_quoted_or_about_the_work_is_no_fact(typed: str) -> None:
    """A clause counts only where its sentence is the person's own word about themselves."""
    assert facts(typed) == []
