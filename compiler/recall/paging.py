"""Answers of bounded size: a page, and where the next one begins."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

ROOM = 24_000
"""Characters of JSON in a page: a quarter of what the tightest of the usual clients takes as one answer."""


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """`items` from `offset` on, of `total` there are; `next` the offset of the following page, None at the end."""

    items: tuple[T, ...]
    total: int
    offset: int
    next: int | None


def page(
    values: Sequence[R], offset: int, limit: int, make: Callable[[Sequence[R]], Sequence[T]], room: int = ROOM
) -> Page[T]:
    """The values from `offset` on, made into what is shown: at most `limit`, and no more than there is room for, but
    always one."""
    made = make(values[offset : offset + limit])
    kept: list[T] = []
    for item in made:
        room -= size(item)
        if kept and room < 0:
            break
        kept.append(item)
    end = offset + len(kept)
    return Page(tuple(kept), len(values), offset, end if end < len(values) else None)


def size(value: Any) -> int:
    """Characters a dataclass takes as JSON."""
    return len(json.dumps(value, ensure_ascii=False, default=shallow))


def shallow(value: Any) -> dict[str, Any]:
    """The fields of a dataclass as they are; `asdict` copies all the way down, which takes longer than a search."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def clipped(text: str, most: int) -> str:
    """The text, its end replaced by an ellipsis where it is longer than `most` characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
