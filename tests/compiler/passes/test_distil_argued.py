"""A decision's reason and what it was taken instead of."""

import pytest

from compiler.passes.distil.argued import argued
from compiler.passes.distil.lines import Line


@pytest.mark.parametrize(
    ("told", "asked", "text", "reason", "instead_of"),
    [
        (
            "We switch from Postgres to SQLite, because it costs nothing.",
            "",
            "We switch from Postgres to SQLite.",
            "It costs nothing.",
            "Postgres",
        ),
        (
            "A one-time price of 49 kr. No subscription: User hates them.",
            "I can't decide between a subscription and a one-time price for the app.",
            "A one-time price of 49 kr.",
            "User hates them.",
            "subscription",
        ),
        (
            "uPlot. Speed on old phones matters more to User than looks.",
            "Compare uPlot and Chart.js for a week's curve.",
            "uPlot.",
            "Speed on old phones matters more to User than looks.",
            "Chart.js",
        ),
        ("We'll use tabs rather than spaces.", "", "We'll use tabs.", None, "spaces"),
        (
            "Don't drop the old column yet, the warehouse job still reads it.",
            "",
            "Don't drop the old column yet.",
            "The warehouse job still reads it.",
            None,
        ),
        (
            "The van it is. User decided against movers because of the price.",
            "",
            "The van it is.",
            "Because of the price.",
            "movers",
        ),
        ("Let's paint the kitchen white.", "Green or white?", "Paint the kitchen white.", None, "Green"),
        (
            "Let's store times in UTC and convert at the edge.",
            "",
            "Store times in UTC and convert at the edge.",
            None,
            None,
        ),
    ],
)
def test_reason_and_rejected_option_leave_the_text(
    told: str, asked: str, text: str, reason: str | None, instead_of: str | None
) -> None:
    """What says why, or what else was on offer, stands beside the decision and not in it."""
    line = argued(Line("decision", told, (0,), 0, 1, 0.0), asked)
    assert (line.text, line.reason, line.instead_of) == (text, reason, instead_of)


def test_a_sentence_that_leads_up_to_a_choice_is_its_reason() -> None:
    """The sentence before the choice may say why, too."""
    told = "User is allergic to latex. User will take the neoprene gloves."
    line = argued(Line("decision", told, (0,), 0, 1, 0.0), leads_up=True)
    assert (line.text, line.reason) == ("User will take the neoprene gloves.", "User is allergic to latex.")
