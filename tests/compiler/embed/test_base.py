"""One text that cannot be embedded costs itself, not its batch."""

from collections.abc import Sequence

import numpy as np

from compiler.embed import Vectors, embed_each


class Picky:
    """Refuses any batch with a text that says `poison`."""

    identity = "test:picky:2"
    dimension = 2

    def __init__(self) -> None:
        self.calls = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        if "poison" in texts:
            raise ValueError("cannot take this")
        return np.array([[1, 0]] * len(texts), dtype=np.float32)


def test_the_culprit_alone_is_left_out() -> None:
    """All others of the batch keep their vectors."""
    made = embed_each(Picky(), ["a", "b", "poison", "d"])
    assert [row is None for row in made] == [False, False, True, False]


def test_it_is_found_by_halving() -> None:
    """Sixty-four texts with one culprit take thirteen calls, not sixty-five."""
    picky = Picky()
    embed_each(picky, ["good"] * 63 + ["poison"])
    assert picky.calls == 13


def test_no_text_no_call() -> None:
    """Nothing to do asks nothing of the model."""
    picky = Picky()
    assert embed_each(picky, []) == [] and picky.calls == 0
