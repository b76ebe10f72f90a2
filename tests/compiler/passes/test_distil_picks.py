"""Short replies to options: which of them are taken, which refused, and what the reply changes."""

from __future__ import annotations

import pytest

from compiler.passes.distil import options, picking, taken_up, turns
from compiler.passes.distil.turns import Said
from compiler.records import Conversation, Message

NUMBERED = (
    "Three ways:\n\n1. Calendar versions such as 2026.04\n2. **Semantic** versions\n3. Code names — fun\n\nWhich?"
)
LETTERED = (
    "**A. Rename the helper.** It says more.\n\n**B. Check for nil.**\n\n**C. Shorten the log.**\n\n"
    "**D. Add a doc line.**"
)
MIXED = "1. Olive oil\n2. E: eggs, two of them\n3. Flour"
LINES = "Options:\n\nA. A folder of PNG files\nB. One MBTiles file per region"


def said(text: str) -> Said:
    message = Message("s:1#1", "assistant", text, origin="model")
    return turns.read(Conversation("s:1", "s", None, None, None, None, "", (message,)))[0]


@pytest.mark.parametrize(
    ("message", "reply", "taken", "refused", "changes"),
    [
        (NUMBERED, "1", "Calendar versions such as 2026.04", "", ""),
        (NUMBERED, "b", "Semantic", "", ""),
        (NUMBERED, "go with the second one please", "Semantic", "", ""),
        (NUMBERED, "3, but enabled by default", "Code names", "", "but enabled by default"),
        (NUMBERED, "option 2 sounds good, but without the third digit", "Semantic", "", "but without the third digit"),
        (NUMBERED, "the first two", "Calendar versions such as 2026.04|Semantic", "", ""),
        (NUMBERED, "1 and 3", "Calendar versions such as 2026.04|Code names", "", ""),
        (NUMBERED, "all three", "Calendar versions such as 2026.04|Semantic|Code names", "", ""),
        (NUMBERED, "last one", "Code names", "", ""),
        (LETTERED, "ignore A, do B to D", "Check for nil|Shorten the log|Add a doc line", "Rename the helper", ""),
        (LETTERED, "do B-D but not C", "Check for nil|Add a doc line", "Shorten the log", ""),
        (MIXED, "the third one", "Flour", "", ""),
        (LINES, "let's go with B", "One MBTiles file per region", "", ""),
    ],
)
def test_a_reply_takes_options(message: str, reply: str, taken: str, refused: str, changes: str) -> None:
    """By number, letter, range, place or count, with the changes it adds."""
    found = picking.picked(list(options.menus(said(message))), reply)
    assert found is not None
    assert [option.name for option in found.taken] == taken.split("|")
    assert [option.name for option in found.refused] == [name for name in refused.split("|") if name]
    assert found.changes == changes


@pytest.mark.parametrize(
    "reply", ["yes", "2 days is too long", "Yes, a small one", "both", "skip A and B", "I'd rather not"]
)
def test_other_replies_take_none(reply: str) -> None:
    """A number that counts something, an article, a refusal."""
    assert picking.picked(list(options.menus(said(NUMBERED))), reply) is None


def test_an_option_is_known_by_its_name_and_when_it_is_pasted_again() -> None:
    """`semantic please` names one; a request that repeats an option's sentence takes it."""
    menu = said("You could choose between:\n\n- Semantic versions\n- Code names for every release of the year\n")
    assert getattr(options.named(menu, "semantic please"), "name", "") == "Semantic versions"
    pasted = options.repeated(menu, "Can you set that up? Code names for every release of the year")
    assert pasted is not None and pasted.name.startswith("Code names")


WALKS = (
    "You could walk one of these:\n\n- **Coast path**: eleven kilometres along the cliffs, no shade at all\n"
    "- **Old railway**: flat and paved, with two cafés on the way\n- How many hours do you want to be out?\n"
)


def replied(reply: str) -> list[Said]:
    options_, words = (
        Message("s:1#1", "assistant", WALKS, origin="model"),
        Message("s:1#2", "user", reply, origin="person"),
    )
    return turns.read(Conversation("s:1", "s", None, None, None, None, "", (options_, words)))


@pytest.mark.parametrize(
    "reply",
    [
        "Coast path: eleven kilometres along the cliffs, no shade at all. How steep is that?",
        "Coast path: eleven kilometres along the cliffs, no shade at all",
        "These paths are fine, sure. But is there one with a lake?",
        "How many hours? Four at most, and I want to be back for lunch",
        "My sister walked eleven kilometres along the cliffs once with no shade at all, on a coast path near Sligo, "
        "and had a sunstroke that lasted two days, so tell me first what the weather is going to be like that week.",
    ],
)  # fmt: skip
def test_who_talks_about_an_option_does_not_take_it(reply: str) -> None:
    """Asking for more of one, speaking of all of them, telling a story in which its words occur, answering a question
    that stands in the list."""
    assert taken_up.taken(replied(reply), 1, working=False) is None


def test_who_takes_an_option_says_so() -> None:
    """By its name, or in its words."""
    for reply in ("The old railway it is", "I will take the old railway: flat and paved, two cafés"):
        found = taken_up.taken(replied(reply), 1, working=False)
        assert found is not None and found.taken[0].name == "Old railway", reply
