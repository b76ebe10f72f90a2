"""Which conversations a model reads, in which order, how many of them, and what that will take."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from compiler.errors import UsageError
from compiler.store.model_notes import Readable
from compiler.text.sampling import LIMIT

SHORTEST = 2000
"""Characters below which the rules do as well."""
_AGE = 0.5
"""What a year takes from a conversation's value; a doubling of what was said brings 1."""
_AWAITING = 2.0
CHARACTERS_A_TOKEN = 3.6
_ANSWER = 450
"""Tokens of a usual note."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Where to stop: after so many conversations, or so many seconds. None is no limit."""

    conversations: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """`20` conversations, or a time: `10m`, `2h`, `90s`, `1h30m`."""
        match = re.fullmatch(r"(?:(\d+)h)?(?:(\d+)m(?:in)?)?(?:(\d+)s)?", text.strip().lower())
        if text.strip().isdigit() and int(text) > 0:
            return cls(conversations=int(text))
        if match and any(match.groups()):
            hours, minutes, seconds = (int(n or 0) for n in match.groups())
            if hours or minutes or seconds:
                return cls(seconds=3600.0 * hours + 60.0 * minutes + seconds)
        raise UsageError(f"`--budget {text}` is neither a number of conversations (20) nor a time (10m, 2h).")


NO_LIMIT = Budget()


@dataclass(frozen=True, slots=True)
class Work:
    """The conversations to read, most valuable first, and how many characters of each are shown."""

    ids: tuple[str, ...]
    characters: tuple[int, ...]

    def only(self, ids: Sequence[str], most: int | None) -> Work:
        """Of these conversations the first `most`, None for all."""
        chosen = dict(zip(self.ids, self.characters, strict=True))
        kept = [cid for cid in ids if cid in chosen][:most]
        return Work(tuple(kept), tuple(chosen[cid] for cid in kept))

    def tokens(self, overhead: int) -> int:
        """Estimated tokens in and out; `overhead` characters of prompt go with each."""
        shown = sum(self.characters) + overhead * len(self.characters)
        return int(shown / CHARACTERS_A_TOKEN) + _ANSWER * len(self.ids)


def plan(readable: Sequence[Readable], *, redo: bool) -> Work:
    """What is not made by a model yet; with `redo` everything."""
    wanted = [r for r in readable if r.said >= SHORTEST and (redo or r.maker == "rules")]
    newest = max((r.date[:10] for r in readable), default="")
    ordered = sorted(wanted, key=lambda r: (-_value(r, newest), r.conversation_id))
    return Work(tuple(r.conversation_id for r in ordered), tuple(min(r.said, LIMIT) for r in ordered))


def _value(r: Readable, newest: str) -> float:
    """Much said, by the person above all, not long ago. Age is told from the newest conversation, not from a clock."""
    said = math.log2(1 + r.said) + math.log2(1 + r.turns)
    return round(said - _AGE * _years(r.date[:10], newest) + _AWAITING * r.awaiting, 6)


def _years(day: str, newest: str) -> float:
    try:
        return (date.fromisoformat(newest) - date.fromisoformat(day)).days / 365
    except ValueError:
        return 3.0
