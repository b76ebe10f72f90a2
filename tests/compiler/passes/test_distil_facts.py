"""The one-year test: durable traits pass, everything else does not."""

import pytest

from compiler.passes.distil.durable import durable, rejected

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
