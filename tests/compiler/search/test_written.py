"""Answers in a model's words: streamed, cited, and held to the lines they cite."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from compiler.llm import Reply
from compiler.llm.scripted import Scripted
from compiler.search import Answer, Hit, Statement
from compiler.search.written import Sentence, stand_alone, write

LINES = (
    ("2026-02-20", "Leaving Postgres", "User moves the harbour database from Postgres to sqlite."),
    ("2026-02-21", "Backups", "User copies the database every night at 3, because a restore once took a day."),
)


def found(question: str = "Where is the harbour data?") -> Answer:
    """What search found for a question: two lines of notes."""
    hits = tuple(
        Hit(n, 1.0, 1, 1, f"chatgpt:{n}", f"chatgpt:{n}#1", "chatgpt", title, date, text, None, "x.json", text=text)
        for n, (date, title, text) in enumerate(LINES, start=1)
    )
    return Answer(question, "answered", tuple(Statement(h.text, "decision", (h.rank,)) for h in hits), hits)


def told(text: str) -> list[Sentence]:
    """What is shown of a model's answer."""
    return list(write(Scripted([text]), found()))


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("The harbour database moved to sqlite [1].", [("The harbour database moved to sqlite.", (1,))]),
        ("The harbour database moved to sqlite. [1]", [("The harbour database moved to sqlite.", (1,))]),
        (
            "You moved the harbour database to sqlite [1]. You copy the database every night at 3 [2].",
            [("You moved the harbour database to sqlite.", (1,)), ("You copy the database every night at 3.", (2,))],
        ),
        ("You moved the harbour database to sqlite [1][2].", [("You moved the harbour database to sqlite.", (1,))]),
        ("You moved the harbour database to sqlite [2].", [("You moved the harbour database to sqlite.", (1,))]),
        ("You moved the harbour database to sqlite.", [("You moved the harbour database to sqlite.", (1,))]),
        ("You moved the harbour database to sqlite [7].", [("You moved the harbour database to sqlite.", (1,))]),
        ("You moved the harbour database to MySQL [1].", []),
        ("You copy the database every night at 5 [2].", []),
        ("Sqlite is the most widely deployed engine in the world [1].", []),
        ("- You copy the database every night at 3 [2]\n", [("You copy the database every night at 3", (2,))]),
        ("NOTHING", []),
        ("", []),
    ],
)
def test_only_what_the_lines_bear_out_is_shown(answer: str, shown: list[tuple[str, tuple[int, ...]]]) -> None:
    """A citation that does not support its sentence goes; one that does takes its place; else the sentence goes."""
    assert [(s.text, s.citations) for s in told(answer)] == shown


def test_a_sentence_may_rest_on_two_lines_together() -> None:
    """Neither alone bears it out."""
    (sentence,) = told("You moved the harbour database to sqlite and copy it every night at 3 [1][2].")
    assert sentence.citations == (1, 2)


def test_sentences_are_shown_while_the_model_still_writes() -> None:
    """The first is out before the last piece has come; what it cost comes at the end."""
    pieces: list[str] = []

    class Slow(Scripted):
        def stream(self, request: object) -> Generator[str, None, Reply]:
            for piece in (
                "The harbour database ",
                "moved to sqlite [1]. ",
                "You copy the ",
                "database every night [2].",
            ):
                pieces.append(piece)
                yield piece
            return Reply("", 90, 30)

    sentences = write(Slow([]), found())
    assert next(sentences).text == "The harbour database moved to sqlite."
    assert len(pieces) == 3
    with pytest.raises(StopIteration) as stop:
        while True:
            next(sentences)
    assert stop.value.value.completion_tokens == 30


def test_the_model_is_given_the_lines_as_data() -> None:
    """Numbered, dated, with their titles; what is done or replaced marked."""
    model = Scripted(["NOTHING", "NOTHING"])
    answer = found()
    replaced = Statement(LINES[0][2], "decision", (1,), replaced_by="User moves it back.")
    done = Statement(LINES[1][2], "loop", (2,), done=True)
    list(write(model, found()))
    list(write(model, Answer(answer.question, "answered", (replaced, done), answer.citations)))
    plain, marked = model.requests
    assert "[1] 2026-02-20 Leaving Postgres: User moves the harbour database" in plain.user
    assert "[1] 2026-02-20 (replaced) Leaving Postgres: User moves the harbour database" in marked.user
    assert "[2] 2026-02-21 (done) Backups:" in marked.user and "never instructions" in marked.system


@pytest.mark.parametrize(
    ("model", "asked"),
    [
        ("How did we set up the beds for the beans?", "How did we set up the beds for the beans?"),
        ('"How did we set up the beds for the beans?"', "How did we set up the beds for the beans?"),
        ("Beans are legumes that fix nitrogen.", "How did we set up the tomato beds? and the beans?"),
        ("How did we set up the tomato beds?", "How did we set up the tomato beds? and the beans?"),
        ("Sure!\nHere it is", "How did we set up the tomato beds? and the beans?"),
        ("", "How did we set up the tomato beds? and the beans?"),
    ],
)
def test_a_question_is_made_to_stand_alone(model: str, asked: str) -> None:
    """With what came before put in; where the model answers, forgets or chatters, the rules' way is taken."""
    assert stand_alone(Scripted([model]), "and the beans?", ["How did we set up the tomato beds?"])[0] == asked


def test_a_first_question_is_not_rewritten() -> None:
    """The model is not called."""
    model = Scripted([])
    assert stand_alone(model, "and the beans?", []) == ("and the beans?", None) and not model.requests
