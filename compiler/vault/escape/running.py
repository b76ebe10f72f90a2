"""Foreign text of several lines: prose line by line, code in fences of our own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from compiler.vault.escape.inert import Inert, clean, clean_prose
from compiler.vault.escape.inline import escape_line
from compiler.vault.escape.languages import allowed

FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,})[ \t]*([^`]*)$")
INDENTED = re.compile(r"^(?: {4}|\t)")
ACTS_AT_START = re.compile(r"^\s*(?:=|\$=|dv:|VIEW\[|INPUT\[|BUTTON\[|button-)")
"""Dataview and Meta Bind look at the trimmed text of any code element, fenced ones too."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a message: prose, or code with its info string; `start` and `end` are offsets in cleaned text."""

    text: str
    code: bool
    info: str
    start: int
    end: int


def passages(text: str) -> Iterator[Passage]:
    """Split cleaned text into prose and code. A fence may be indented; one never closed ends with the text. Lines
    indented like code after a blank line are code."""
    lines = text.split("\n")
    offsets = [0]
    for row in lines:
        offsets.append(offsets[-1] + len(row) + 1)
    prose_from = n = 0
    while n < len(lines):
        opened = FENCE.match(lines[n])
        if opened:
            end, body = _fenced(lines, n, opened)
        elif INDENTED.match(lines[n]) and (n == prose_from or not lines[n - 1].strip()):
            end, body = _indented(lines, n)
        else:
            n += 1
            continue
        if n > prose_from:
            yield Passage("\n".join(lines[prose_from:n]), False, "", offsets[prose_from], offsets[n] - 1)
        info = opened[3] if opened else ""
        yield Passage("\n".join(body), True, info, offsets[n], min(offsets[end], len(text)))
        prose_from = n = end
    if prose_from < len(lines):
        yield Passage("\n".join(lines[prose_from:]), False, "", offsets[prose_from], len(text))


def running(text: str) -> Inert:
    """A message, or a part of one, as running text."""
    return Inert("\n".join(_running(text)))


def quote(text: str) -> Inert:
    """A message, or a part of one, inside a block quote of ours."""
    return Inert("\n".join(f"> {row}".rstrip() if not row else f"> {row}" for row in _running(text)))


def _running(text: str) -> list[str]:
    blocks: list[list[str]] = []
    for passage in passages(clean(text)):
        if passage.code:
            blocks.append(_fence(passage))
        else:
            blocks.append(_prose(passage.text))
    out: list[str] = []
    for block in blocks:
        if out and block:
            out.append("")
        out += block
    return out


def _prose(text: str) -> list[str]:
    out: list[str] = []
    for row in clean_prose(text).split("\n"):
        body = row.strip()
        indent = min(3, len(row.expandtabs(4)) - len(row.expandtabs(4).lstrip())) if body else 0
        escaped = " " * indent + escape_line(body)
        if escaped or (out and out[-1]):
            out.append(escaped)
    while out and not out[-1]:
        out.pop()
    return out


def _fence(passage: Passage) -> list[str]:
    body = passage.text.replace("<%", "<\u200b%")
    if ACTS_AT_START.match(body):
        body = "…\n" + body
    longest = max((len(run) for run in re.findall("`+", body)), default=0)
    marks = "`" * max(3, longest + 1)
    return [marks + allowed(passage.info), *body.split("\n"), marks]


def _fenced(lines: list[str], start: int, opened: re.Match[str]) -> tuple[int, list[str]]:
    indent, marks = len(opened[1]), opened[2]
    closing = re.compile(rf"^[ \t]*{re.escape(marks[0])}{{{len(marks)},}}[ \t]*$")
    for n in range(start + 1, len(lines)):
        if closing.match(lines[n]):
            return n + 1, [_dedent(row, indent) for row in lines[start + 1 : n]]
    return len(lines), [_dedent(row, indent) for row in lines[start + 1 :]]


def _indented(lines: list[str], start: int) -> tuple[int, list[str]]:
    end = start
    while end < len(lines) and INDENTED.match(lines[end]) and lines[end].strip():
        end += 1
    if end == start:
        return start + 1, [""]
    return end, lines[start:end]


def _dedent(row: str, width: int) -> str:
    strip = len(row) - len(row.lstrip(" \t"))
    return row[min(width, strip) :]
