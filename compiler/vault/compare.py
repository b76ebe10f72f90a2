"""What the person changed in a page, told from the bytes we wrote and the bytes that lie there. Pure.

What the app or a sync tool changes by itself is no edit: line ends, re-serialised properties, links rewritten after a
rename, re-padded tables, renumbered lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Any

from compiler.vault.notefile import NoteFile, split_block
from compiler.vault.person import NOBODY, Hunk, Person
from compiler.vault.properties import NAMES, PERSONS

BLOCK = re.compile(r"\s\^([dflk]-[0-9a-f]{6,})(?:~~)?\s*$")
TASK = re.compile(r"^(\s*[-*+] \[)(.)(\] )")
STRUCK = re.compile(r"\s*[-*+] (?:\[.\] )?~~")
STRUCK_AFTER_DAY = re.compile(r"\s*[-*+] \d{4}-\d{2}-\d{2} ~~")
LINK = re.compile(r"\[\[([^\]|#]*)(#[^\]|]*)?(?:\\?\|([^\]]*))?\]\]")
DONE_DATE = re.compile(r"\s*✅\ufe0f? ?\d{4}-\d{2}-\d{2}")
FIXED = frozenset({"kind", "musubi_id"})
Resolve = Callable[[str], str]
"""A link target as written → what it stands for: a page's id where it is one of ours."""


@dataclass(frozen=True, slots=True)
class Changes:
    """`person` is the whole new value for the page; `decided` the changed properties that decide something (None:
    removed); `ticks` task block → closed; `struck` the blocks of items whose lines were struck out or deleted;
    `restore` says that properties of ours were removed or an id was changed."""

    person: Person = NOBODY
    decided: Mapping[str, Any] = field(default_factory=dict)
    ticks: Mapping[str, bool] = field(default_factory=dict)
    struck: tuple[str, ...] = ()
    restore: bool = False

    def nothing_but(self, known: Person) -> bool:
        """Whether nothing of the person's changed and nothing of ours is missing: the app or a sync tool was here."""
        return self.person == known and not (self.decided or self.ticks or self.struck or self.restore)


def compare(base: NoteFile | None, theirs: NoteFile, known: Person, resolve: Resolve, day: str) -> Changes:
    """Without a base (a lost store) only what stands on its own is read: notes, foreign properties, ticks, strikes."""
    person, decided = _properties(base, theirs, replace(known, notes=theirs.notes), day)
    had, have = (base.properties if base else None) or {}, theirs.properties or {}
    restore = any(name not in have or (name in FIXED and have[name] != had[name]) for name in had.keys() - PERSONS)
    ours = base.body.split("\n") if base else None
    lines = theirs.body.split("\n")
    ticks = dict(_ticks(ours, lines))
    struck = tuple(sorted(_struck(ours, lines)))
    if ours is not None:
        hunks = _hunks(*_without(ours, lines, frozenset(struck)), resolve, day)
        person = replace(person, hunks=_joined(person.hunks, hunks))
    return Changes(person, decided, ticks, struck, restore)


def _ticks(ours: list[str] | None, lines: list[str]) -> Iterator[tuple[str, bool]]:
    before = _boxes(ours) if ours is not None else {}
    for block, sign in _boxes(lines).items():
        was = before.get(block)
        if (ours is None and sign != " ") or (was is not None and (was == " ") != (sign == " ")):
            yield block, sign != " "


def _boxes(lines: list[str]) -> dict[str, str]:
    return {b[1]: t[2] for row in lines if (t := TASK.match(row)) and (b := BLOCK.search(row))}


def _struck(ours: list[str] | None, lines: list[str]) -> set[str]:
    theirs = {b[1]: row for row in lines if (b := BLOCK.search(row))}
    if ours is None:
        return {block for block, row in theirs.items() if STRUCK.match(row)}
    before = {b[1]: row for row in ours if (b := BLOCK.search(row))}
    struck = {b for b, row in theirs.items() if b in before and _is_struck(row) and not _is_struck(before[b])}
    emptied = not any(row.strip() for row in lines)
    return struck if emptied else struck | (before.keys() - theirs.keys())


def _is_struck(row: str) -> bool:
    """A line whose own words are struck out, with or without the day before them (where we strike out what was
    replaced); escaped tildes of foreign text are not `~~`."""
    return STRUCK.match(row) is not None or STRUCK_AFTER_DAY.match(row) is not None


