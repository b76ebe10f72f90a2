"""The date line of the HTML log, as Google writes it in the person's language: `Aug 8, 2026, 6:39:27 PM CEST`,
`8 août 2026, 18:39:27 CEST`, `08.08.2026, 18:39:27 MESZ`, `2026年8月8日 18:39:27 JST`."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from adapters._reading import fields

# fmt: off
_MONTHS = (
    "jan gen ene oca sty янв", "feb fev fév lut şub фев", "mar mär mrt мар", "apr avr abr kwi nis апр",
    "may mai maj mag mei мая май", "jun juin giu cze haz июн", "jul juil lug lip tem июл",
    "aug aoû aou ago sie ağu авг", "sep set wrz eyl сен", "oct okt out ott paź eki окт", "nov lis kas ноя",
    "dec dez des dic déc gru ara дек",
)
_OFFSETS = {
    "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "WEST": 60, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120, "EET": 120,
    "EEST": 180, "MSK": 180, "TRT": 180, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360,
    "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480, "HST": -600, "AST": -240, "ADT": -180, "NST": -210,
    "NDT": -150, "BRT": -180, "ART": -180, "CLT": -240, "CLST": -180, "COT": -300, "PET": -300, "BST": 60, "IST": 330,
    "PKT": 300, "NPT": 345, "ICT": 420, "WIB": 420, "SGT": 480, "HKT": 480, "PHT": 480, "MYT": 480, "AWST": 480,
    "JST": 540, "KST": 540, "ACST": 570, "ACDT": 630, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780,
    "SAST": 120, "CAT": 120, "EAT": 180, "WAT": 60, "GST": 240,
}
"""Minutes east of UTC; of abbreviations that several countries use, the most people's."""
_SHARED = frozenset({"AST", "BST", "CST", "EST", "GST", "IST", "MST", "PST"})
# fmt: on
_TIME = re.compile(r"(\d{1,2})[:.h](\d{2})[:.](\d{2})(?!\d)")
_NUMBERS = re.compile(r"(\d{1,4})\s*[./年\-]\s*(\d{1,2})\s*[./月\-]\s*(\d{1,4})\s*[.日]?")
_AFTERNOON = re.compile(r"^(?:PM|P\. ?M\.|下午|午後|오후)$", re.IGNORECASE)
_MORNING = re.compile(r"^(?:AM|A\. ?M\.|上午|午前|오전)$", re.IGNORECASE)
_HALF = re.compile(r"(?<!\w)(?:[AP]M|[ap]\. ?m\.|上午|下午|午前|午後|오전|오후)(?!\w)", re.IGNORECASE)
_ZONE = re.compile(r"(?:(?:GMT|UTC)?([+\-−])(\d{1,2})(?::?(\d{2}))?|([A-Z]{1,5}))")
_FILLERS = frozenset({"de", "of", "at", "um", "à", "a", "alle", "las", "kl", "г", "om", "den", "d"})
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Stamp:
    """`at` ISO 8601 UTC; `zone` whether the line named a time zone; `assumed` one whose meaning had to be guessed."""

    at: str
    zone: bool
    assumed: str | None = None


def read_date(line: str) -> Stamp | None:
    """The moment that a line states; None for a line that is anything but a date with a time to the second."""
    line = " ".join(unicodedata.normalize("NFKC", line).split())
    clock = _TIME.search(line)
    if not clock or len(line) > _LONGEST:
        return None
    before, after = line[: clock.start()].strip(), line[clock.end() :].strip()
    half = _HALF.search(before) or _HALF.match(after)
    if half:
        before = _HALF.sub("", before).strip(" ,")
        after = _HALF.sub("", after, count=1).strip()
    day = _day(before.rstrip(" ,"))
    zone = _ZONE.fullmatch(after) if after else None
    if day is None or (after and not zone):
        return None
    hour = int(clock[1])
    if half and _AFTERNOON.match(half[0]) and hour < 12:
        hour += 12
    elif half and _MORNING.match(half[0]) and hour == 12:
        hour = 0
    minutes, assumed = _offset(zone)
    try:
        moment = datetime(*day, hour, int(clock[2]), int(clock[3]), tzinfo=UTC) - timedelta(minutes=minutes)
    except (ValueError, OverflowError):
        return None
    at = fields.instant(moment.isoformat())
    return Stamp(at, bool(zone), assumed) if at else None


def looks_like_date(line: str) -> bool:
    """Whether a line may be a date in a language that `read_date` does not know."""
    return len(line) <= _LONGEST and bool(_TIME.search(line)) and bool(re.search(r"\d{4}", line))


def _offset(zone: re.Match[str] | None) -> tuple[int, str | None]:
    if zone is None:
        return 0, "none"
    if zone[1]:
        minutes = int(zone[2]) * 60 + int(zone[3] or 0)
        return (minutes if zone[1] == "+" else -minutes), None
    name = zone[4]
    return _OFFSETS.get(name, 0), name if name in _SHARED or name not in _OFFSETS else None


def _day(text: str) -> tuple[int, int, int] | None:
    """(year, month, day). Numbers with the year last are read day first, unless only the other order is a date."""
    numbers = _NUMBERS.fullmatch(text)
    if numbers:
        first, second, third = (int(part) for part in numbers.groups())
        if first > 31:
            return first, second, third
        return (third, first, second) if second > 12 else (third, second, first)
    month: int | None = None
    day: int | None = None
    year: int | None = None
    for word in re.findall(r"\d+|[^\W\d_]+|[^\s,.\w]", text):
        if word.isdigit():
            if len(word) == 4 and year is None:
                year = int(word)
            elif len(word) <= 2 and day is None:
                day = int(word)
            else:
                return None
        elif word.casefold() in _FILLERS:
            continue
        elif month is not None or (month := _month(word.casefold())) is None:
            return None
    return (year, month, day) if year and month and day else None


def _month(word: str) -> int | None:
    for number, names in enumerate(_MONTHS, 1):
        if any(word.startswith(name) for name in names.split()):
            return number
    return None
