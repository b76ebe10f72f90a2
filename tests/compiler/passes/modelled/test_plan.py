"""Which conversations a model reads, and when it stops."""

from __future__ import annotations

import pytest

from compiler.errors import UsageError
from compiler.passes.modelled.plan import SHORTEST, Budget, plan
from compiler.passes.modelled.workers import each
from compiler.store.model_notes import Readable


def talk(
    cid: str, said: int = 4000, turns: int = 4, date: str = "2026-05-01", maker: str = "rules", awaiting: bool = False
) -> Readable:
    return Readable(cid, said, turns, date, maker, awaiting)


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("20", Budget(conversations=20)),
        ("10m", Budget(seconds=600)),
        ("90s", Budget(seconds=90)),
        ("2h", Budget(seconds=7200)),
        ("1h30m", Budget(seconds=5400)),
        (" 15 min ".replace(" ", ""), Budget(seconds=900)),
    ],
)
def test_a_budget_is_a_count_or_a_time(text: str, budget: Budget) -> None:
    """As people write them."""
    assert Budget.parse(text) == budget


@pytest.mark.parametrize("text", ["", "0", "-3", "soon", "10x", "0m", "1.5h"])
def test_what_is_no_budget_is_wrong_usage(text: str) -> None:
    """One sentence with examples."""
    with pytest.raises(UsageError, match=r"neither a number of conversations \(20\) nor a time \(10m, 2h\)"):
        Budget.parse(text)


def test_the_most_valuable_come_first() -> None:
    """Awaiting the model, then much said, by the person, not long ago; ties by id."""
    work = plan(
        [
            talk("a-old", date="2019-05-01"),
            talk("b"),
            talk("c-long", said=40_000),
            talk("d-spoken", turns=40),
            talk("e-awaiting", awaiting=True),
            talk("f"),
        ],
        redo=False,
    )
    assert work.ids == ("c-long", "d-spoken", "e-awaiting", "b", "f", "a-old")
    assert max(work.characters) == 8000 and work.tokens(overhead=3600) > 6 * 1000


def test_what_needs_no_model_is_left_out() -> None:
    """Short ones always; a model's own notes unless they are to be made anew."""
    talks = [talk("short", said=SHORTEST - 1), talk("made", maker="tiny"), talk("new")]
    assert plan(talks, redo=False).ids == ("new",)
    assert plan(talks, redo=True).ids == ("made", "new")
    assert plan(talks, redo=True).only(("new", "gone"), 1).ids == ("new",)


def test_workers_take_a_job_only_when_they_are_free() -> None:
    """With two workers never more than two are out; every job comes back, with its answer or what it raised."""
    taken: list[int] = []

    def jobs() -> object:
        for n in range(6):
            taken.append(n)
            yield n

    def work(n: int) -> int:
        if n == 3:
            raise ValueError("three")
        return n * n

    back = []
    for job, answer in each(jobs(), work, 2):  # type: ignore[arg-type]
        back.append(job)
        assert len(taken) - len(back) <= 1
        assert isinstance(answer, ValueError) if job == 3 else answer == job * job
    assert sorted(back) == list(range(6))
