"""How items read in the person's own lists."""

import pytest

from compiler.vault.wording import imperative


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("User still has to cancel the contract.", "Cancel the contract."),
        ("User will take the gloves.", "Take the gloves."),
        ("User decided to use SQLite", "Use SQLite"),
        ("User decided against movers.", "User decided against movers."),
        ("User will not build an app.", "User will not build an app."),
        ("Use SQLite", "Use SQLite"),
    ],
)
def test_the_person_is_not_named_where_they_are_meant(text: str, shown: str) -> None:
    """Other sentences stay as they are."""
    assert imperative(text, "") == shown


@pytest.mark.parametrize(
    ("quote", "shown"),
    [
        ("I still need to ask before I show my gauge.", "Ask before you show your gauge."),
        ("I still need to ask before they see my gauge.", "Ask before they show their gauge."),
    ],
)
def test_who_they_are(quote: str, shown: str) -> None:
    """The person, unless others were spoken of too."""
    assert imperative("User still needs to ask before they show their gauge.", quote) == shown
