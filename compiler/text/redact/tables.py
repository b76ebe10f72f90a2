"""Columns of a Markdown table whose heading names a secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from compiler.text.redact.names import meaning
from compiler.text.redact.shape import Finding
from compiler.text.redact.values import may_be_password, may_be_token

RULES = ("|--", "| --", "|:-", "| :-")
"""How the line between heading and rows begins."""
_MOST_ROWS = 500
_DRESS = " *`\t"


def find_columns(text: str, pos: int) -> Iterator[Finding]:
    """The cells below a heading such as `Password`; `pos` is the place where the line of dashes begins."""
    line = text.rfind("\n", 0, pos) + 1
    if line == 0 or text[line:pos].strip():
        return
    heading = text[text.rfind("\n", 0, line - 1) + 1 : line - 1]
    names = [meaning(cell.strip(_DRESS).replace(" ", "_")) for cell in _inner(heading).split("|")]
    if not any(names):
        return
    at = text.find("\n", pos)
    for _ in range(_MOST_ROWS):
        start, end = at + 1, text.find("\n", at + 1)
        row = text[start : end if end >= 0 else len(text)]
        if at < 0 or not row.lstrip().startswith("|") or row.lstrip().startswith(RULES):
            return
        yield from _row(row, start, names)
        at = end


def _row(row: str, start: int, names: Sequence[str | None]) -> Iterator[Finding]:
    place = start + row.index("|") + 1
    for name, cell in zip(names, row[row.index("|") + 1 :].split("|"), strict=False):
        value = cell.strip(_DRESS)
        if name and value:
            typed = name == "password" and may_be_password(value, quoted=False, assigned=False)
            if typed or may_be_token(value, quoted=False):
                begin = place + cell.index(value)
                yield Finding(name, begin, begin + len(value))
        place += len(cell) + 1


def _inner(line: str) -> str:
    return line.strip().removeprefix("|").removesuffix("|")
