"""Days that a question speaks of, told from Wednesday, 18 March 2026."""

from datetime import date

import pytest

from compiler.search.dates import spans

TODAY = date(2026, 3, 18)


def told(text: str) -> list[str]:
    return [f"{s.since} {s.until}" for s in spans(text, TODAY)]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("what did I decide on 2026-02-03 about tea", "2026-02-03 2026-02-03"),
        ("2025-11 budget", "2025-11-01 2025-11-30"),
        ("was war in 2026-W02", "2026-01-05 2026-01-11"),
        ("trips in 2025", "2025-01-01 2025-12-31"),
        ("yesterday what did I decide about tea", "2026-03-17 2026-03-17"),
        ("the day before yesterday", "2026-03-16 2026-03-16"),
        ("three days ago", "2026-03-15 2026-03-15"),
        ("a week ago", "2026-03-08 2026-03-14"),
        ("a couple of weeks ago", "2026-03-01 2026-03-07"),
        ("2 months ago", "2026-01-02 2026-02-01"),
        ("over the last 10 days", "2026-03-08 2026-03-18"),
        ("the past few weeks", "2026-02-18 2026-03-18"),
        ("this week", "2026-03-16 2026-03-22"),
        ("last week", "2026-03-09 2026-03-15"),
        ("last weekend", "2026-03-14 2026-03-15"),
        ("last month", "2026-02-01 2026-02-28"),
        ("last year", "2025-01-01 2025-12-31"),
        ("on Monday", "2026-03-16 2026-03-16"),
        ("last Wednesday", "2026-03-11 2026-03-11"),
        ("in January", "2026-01-01 2026-01-31"),
        ("last april", "2025-04-01 2025-04-30"),
        ("in May", "2025-05-01 2025-05-31"),
        ("March 2024", "2024-03-01 2024-03-31"),
        ("on 4 March", "2026-03-04 2026-03-04"),
        ("March 20th", "2025-03-20 2025-03-20"),
        ("Feb 29, 2024", "2024-02-29 2024-02-29"),
        ("since January", "2026-01-01 2026-03-18"),
        ("after 2026-02-03", "2026-02-04 2026-03-18"),
        ("before the 4th of March", "0001-01-01 2026-03-03"),
        ("until 2025-06", "0001-01-01 2025-06-30"),
        ("between March and May", "2026-03-01 2026-05-31"),
        ("from November to January", "2025-11-01 2026-01-31"),
        ("from March to April 2024", "2024-03-01 2024-04-30"),
    ],
)
def test_a_date_as_people_tell_it(text: str, days: str) -> None:
    """Months and weekdays without a year are the latest that have begun."""
    assert told(text) == [days]


@pytest.mark.parametrize(
    "text",
    [
        "this may be wrong",
        "march on",
        "a second opinion",
        "python 3.12",
        "sqlite 2024.01.02",
        "version 2026-13",
        "31 June",
        "2026-02-30",
        "release-2026-02-03.zip",
        "next week",
        "tomorrow",
        "9999 years ago",
        "on 2026-05-01",
        "what happened",
        "",
    ],
)
def test_what_is_no_date(text: str) -> None:
    """Words that only look like one, days that do not exist, days to come."""
    assert told(text) == []


def test_several_dates_in_order() -> None:
    """Each says its own."""
    assert told("yesterday or on Monday") == ["2026-03-17 2026-03-17", "2026-03-16 2026-03-16"]


def test_a_pasted_text_is_no_question_about_time() -> None:
    """Its dates are what it is about."""
    assert told("word " * 30 + "yesterday") == []
