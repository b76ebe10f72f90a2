"""Words typed while the agent works: kept once, wherever a version writes them."""

from __future__ import annotations

from pathlib import Path

from tests.adapters.claude_code_sessions import (
    conversations,
    queue,
    queued_command,
    reply,
    result,
    tell,
    text,
    user,
)

START = "user/person: add a cart"


def test_dequeued_prompt_stands_in_a_record_of_its_own(tmp_path: Path) -> None:
    """enqueue, dequeue, user record: one message."""
    assert tell(tmp_path, user("add a cart"), queue("enqueue", "and tax"), queue("dequeue"), user("and tax")) == [
        START,
        "user/person: and tax",
    ]


def test_removed_prompt_without_another_copy(tmp_path: Path) -> None:
    """enqueue, remove and nothing else: the queue is the only place that keeps the words. They stand where they
    reached the agent, under the time they were typed."""
    told = tell(
        tmp_path,
        user("add a cart"),
        queue("enqueue", "use SQLite, please", at="2026-03-02T09:31:07.000Z"),
        reply("Working."),
        queue("remove", at="2026-03-02T09:31:09.000Z"),
        reply("SQLite it is.", api="msg_2"),
    )
    assert told == [START, "assistant: Working.", "user/person: use SQLite, please", "assistant: SQLite it is."]
    message = conversations(tmp_path)[0].messages[2]
    assert message.id.endswith("#queue-operation:2026-03-02T09:31:07.000Z")
    assert (message.created_at, message.place) == ("2026-03-02T09:31:07Z", "2")


def test_removed_prompt_delivered_as_an_attachment(tmp_path: Path) -> None:
    """enqueue, remove, queued_command: one message, from the attachment, whether text or blocks."""
    assert tell(
        tmp_path,
        user("add a cart"),
        queue("enqueue", "use SQLite"),
        queue("enqueue", [text("like this")], at="2026-03-02T09:30:05.000Z"),
        queued_command("use SQLite"),
        queue("remove"),
        queued_command([text("like this")]),
        queue("remove"),
    ) == [START, "user/person: use SQLite", "user/person: like this"]


def test_prompt_taken_back_was_never_sent(tmp_path: Path) -> None:
    """enqueue, popAll: the person pulled it back into the input line."""
    assert tell(tmp_path, user("add a cart"), queue("enqueue", "use SQLite"), queue("popAll", "use SQLite")) == [START]


def test_queued_notifications_are_not_the_persons(tmp_path: Path) -> None:
    """A task's notice passes through the same queue."""
    notice = "<task-notification><summary>done</summary></task-notification>"
    assert tell(tmp_path, user("add a cart"), queue("enqueue", notice), queue("remove")) == [START]


def test_prompts_joined_into_one_later_text(tmp_path: Path) -> None:
    """Two removed prompts that arrive as one text beside a tool result are not told again."""
    assert tell(
        tmp_path,
        user("add a cart"),
        queue("enqueue", "use SQLite"),
        queue("enqueue", "and  name it shop.db", at="2026-03-02T09:30:05.000Z"),
        queue("remove"),
        queue("remove"),
        user([result("2 files"), text("use SQLite\nand name it shop.db")]),
    ) == [START, "tool: 2 files", "user/person: use SQLite\nand name it shop.db"]


def test_short_answers_are_not_mistaken_for_copies(tmp_path: Path) -> None:
    """`yes` inside a later sentence is no copy of a queued `yes`."""
    assert tell(tmp_path, user("add a cart"), queue("enqueue", "yes"), queue("remove"), user("yes but later")) == [
        START,
        "user/person: yes",
        "user/person: yes but later",
    ]


def test_same_words_twice(tmp_path: Path) -> None:
    """Each copy stands for one queued prompt; the second, without a copy, is kept."""
    assert tell(
        tmp_path,
        user("add a cart"),
        queue("enqueue", "go on", at="2026-03-02T09:30:01.000Z"),
        queue("remove"),
        queue("enqueue", "go on", at="2026-03-02T09:30:02.000Z"),
        queue("remove"),
        queued_command("go on"),
    ) == [START, "user/person: go on", "user/person: go on"]


def test_remove_names_what_it_takes(tmp_path: Path) -> None:
    """From 2.1.205 on a remove carries the text, and takes that one from the queue rather than the oldest."""
    assert tell(
        tmp_path,
        user("add a cart"),
        queue("enqueue", "first", at="2026-03-02T09:30:01.000Z"),
        queue("enqueue", "second", at="2026-03-02T09:30:02.000Z"),
        queue("remove", "second"),
        queue("popAll"),
    ) == [START, "user/person: second"]


def test_control_commands_in_the_queue(tmp_path: Path) -> None:
    """A queued `/help` steers the program and says nothing; the person's own `/ship now` does."""
    assert tell(
        tmp_path,
        user("add a cart"),
        queue("enqueue", "/help"),
        queue("remove"),
        queue("enqueue", "/ship now", at="2026-03-02T09:30:05.000Z"),
        queue("remove"),
    ) == [START, "user/person: /ship now"]