def _without(ours: list[str], lines: list[str], struck: frozenset[str]) -> tuple[list[str], list[str]]:
    """Both sides without the lines of dismissed items and what hangs below them, ticks made alike."""
    kept: list[str] = []
    dropped: set[str] = set()
    below = False
    for row in ours:
        block = BLOCK.search(row)
        below = (below and row.startswith("  ")) or (block is not None and block[1] in struck)
        if below:
            dropped.add(row)
        else:
            kept.append(row)
    boxes = _boxes(ours)
    rest = []
    for row in lines:
        block = BLOCK.search(row)
        if row in dropped or (block and block[1] in struck):
            continue
        if block and (task := TASK.match(row)) and (sign := boxes.get(block[1])) and sign != task[2]:
            row = DONE_DATE.sub("", TASK.sub(rf"\g<1>{sign}\g<3>", row))
        rest.append(row)
    return kept, rest


def _hunks(ours: list[str], lines: list[str], resolve: Resolve, day: str) -> list[Hunk]:
    def alike(row: str) -> str:
        text = LINK.sub(lambda m: f"[[{resolve(m[1])}{m[2] or ''}]]", row)
        text = re.sub(r"^(\s*)\d+\.", r"\g<1>1.", text)
        return re.sub(r"\s*\|\s*", "|", re.sub(r"-{3,}", "---", text)).rstrip()

    out = []
    matcher = SequenceMatcher(None, [alike(r) for r in ours], [alike(r) for r in lines], autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        old, new = ours[i1:i2], lines[j1:j2]
        if not any(row.strip() for row in old + new):
            continue
        while i1 and not old and not ours[i1 - 1].strip():
            i1 -= 1
            new = ["", *(new[:-1] if new and not new[-1].strip() else new)]
        heading = next((row for row in reversed(ours[:i1]) if row.startswith("## ")), "")
        out.append(Hunk(heading, ours[i1 - 1] if i1 else "", tuple(old), tuple(new), day))
    return out


def _joined(before: tuple[Hunk, ...], new: list[Hunk]) -> tuple[Hunk, ...]:
    """Edits of an edit become one; an edit taken back is none."""
    hunks = list(before)
    for hunk in new:
        same = next((h for h in hunks if h.new == hunk.old and h.section == hunk.section and h.new), None)
        if same is None:
            hunks.append(hunk)
        elif same.old == hunk.new:
            hunks.remove(same)
        else:
            hunks[hunks.index(same)] = replace(same, new=hunk.new, day=hunk.day)
    return tuple(hunks)


def _properties(base: NoteFile | None, theirs: NoteFile, known: Person, day: str) -> tuple[Person, dict[str, Any]]:
    if theirs.properties is None:
        rows = "\n".join(f"> {row}".rstrip() for row in ["```text", *(theirs.front or "").splitlines(), "```"])
        aside = f"> [!note] Your properties of {day} could not be read\n{rows}"
        return replace(known, notes="\n\n".join(filter(None, (known.notes, aside)))), {}
    had = dict(base.properties or {}) if base else {}
    raw, raw_before = split_block(theirs.front or ""), split_block(base.front or "") if base else {}
    foreign: dict[str, str] = {}
    changed = dict(known.changed)
    decided: dict[str, Any] = {}
    for name, value in theirs.properties.items():
        lines = raw.get(name)
        if lines is None or name in FIXED:
            continue
        if name in PERSONS:
            if not _same(had.get(name), value) and (base or name not in ("title", "topics")):
                decided[name] = value
        elif name in raw_before and name not in known.properties:
            if not _same(had.get(name), value):
                ours = changed.get(name, (raw_before[name], ""))[0]
                changed[name] = (ours, lines)
                if ours == lines:
                    del changed[name]
        elif base or name not in NAMES:
            foreign[name] = lines
    for name in had.keys() - theirs.properties.keys():
        if name in PERSONS:
            decided[name] = None
    return replace(known, properties=foreign, changed=changed), decided


def _same(ours: Any, theirs: Any) -> bool:
    """Equal as data: nothing is an empty list, a number in quotes is the number."""
    return bool(_plain(ours) == _plain(theirs))


def _plain(value: Any) -> Any:
    if value in (None, "", []):
        return None
    if isinstance(value, list):
        return [str(v) for v in value]
    return value if isinstance(value, bool) else str(value)
