"""When a note was written: its properties, then its name, then the file's own time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adapters._reading.fields import instant

CREATED = (
    "created",
    "created_at",
    "date",
    "date created",
    "date_created",
    "creation date",
    "creation_date",
    "createdat",
)
UPDATED = (
    "updated",
    "updated_at",
    "modified",
    "last_modified",
    "date modified",
    "date_modified",
    "lastmod",
    "updatedat",
)
TOKENS = {
    "YYYY": r"(?P<year>\d{4})",
    "YY": r"\d{2}",
    "MMMM": r"[^\W\d_]+",
    "MMM": r"[^\W\d_]+",
    "MM": r"(?P<month>\d{2})",
    "M": r"(?P<month>\d{1,2})",
    "DDDD": r"\d{3}",
    "DD": r"(?P<day>\d{2})",
    "D": r"(?P<day>\d{1,2})",
    "Do": r"\d{1,2}[a-z]{2}",
    "dddd": r"[^\W\d_]+",
    "ddd": r"[^\W\d_]+",
    "dd": r"[^\W\d_]+",
    "gggg": r"\d{4}",
    "ww": r"\d{2}",
    "w": r"\d{1,2}",
    "Q": r"\d",
}
"""Moment's tokens for dates (https://momentjs.com/docs/#/displaying/format/)."""
_TOKEN = re.compile(r"\[([^\]]*)\]|" + "|".join(sorted(TOKENS, key=len, reverse=True)) + r"|.", re.S)
_IN_NAME = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d{2})[-_.]?(?P<month>0[1-9]|1[0-2])[-_.]?(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"
)


def daily_pattern(folder: Any, form: Any) -> re.Pattern[str] | None:
    """A pattern over a note's path (without `.md`) from the folder and Moment format of daily notes."""
    if not isinstance(form, str) or not form:
        form = "YYYY-MM-DD"
    seen: set[str] = set()
    parts = []
    for match in _TOKEN.finditer(form):
        token = match.group()
        if match.group(1) is not None:
            parts.append(re.escape(match.group(1)))
        elif token in TOKENS:
            group = re.search(r"\?P<(\w+)>", TOKENS[token])
            again = group is not None and group.group(1) in seen
            parts.append(f"(?P={group.group(1)})" if again and group else TOKENS[token])
            if group:
                seen.add(group.group(1))
        else:
            parts.append(re.escape(token))
    if not {"year", "month", "day"} <= seen:
        return None
    prefix = re.escape(folder.strip("/")) + "/" if isinstance(folder, str) and folder.strip("/") else ""
    return re.compile(f"^{prefix}{''.join(parts)}$")


def dates(
    properties: Mapping[str, Any], where: Path, daily: re.Pattern[str] | None, mtime: float
) -> tuple[str | None, str | None]:
    """(created, updated). The file's time is used only where nothing better is known: a sync or a clone resets it."""
    low = {str(key).casefold(): value for key, value in properties.items()}
    created = next((t for key in CREATED if (t := _instant(low.get(key)))), None)
    created = created or _from_name(where, daily)
    updated = next((t for key in UPDATED if (t := _instant(low.get(key)))), None)
    fallback = None if created or updated else instant(mtime)
    return created or updated or fallback, updated or created or fallback


def _from_name(where: Path, daily: re.Pattern[str] | None) -> str | None:
    path = where.with_suffix("").as_posix()
    match = (daily.match(path) if daily else None) or _IN_NAME.search(where.stem)
    if match is None:
        return None
    return _instant(f"{match['year']}-{int(match['month']):02}-{int(match['day']):02}")


def _instant(value: Any) -> str | None:
    """A bare day counts as its noon in UTC, which is the same day in nearly every zone that may show it."""
    bare = isinstance(value, str) and re.fullmatch(r"\s*\d{4}-\d{2}-\d{2}\s*", value)
    return instant(f"{value.strip()}T12:00:00Z") if bare else instant(value)
