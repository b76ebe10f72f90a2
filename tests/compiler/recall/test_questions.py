"""The same question is embedded once."""

from collections.abc import Sequence

import numpy as np

from compiler.embed import Vectors
from compiler.recall.questions import KEPT, Questions


class Counting:
    """Embeds a text as its length, and counts what it was asked."""

    identity = "test:counting:1"
    dimension = 1

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return np.array([[len(text)] for text in texts], dtype=np.float32)


def test_a_question_asked_again() -> None:
    """It gets the same vector without asking the model; another question gets its own."""
    model = Counting()
    known = Questions(model)
    assert known.embed(["one"]).tolist() == known.embed(["one"]).tolist() == [[3.0]]
    assert known.embed(["three"]).tolist() == [[5.0]]
    assert model.asked == ["one", "three"]
    assert (known.identity, known.dimension) == (model.identity, 1)


def test_old_questions_are_forgotten() -> None:
    """Only the last few are kept, so that a process that stays does not grow."""
    model = Counting()
    known = Questions(model)
    for number in range(KEPT + 1):
        known.embed([str(number)])
    known.embed(["0"])
    assert model.asked.count("0") == 2
