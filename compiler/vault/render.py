"""Templates into text. A template may print only inert text, numbers and dates: an unescaped text is an error."""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import cache
from typing import Any

import jinja2

from compiler.vault import escape
from compiler.vault.escape import Inert
from compiler.vault.links import Link, wikilink
from compiler.vault.templates import folder

BLANK_LINES = re.compile(r"\n{3,}")


def render(template: str, **views: Any) -> str:
    """A page's text from `templates/<template>` and frozen views: no two blank lines in a row (foreign code, where they
    may matter, always stands in a quote), exactly one newline at the end."""
    text = _environment().get_template(template).render(views)
    return BLANK_LINES.sub("\n\n", text).strip("\n") + "\n"


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(  # noqa: S701 - the output is Markdown; `_only_inert` guards it
        loader=jinja2.FileSystemLoader(folder()),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        undefined=jinja2.StrictUndefined,
        finalize=_only_inert,
    )
    environment.filters.update(
        line=escape.line,
        cell=escape.cell,
        heading=escape.heading,
        task=escape.task,
        quote=escape.quote,
        running=escape.running,
        code=escape.code_span,
        link=wikilink,
        name=_name,
        count=_count,
        day=_day,
        minute=_minute,
    )
    return environment


def _only_inert(value: Any) -> Any:
    if isinstance(value, str) and not isinstance(value, Inert):
        raise TypeError(f"a template prints a text that no filter has escaped: {value[:60]!r}")
    return value


def _name(value: str | Link) -> Inert:
    """A name that has a page of its own, or one that has none."""
    return wikilink(value) if isinstance(value, Link) else escape.line(value)


def _count(number: int, noun: str) -> Inert:
    """`1 decision`, `1,204 decisions`."""
    return Inert(f"{number:,} {noun}{'' if number == 1 else 's'}")


def _day(value: date | None) -> Inert:
    return Inert(value.strftime("%Y-%m-%d") if value else "")


def _minute(value: datetime | None) -> Inert:
    return Inert(value.strftime("%Y-%m-%d %H:%M") if value else "")
