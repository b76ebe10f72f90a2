"""Chunks are passages of one message that overlap and break where a reader would."""

from compiler.passes.chunk import chunk, split
from compiler.records import Conversation, Message, ToolCall


def conversation(*messages: Message) -> Conversation:
    return Conversation("chatgpt:c1", "chatgpt", None, None, None, None, "/export.zip", messages)


def test_short_text_is_one_chunk() -> None:
    """A text below the size stays whole."""
    assert list(split("A short question.")) == ["A short question."]


def test_blank_text_has_no_chunk() -> None:
    """White space alone is nothing to find."""
    assert list(split(" \n\t ")) == []


def test_breaks_after_the_last_newline_in_the_back_half() -> None:
    """A newline is a better place to break than the space after it."""
    text = "a" * 60 + "\n" + "b" * 20 + " " + "c" * 60
    first, *_ = split(text, size=100, overlap=10)
    assert first == "a" * 60 + "\n"


def test_breaks_at_a_space_without_a_newline() -> None:
    """Without a newline in the back half the last space there is taken."""
    first, *_ = split("word " * 40, size=100, overlap=10)
    assert first.endswith("word ") and len(first) == 100


def test_breaks_hard_without_any_space() -> None:
    """A text without spaces is cut at the size."""
    assert [len(part) for part in split("x" * 250, size=100, overlap=10)] == [100, 100, 70]


def test_neighbours_share_the_overlap() -> None:
    """The next chunk begins the overlap before the break, so a sentence across it is whole in one of the two."""
    first, second = list(split("x" * 180, size=100, overlap=15))[:2]
    assert first[-15:] == second[:15] == "x" * 15


def test_every_character_is_in_a_chunk() -> None:
    """Cutting loses nothing."""
    text = "".join(f"line {n} of the plan\n" for n in range(300))
    parts = list(split(text))
    assert all(len(part) <= 1200 for part in parts)
    rebuilt = parts[0]
    for part in parts[1:]:
        rebuilt += part[150:]
    assert rebuilt == text


def test_chunks_know_their_message_and_kind() -> None:
    """User and assistant text is for vectors, what tools were asked and said for keywords, the system is left out."""
    made = list(
        chunk(
            conversation(
                Message("chatgpt:c1#1", "system", "You are helpful."),
                Message("chatgpt:c1#2", "user", "Which port does it use?", origin="person"),
                Message("chatgpt:c1#3", "assistant", "Let me look.", (ToolCall("grep", '{"pattern":"PORT"}'),)),
                Message("chatgpt:c1#4", "tool", "PORT=8431"),
                Message("chatgpt:c1#5", "user", "<reminder>", origin="harness"),
            )
        )
    )
    assert [(c.message_id[-1], c.kind, c.person, c.text) for c in made] == [
        ("2", "message", True, "Which port does it use?"),
        ("3", "message", False, "Let me look."),
        ("3", "tool", False, 'grep {"pattern":"PORT"}'),
        ("4", "tool", False, "PORT=8431"),
    ]
