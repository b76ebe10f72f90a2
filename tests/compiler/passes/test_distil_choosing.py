"""Which of a person's sentences state a choice, and which only say what comes next, cheer, or ask."""

from __future__ import annotations

import pytest

from compiler.passes.distil import choosing


@pytest.mark.parametrize(
    "sentence",
    [
        "Let's go with the smaller tent.",
        "Let's just keep the blue tiles in the hall.",
        "Let's definitely skip the museum on Monday.",
        "Let's move the rehearsal to Thursday.",
        "Let's store everything in UTC.",
        "Let's set it in 1992.",
        "I'll take the earlier train then.",
        "We've decided on oak for the stairs.",
        "The window seats are locked in.",
    ],
)
def test_a_choice(sentence: str) -> None:
    """What is to be used, kept, skipped, moved, and what is called decided."""
    assert choosing.chooses(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Let's calculate the loan now.",
        "Let's see that draft of my letter.",
        "Let's inject some humour into the second act.",
        "Let's trust the process.",
        "Let's move on to the garden.",
        "Let's set this up now.",
        "Let's use these:",
        "I'm ready to finalize the guest list.",
        "I'll take your advice on the stairs.",
        "I'll drop them in as soon as I have them.",
        "That isn't what we agreed on.",
        "Now that the date is locked in, tell me about the venue.",
        "Should we go with oak?",
    ],
)
def test_no_choice(sentence: str) -> None:
    """The next thing to do, cheers, what leads on to a list, an idiom, a reminder of a choice made before."""
    assert not choosing.chooses(sentence)
