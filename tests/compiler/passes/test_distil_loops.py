"""Open loops: what is left at the end, and what was named and done within the conversation."""

from __future__ import annotations

from compiler.passes.distil import distil
from compiler.records import Conversation, Item, Message, ToolCall


def loops(*said: str, tools: bool = False) -> list[Item]:
    """The loops of a conversation in which the person and the model speak by turns, the person first."""
    calls = (ToolCall("Bash", "{}"),) if tools else ()
    messages = tuple(
        Message(f"s:1#{n}", "assistant", text, calls if n == 1 else (), origin="model")
        if n % 2
        else Message(f"s:1#{n}", "user", text, origin="person")
        for n, text in enumerate(said)
    )
    note = distil(Conversation("s:1", "s", None, None, None, None, "", messages))
    return [item for item in note.items if item.kind == "loop"]


def test_a_step_named_and_done_later_is_a_closed_loop() -> None:
    """What the person still had to do and what a later message reports done is kept as done."""
    found = loops(
        "Plan the move with me. I still need to cancel the electricity contract.",
        "Four weeks' notice is usual, so write to them this week.",
        "The electricity contract is cancelled. What about the boxes?",
        "Thirty boxes are enough for one room.",
    )
    assert [(item.text, item.done) for item in found] == [
        ("User still needs to cancel the electricity contract.", True)
    ]


def test_a_step_nobody_did_stays_open() -> None:
    """The same step without the report."""
    found = loops(
        "Plan the move with me. I still need to cancel the electricity contract.",
        "Four weeks' notice is usual, so write to them this week.",
    )
    assert [item.done for item in found] == [False]


def test_commits_that_wait_for_a_word_are_open() -> None:
    """What the closing message of a piece of work says is not pushed, with its list."""
    found = loops(
        "fix the race in the gauge poller",
        "Looking at the poller.",
        "and test it",
        "Done. Two commits on `poller`, not pushed:\n\n- **3fa29bc** locks the queue\n- **77ab0c1** tests the lock\n",
        tools=True,
    )
    assert [item.text for item in found] == ["Two commits on poller, not pushed: 3fa29bc, 77ab0c1"]


def test_next_steps_of_the_model_are_loops_and_no_decision() -> None:
    """A list under `Next steps` says what is to be done, not what was settled."""
    found = loops(
        "Move the cache to Postgres, we don't want a second copy.",
        "The cache is in Postgres now.\n\nNext steps:\n- The connection string has to move into the environment\n",
    )
    assert [item.text for item in found] == ["The connection string has to move into the environment"]


def test_a_choice_put_at_the_end_is_open() -> None:
    """The options that the closing question asks about."""
    found = loops(
        "how do we give the job write access?",
        "Looking.",
        "and without a new account?",
        "Two options:\n\n1. **A deploy key** for this repository\n2. **An app** for all\n\nWhich one?",
        tools=True,
    )
    assert [item.text for item in found] == ["Choose: A deploy key or An app"]


def test_a_request_that_nobody_answered_is_open() -> None:
    """The last word is the person's and asks for something; thanks, a command or an answer ask for nothing."""
    start = ("rename the module", "Renamed.")
    found = loops(*start, "can you also update the import paths in the examples?", tools=True)
    assert [item.text for item in found] == ["Update the import paths in the examples"]
    for last in ("thanks, that looks good to me", "/release minor for the examples", "ok"):
        assert not loops(*start, last, tools=True)


def test_work_that_waits_for_a_word_is_told_by_its_report() -> None:
    """The closing message asks whether to push, or says that it has not."""
    for end in ("Say the word to push.", "Not pushed.", "Ready to push?"):
        found = loops(
            "speed up the parser", "Looking.", "go on", f"The parser reads blocks of 64 KB now. {end}", tools=True
        )
        assert [item.text for item in found] == ["Push: The parser reads blocks of 64 KB now."]


def test_what_has_not_been_done_yet_is_open() -> None:
    """A sentence of the last report, and the boxes it left unticked."""
    found = loops(
        "split the server package",
        "Splitting it.",
        "go on",
        "Split it in two. I haven't moved the upload handlers yet.\n\nRemaining:\n- [ ] delete the old session file\n",
        tools=True,
    )
    assert [item.text for item in found] == ["I haven't moved the upload handlers yet.", "Delete the old session file"]


def test_general_statements_of_the_model_leave_nothing_open() -> None:
    """What is so whenever something is approved, and what time will tell."""
    assert not loops(
        "How are certificates issued?",
        "Once the application is approved, the agency issues the certificate. It remains to be seen how prices move.",
    )


def test_a_wish_not_to_be_reminded_and_one_to_recall_are_no_loops() -> None:
    """Only "remind me" of something still to do is one."""
    assert not loops("Do not remind me what I asked you for.", "Understood.")
    assert not loops("remind me of the names we made", "The names were Kettle and Crumb.")
    assert loops("Remind me to water the ferns on Friday.", "I will.")


def test_what_a_long_answer_says_of_the_world_is_left_open_by_nobody() -> None:
    """What is not known yet in an explanation is a fact about its subject, and a form's blank is no step."""
    facts = "The heaviest elements live for milliseconds and are made one atom at a time in a few laboratories. " * 5
    found = loops(
        "What is known about element 119? And give me minutes for our meeting about it.",
        f"{facts}Element 119 has not been made yet, and its name is still to be settled.\n\n"
        "## Action items\n\n- [Insert action item 1]\n- [Your name here]\n",
    )
    assert found == []


def test_a_text_put_in_whole_promises_nothing() -> None:
    """What its writer will do on Monday is not the person's task."""
    story = "She washed the herbs and set the pot on the fire, and nobody spoke for a while. " * 30
    assert loops(f"{story}I still need to chop the leftover parsley on Monday.", "A quiet scene.") == []
