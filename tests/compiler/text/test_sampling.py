"""The bounded transcript that a model reads."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from compiler.records import Conversation, Message, ToolCall
from compiler.text.sampling import LIMIT, TOOL_LIMIT, sample, transcript


def conversation(*messages: Message, kind: str = "main") -> Conversation:
    return Conversation("s:c", "s", None, None, None, None, "x", messages, kind=kind)  # type: ignore[arg-type]


def test_who_said_what_in_order() -> None:
    """A turn a paragraph; tool output clipped; neither the harness nor other branches nor Musubi's own answers."""
    long = "listing " * 100
    told = transcript(
        conversation(
            Message("1", "user", "Tidy the cache."),
            Message("2", "system", "Be helpful."),
            Message(
                "3",
                "assistant",
                "Looking.",
                (ToolCall("Bash", "ls", "t1"), ToolCall("mcp__musubi__who_am_i", "{}", "t2")),
            ),
            Message("4:t1", "tool", long),
            Message("5:t2", "tool", "You are Noor."),
            Message("6", "user", "<system-reminder>", origin="harness"),
            Message("7", "user", "Wrong turn.", branch="b"),
            Message("8", "assistant", "Done."),
        )
    )
    user, looking, tool, done = told.split("\n\n")
    assert (user, looking, done) == ("User: Tidy the cache.", "Assistant: Looking.", "Assistant: Done.")
    assert tool.startswith("Tool: listing") and len(tool) <= len("Tool: ") + TOOL_LIMIT and tool.endswith("…")


def test_a_note_of_the_persons_has_no_speakers() -> None:
    """It is shown as they wrote it."""
    assert transcript(conversation(Message("1", "user", "Sow beans in May."), kind="note")) == "Sow beans in May."


def test_the_middle_of_a_long_transcript_is_left_out() -> None:
    """45 % from the beginning, the rest from the end, and the gap says how much is missing."""
    text = "\n".join(f"line {n:05}" for n in range(3000))
    short = sample(text)
    head, _, tail = short.partition("[… ")
    gap, _, tail = tail.partition(" characters left out …]")
    assert len(short) <= LIMIT and head.startswith("line 00000\n") and tail.endswith("line 02999")
    assert 0.40 < len(head) / LIMIT < 0.46 and 0.50 < len(tail) / LIMIT < 0.56
    assert int(gap) + len(head.rstrip()) + len(tail.lstrip()) + 4 >= len(text)
    assert head.rstrip().splitlines()[-1] in text.splitlines() and tail.lstrip().splitlines()[0] in text.splitlines()


@given(st.text(max_size=400), st.integers(min_value=60, max_value=200))
def test_a_sample_stays_within_its_limit(text: str, limit: int) -> None:
    """Whatever the text; a short one is itself."""
    made = sample(text, limit)
    assert len(made) <= limit if len(text) > limit else made == text
