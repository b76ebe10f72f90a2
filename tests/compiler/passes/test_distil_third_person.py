"""A person's own sentence told about them."""

import pytest

from compiler.passes.distil.third_person import told


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("I live in Porto with my wife.", "User lives in Porto with their wife."),
        ("I've been vegan since 2019 and I can't eat nuts.", "User has been vegan since 2019 and they can't eat nuts."),
        ("I need quiet.", "User needs quiet."),
        ("I specifically avoid dairy.", "User specifically avoids dairy."),
        ("My son is called Max and he likes me.", "User's son is called Max and he likes them."),
        ("I go swimming; I'm a nurse.", "User goes swimming; they are a nurse."),
        ('I love "I Am Legend".', 'User loves "I Am Legend".'),
        ("I hate queues. I always order online.", "User hates queues. They always order online."),
        ("Act I is done and I like it.", "Act I is done and User likes it."),
        ("I live in Bergen and swim in the sea all year.", "User lives in Bergen and swims in the sea all year."),
        ("I need sleep and work.", "User needs sleep and work."),
        ("uPlot is what I want.", "uPlot is what User wants."),
        ("I hate them myself.", "User hates them."),
        ("I value calm and often use humour.", "User values calm and often uses humour."),
        ("I walked the Camino in 2018.", "User walked the Camino in 2018."),
        ("im a nurse and i cant ship lye, ive tried", "User is a nurse and they can't ship lye, they have tried"),
        ("I read that Acme is closing.", "User read that Acme is closing."),
        ("I avoid kale and don't eat fish.", "User avoids kale and doesn't eat fish."),
        ("I read every evening.", "User reads every evening."),
        ("I quit smoking in 2019.", "User quit smoking in 2019."),
    ],
)
def test_first_person_becomes_third(typed: str, expected: str) -> None:
    """Verbs agree, later mentions are pronouns, quotations stay."""
    assert told(typed) == expected
