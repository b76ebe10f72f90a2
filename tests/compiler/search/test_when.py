"""What a question asks about, and which days it asks about, on Wednesday, 18 March 2026."""

from datetime import date

import pytest

from compiler.search import corpus
from compiler.search.when import When, read
from compiler.store.connection import Store

TODAY = date(2026, 3, 18)


def test_days_told_from_today_are_not_looked_for_as_words() -> None:
    """Nobody wrote `yesterday` in what was said yesterday, but what was said in March may say March."""
    assert (read("the oven yesterday", TODAY).text, read("the oven yesterday", TODAY).told) == ("the oven", "")
    assert (read("oven in March", TODAY).text, read("oven in March", TODAY).told) == ("oven", "in March")
    assert read("the oven", TODAY) == When("the oven", ())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("what did we talk about last week", None),
        ("yesterday", None),
        ("2026-03-17", None),
        ("what did I decide on Monday?", "decision"),
        ("my decisions in March", "decision"),
    ],
)
def test_time_alone(text: str, kind: str | None) -> None:
    """Nothing but days is asked for, perhaps of decisions alone."""
    when = read(text, TODAY)
    assert (when.only, when.kind) == (True, kind)


@pytest.mark.parametrize("text", ["what did I decide about tea last week", "昨日 yesterday", "what did I decide", ""])
def test_more_than_time(text: str) -> None:
    """Something is asked about, or no time is told at all."""
    assert not read(text, TODAY).only


def test_near_in_time(store: Store, tell) -> None:
    """1 within the days asked for, half a day's length beside one day, little far from them, 0 without a time."""
    for day in ("2026-03-17", "2026-03-16", "2026-02-15", ""):
        tell(day or "unknown", "user: tea", day=day)
    outline = corpus.load(store)
    near = dict(zip(outline.ids, read("yesterday", TODAY).near(outline).tolist(), strict=True))
    assert near == {
        "chatgpt:2026-03-17": 1.0,
        "chatgpt:2026-03-16": 0.5,
        "chatgpt:2026-02-15": pytest.approx(1 / 31),
        "chatgpt:unknown": 0.0,
    }
