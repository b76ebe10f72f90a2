"""A page's final text: what the compiler renders, with the person's part put back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler import yaml12
from compiler.vault.notefile import NOTES, split_block
from compiler.vault.person import Hunk, Person


@dataclass(frozen=True, slots=True)
class Composed:
    """`person` is what is left to remember: an edit whose ground has gone has moved into the notes."""

    text: str
    person: Person


def compose(generated: str, person: Person, *, invite: bool) -> Composed:
    """Put notes, properties and edits back. `invite` shows the heading `## Notes` even when there are none."""
    block, body = yaml12.split(generated)
    front, person = _properties(block or "", person)
    lines = body.strip("\n").split("\n")
    stays: list[Hunk] = []
    for hunk in person.hunks:
        if apply(lines, hunk):
            stays.append(hunk)
        else:
            person = replace(person, notes=set_aside(person.notes, hunk))
    person = replace(person, hunks=tuple(stays))
    parts = [f"---\n{front}---"] if block is not None else []
    parts.append("\n".join(lines))
    if person.notes or invite:
        parts.append(NOTES)
    if person.notes:
        parts.append(person.notes)
    return Composed("\n\n".join(part for part in parts if part) + "\n", person)


def apply(lines: list[str], hunk: Hunk) -> bool:
    """Redo an edit where its lines still stand as they were; otherwise False, and nothing changes."""
    low, high = _section(lines, hunk.section)
    if not hunk.old:
        at = next((n for n in range(low, high) if lines[n] == hunk.after), None)
        if at is None and (hunk.after or low == high):
            return False
        start = low if at is None else at + 1
        lines[start:start] = hunk.new
        return True
    width = len(hunk.old)
    places = [n for n in range(low, high - width + 1) if tuple(lines[n : n + width]) == hunk.old]
    if not places:
        return False
    start = next((n for n in places if n > low and lines[n - 1] == hunk.after), places[0])
    lines[start : start + width] = hunk.new
    return True


def _section(lines: list[str], heading: str) -> tuple[int, int]:
    """The lines under a heading, the heading included; the whole page's first part for ""."""
    starts = [n for n, row in enumerate(lines) if row.startswith("## ")]
    if not heading:
        return 0, starts[0] if starts else len(lines)
    for n, start in enumerate(starts):
        if lines[start] == heading:
            return start, starts[n + 1] if n + 1 < len(starts) else len(lines)
    return 0, 0


def _properties(front: str, person: Person) -> tuple[str, Person]:
    if not person.properties and not person.changed:
        return front, person
    own = split_block(front)
    kept: dict[str, tuple[str, str]] = {}
    for name, (ours, theirs) in person.changed.items():
        if own.get(name, "") == ours:
            kept[name] = (ours, theirs)
            own[name] = theirs
        else:
            hunk = Hunk("properties", "", (), tuple(theirs.splitlines()), "")
            person = replace(person, notes=set_aside(person.notes, hunk))
    theirs_too = {name: raw for name, raw in person.properties.items() if name not in own}
    return "".join([*own.values(), *theirs_too.values()]), replace(person, changed=kept)


def set_aside(notes: str, hunk: Hunk) -> str:
    """Notes with an edit that no longer fits the text it was made to."""
    place = hunk.section.removeprefix("## ") or "the beginning"
    if not hunk.new:
        return notes
    day = f" of {hunk.day}" if hunk.day else ""
    rows = [f"> [!note] Your edit{day} in {place}, set aside because the text there has changed since"]
    rows += [f"> {row}".rstrip() for row in hunk.new]
    return "\n\n".join(part for part in (notes, "\n".join(rows)) if part)
