"""JSON out of what models write: behind thinking, in prose, in a fence, with stray commas, or cut off at the cap."""

from __future__ import annotations

import json
import re
from typing import Any

_THINKING = re.compile(r"<(think|thinking|thought|reasoning|seed:think)>.*?</\1>", re.S | re.I)
_STILL_THINKING = re.compile(r"<(?:think|thinking|thought|reasoning|seed:think)>.*\Z", re.S | re.I)
_THOUGHT_BEFORE = re.compile(r"\A.*</(?:think|thinking|thought|reasoning|seed:think)>", re.S | re.I)
# gpt-oss (harmony): everything before the final channel is thinking.
_CHANNEL = re.compile(r"\A.*<\|channel\|>final<\|message\|>", re.S)
_ANALYSIS = re.compile(r"<\|channel\|>analysis<\|message\|>.*\Z", re.S)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_DECODER = json.JSONDecoder(strict=False)
_TRIES = 50


def spoken(text: str) -> str:
    """The text without what the model thought aloud; empty where it never came to an answer."""
    for pattern in (_CHANNEL, _ANALYSIS, _THINKING, _THOUGHT_BEFORE, _STILL_THINKING):
        text = pattern.sub("", text)
    return text.strip()


def find_object(text: str) -> dict[str, Any] | None:
    """The largest JSON object in a text; of one that was cut off, what had arrived whole; None where there is none."""
    text = spoken(text)
    first = text.find("{")
    best: tuple[int, dict[str, Any]] | None = None
    at = first
    for _ in range(_TRIES):
        if at < 0:
            break
        value, end = _decode(text, at)
        if isinstance(value, dict) and value and (best is None or end - at > best[0]):
            best = (end - at, value)
        at = text.find("{", max(end, at + 1))
    if first >= 0 and _decode(text, first)[1] == first:
        mended = _mend(text[first:])
        if mended and (best is None or len(json.dumps(mended)) > len(json.dumps(best[1]))):
            return mended
    return best[1] if best else None


def _decode(text: str, at: int) -> tuple[Any, int]:
    """The value that begins at a place and where it ends; the place itself where none does."""
    for candidate in (text, text[:at] + _TRAILING_COMMA.sub(r"\1", text[at:])):
        try:
            value, end = _DECODER.raw_decode(candidate, at)
        except (ValueError, RecursionError):
            continue
        return value, end
    return None, at


def _mend(text: str) -> dict[str, Any] | None:
    """Cut back to the last value that arrived whole, and close what is open."""
    for cut, closers in reversed(_cuts(text)):
        try:
            value = _DECODER.decode(_TRAILING_COMMA.sub(r"\1", text[:cut].rstrip().rstrip(",") + closers))
        except (ValueError, RecursionError):
            continue
        return value if isinstance(value, dict) and value else None
    return None


def _cuts(text: str) -> list[tuple[int, str]]:
    """Places after a value or at a comma, each with the brackets that would close the text there."""
    out: list[tuple[int, str]] = []
    open_: list[str] = []
    in_string = escaped = False
    for at, char in enumerate(text):
        if in_string:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                in_string = False
            continue
        if char == '"':
            in_string = True
        elif char in "{[":
            open_.append("}" if char == "{" else "]")
        elif char in "}]":
            if not open_ or open_.pop() != char:
                break
            out.append((at + 1, "".join(reversed(open_))))
        elif char == ",":
            out.append((at, "".join(reversed(open_))))
    return out
