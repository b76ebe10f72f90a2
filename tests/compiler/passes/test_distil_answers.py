"""Answers to structured questions as statements, with the reason and the options left."""

from __future__ import annotations

import json

import pytest

from compiler.passes.distil import distil
from compiler.passes.distil.asked import statement
from compiler.records import Conversation, Item, Message, ToolCall

QUESTIONS = {
    "questions": [
        {
            "question": "Where should reports go?",
            "options": [
                {"label": "out/reports (Recommended)", "description": "Ignored by git already"},
                {"label": "docs/reports", "description": "Shown on the site"},
            ],
        },
        {
            "question": "Which format should we use?",
            "options": [{"label": "CSV", "description": "Use what the sheet imports"}, {"label": "Parquet"}],
        },
    ]
}


def decisions(put: str, answered: str, questions: str) -> list[Item]:
    """What is decided when the model puts `questions` through a tool and the person answers."""
    messages = (
        Message("s:1#0", "user", "Write the monthly report as a file", origin="person"),
        Message("s:1#1", "assistant", put, (ToolCall("AskUserQuestion", questions),), origin="model"),
        Message("s:1#2", "user", answered, origin="person"),
        Message("s:1#3", "assistant", "The report is written monthly now.", origin="model"),
    )
    note = distil(Conversation("s:1", "s", None, None, None, None, "", messages))
    return [item for item in note.items if item.kind == "decision"]


@pytest.mark.parametrize(
    ("question", "answer", "told"),
    [
        ("Where should the exported maps go?", "build/maps", "The exported maps should go to build/maps"),
        ("Where should we store the tokens?", "In the keyring", "Store the tokens: In the keyring"),
        ("Which database should we use for the cache?", "SQLite", "Database for the cache: SQLite"),
        ("What should the flag be called?", "--dry-run", "The flag should be called --dry-run"),
        ("How should we handle conflicts?", "Last writer wins", "Handle conflicts: Last writer wins"),
        ("How should errors be reported?", "As a warning", "Errors should be reported: As a warning"),
        ("Should icons be inline SVG or a sprite?", "A sprite", "Icons should be a sprite rather than inline SVG"),
        ("Should we drop Python 3.9?", "Yes", "Drop Python 3.9"),
        ("Do you want me to delete the old branch?", "No, keep it", "Do not delete the old branch: keep it"),
        ("Should the binaries be signed?", "Not yet", "The binaries should be signed: Not yet"),
        ("Should the binaries be signed?", "Yes", "The binaries should be signed"),
        ("Is the staging server in use?", "No", "Is the staging server in use? No"),
        ("Push the branch and open a pull request?", "Only push", "Push the branch and open a pull request: Only push"),
        (
            "I found two caches. Which one should we keep?",
            "Redis",
            "I found two caches. Which one should we keep? Redis",
        ),
    ],
)
def test_question_and_answer_make_a_statement(question: str, answer: str, told: str) -> None:
    """Where grammar allows; else they stand side by side."""
    assert statement(question, answer) == told


def test_the_option_says_why_and_what_was_left() -> None:
    """Its description is the reason, the other options are what it was taken instead of; a description that only says
    what will be done is no reason."""
    answered = "Where should reports go? → out/reports (Recommended)\nWhich format should we use? → CSV"
    found = decisions("Two questions first.", answered, json.dumps(QUESTIONS))
    assert [(item.text, item.reason, item.instead_of) for item in found] == [
        ("Reports should go to out/reports", "Ignored by git already", "docs/reports"),
        ("Format: CSV", None, "Parquet"),
    ]
    assert found[0].evidence == ("s:1#2",)


def test_answers_without_their_questions_are_matched_by_the_options() -> None:
    """Codex keeps the chosen labels alone; the questions stand in the message before."""
    found = decisions(
        "Where should reports go?\nWhich format should we use?", "docs/reports\nParquet", json.dumps(QUESTIONS)
    )
    assert [item.text for item in found] == ["Reports should go to docs/reports", "Format: Parquet"]
    assert found[0].evidence == ("s:1#2", "s:1#1")


def test_a_torn_call_leaves_the_answer() -> None:
    """A tool's input that is no JSON, or of another form, costs the reason only."""
    for questions in ('{"questions": [', '{"questions": [7, {"options": "none"}]}', '{"questions": null}'):
        found = decisions("Two questions.", "Where should reports go? → docs/reports", questions)
        assert [(item.text, item.reason) for item in found] == [("Reports should go to docs/reports", None)]


def test_a_question_back_is_no_answer() -> None:
    """Nothing is chosen by asking what an option would mean."""
    assert not decisions(
        "", "Which format should we use? → what would Parquet cost us in reading time?", json.dumps(QUESTIONS)
    )
