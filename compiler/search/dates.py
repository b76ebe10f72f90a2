"""Days that a question speaks of: `last week`, `since March`, `three days ago`, `2026-03-04`, told from a given today.

English, and ISO 8601 in any language. What is likely something else (`may`, `march on`, `a second`) is no date.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

LONGEST = 30
"""Words of a question. A text that was pasted has dates of its own, which do not say when it was talked about."""


@dataclass(frozen=True, slots=True)
class Span:
    """Days from `since` to `until`, both inclusive, and where in the text they are told; `relative` to today, so that
    what was said then hardly says so in these words."""

    since: date
    until: date
    start: int
    end: int
    relative: bool


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBERS = {
    "a couple of": 2, "couple of": 2, "a few": 4, "few": 4, "several": 5, "an": 1, "a": 1, "one": 1, "two": 2,
    "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12,
}  # fmt: skip

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)})"
_OPEN = r"since|after|before|until|till"
_WORD = rf"(?:(?P<word>{_OPEN}|from|in|on|of|by|during|around|early|late|mid)\s+(?:the\s+)?)"
"""What may stand before a date, and must before one that is an everyday word."""


def spans(text: str, today: date) -> tuple[Span, ...]:
    """What a question says of time, in order. `since` and `after` reach to today, `before` and `until` back to the
    beginning; what is to come is left out, for it has not been talked about."""
    if len(text.split()) > LONGEST:
        return ()
    found = [span for form, days in _FORMS for m in form.finditer(text) if (span := _span(m, days, today))]
    out: list[Span] = []
    for span in sorted(found, key=lambda s: (s.start, -s.end)):
        if span.since <= today and (not out or span.start >= out[-1].end):
            out.append(span)
    return tuple(out)


def _span(match: re.Match[str], days: Days, today: date) -> Span | None:
    try:
        since, until = days(match, today)
    except (ValueError, OverflowError):  # 31 June, week 54, 900 years ago
        return None
    word = (match.groupdict().get("word") or "").lower()
    if word == "since":
        until = max(today, since)
    elif word == "after":
        since, until = until + timedelta(1), max(today, until + timedelta(1))
    elif word == "before":
        since, until = date.min, since - timedelta(1)
    elif word in ("until", "till"):
        since = date.min
    return Span(since, until, match.start(), match.end(), days in _RELATIVE)


Days = Callable[[re.Match[str], date], tuple[date, date]]


def _iso_day(m: re.Match[str], today: date) -> tuple[date, date]:
    day = date.fromisoformat(m["iso"])
    return day, day


def _iso_month(m: re.Match[str], today: date) -> tuple[date, date]:
    return _month(int(m["year"]), int(m["number"]))


def _iso_week(m: re.Match[str], today: date) -> tuple[date, date]:
    monday = date.fromisocalendar(int(m["year"]), int(m["number"]), 1)
    return monday, monday + timedelta(6)


def _year(m: re.Match[str], today: date) -> tuple[date, date]:
    return date(int(m["year"]), 1, 1), date(int(m["year"]), 12, 31)


def _day_near(m: re.Match[str], today: date) -> tuple[date, date]:
    back = {"today": 0, "yesterday": 1, "last night": 1, "the day before yesterday": 2}[m["near"].lower()]
    return today - timedelta(back), today - timedelta(back)


def _ago(m: re.Match[str], today: date) -> tuple[date, date]:
    """Days are meant as they are told; weeks, months and years give or take half of one."""
    length = {"day": 1, "week": 7, "month": 30, "year": 365}[m["unit"].lower()]
    middle = today - timedelta(_number(m["count"]) * length)
    return middle - timedelta(length // 2), min(middle + timedelta(length // 2), today)


def _lately(m: re.Match[str], today: date) -> tuple[date, date]:
    length = {"day": 1, "week": 7, "month": 31, "year": 366}[m["unit"].lower()]
    return today - timedelta(_number(m["count"]) * length), today


def _this_or_last(m: re.Match[str], today: date) -> tuple[date, date]:
    back, unit = m["which"].lower() != "this", m["unit"].lower()
    if unit == "week":
        monday = today - timedelta(today.weekday() + 7 * back)
        return monday, monday + timedelta(6)
    if unit == "weekend":
        saturday = today - timedelta((today.weekday() - 5) % 7 or 7 * back)
        return saturday, saturday + timedelta(1)
    if unit == "month":
        day = today.replace(day=1) - timedelta(back)
        return _month(day.year, day.month)
    return date(today.year - back, 1, 1), date(today.year - back, 12, 31)


def _weekday(m: re.Match[str], today: date) -> tuple[date, date]:
    """The latest before today."""
    back = (today.weekday() - _WEEKDAYS.index(m["weekday"].lower()) - 1) % 7 + 1
    return today - timedelta(back), today - timedelta(back)


def _by_name(m: re.Match[str], today: date) -> tuple[date, date]:
    """A month or a day of it; without a year the latest that has begun."""
    told = m.groupdict()
    month, day = _MONTHS.index(m["month"].lower()[:3]) + 1, int(told.get("day") or 0)
    year = int(told.get("year") or today.year - ((month, day or 1) > (today.month, today.day)))
    return (date(year, month, day), date(year, month, day)) if day else _month(year, month)


def _from_to(m: re.Match[str], today: date) -> tuple[date, date]:
    """Two months, the second not before the first."""
    last_year = int(m["year"]) if m["year"] else today.year
    first, last = (_MONTHS.index(m[name].lower()[:3]) + 1 for name in ("month", "last"))
    year = last_year - (first > last)
    if not m["year"] and date(year, first, 1) > today:
        year, last_year = year - 1, last_year - 1
    return date(year, first, 1), _month(last_year, last)[1]


def _month(year: int, month: int) -> tuple[date, date]:
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[" ".join(text.lower().split())]


_RELATIVE = (_day_near, _ago, _lately, _this_or_last, _weekday)
_NAMED = rf"(?P<month>{_MONTH})"
_FORMS: tuple[tuple[re.Pattern[str], Days], ...] = tuple(
    (re.compile(rf"(?<![\w./:-])(?:{form})(?![\w/:-]|\.\d)", re.I), days)
    for form, days in (
        (rf"{_WORD}?(?P<iso>\d\d\d\d-\d\d-\d\d)", _iso_day),
        (rf"{_WORD}?{_YEAR}-(?P<number>\d\d)", _iso_month),
        (rf"{_WORD}?{_YEAR}-?W(?P<number>\d\d)", _iso_week),
        (rf"{_WORD}{_YEAR}", _year),
        (rf"{_WORD}?(?P<near>today|yesterday|last night|the day before yesterday)", _day_near),
        (rf"{_WORD}?{_COUNT}\s+{_UNIT}\s+(?:ago|back|earlier)", _ago),
        (rf"{_WORD}?(?:last|past|previous)\s+{_COUNT}\s+{_UNIT}", _lately),
        (rf"{_WORD}?(?P<which>this|last|past|previous)\s+(?P<unit>weekend|week|month|year)", _this_or_last),
        (rf"(?:{_WORD}|(?:last|this)\s+)(?P<weekday>{'|'.join(_WEEKDAYS)})", _weekday),
        (rf"{_WORD}?{_NAMED}\s+{_DAY}(?:,?\s+{_YEAR})?", _by_name),
        (rf"{_WORD}?{_DAY}\s+(?:of\s+)?{_NAMED}(?:,?\s+{_YEAR})?", _by_name),
        (rf"{_WORD}?{_NAMED},?\s+{_YEAR}", _by_name),
        (rf"(?:{_WORD}|last\s+){_NAMED}", _by_name),
        (rf"(?:between|from)\s+{_NAMED}\s+(?:and|to|until|till)\s+(?P<last>{_MONTH})(?:,?\s+{_YEAR})?", _from_to),
    )
)
