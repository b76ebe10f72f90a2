"""What a vault says, read from its notes alone, and what was learned between two states of it.

Notes are the record that git keeps, so two revisions can be compared without their databases: decision notes by their
properties, tasks of `Open loops.md` and lines of `Profile.md` by their block ids, conversations by theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from compiler.vault.notefile import NoteFile, parse

TASK = re.compile(r"^- \[( |x|X)\] (.+?) \(\[\[.* \^(l-[0-9a-z]+)\s*$")
FACT = re.compile(r"^- (.+?)(?: · .*)? \^(f-[0-9a-z]+)\s*$")
LINK = re.compile(r"\[\[[^\]|]*\|([^\]]*)\]\]|\[\[([^\]]*)\]\]")
ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


@dataclass(frozen=True, slots=True)
class Decided:
    text: str
    active: bool


@dataclass(frozen=True, slots=True)
class State:
    """By id: conversations' titles, decisions, open and closed loops, facts."""

    conversations: Mapping[str, str] = field(default_factory=dict)
    decisions: Mapping[str, Decided] = field(default_factory=dict)
    open_loops: Mapping[str, str] = field(default_factory=dict)
    closed_loops: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Change:
    """`what` is a heading (`decided`, `reversed`, `opened`, …), `text` the line it is about."""

    what: str
    text: str


def read_state(files: Mapping[str, bytes]) -> State:
    """The state that a vault's Markdown files show, by path; files that are not ours say nothing."""
    conversations: dict[str, str] = {}
    decisions: dict[str, Decided] = {}
    opened: dict[str, str] = {}
    closed: dict[str, str] = {}
    facts: dict[str, str] = {}
    for path in sorted(files):
        if not path.endswith(".md"):
            continue
        note = parse(files[path])
        properties = note.properties or {}
        identity = str(properties.get("musubi_id", ""))
        match properties.get("kind"):
            case "conversation" if identity:
                conversations[identity] = str(properties.get("title") or path)
            case "decision" if identity:
                active = properties.get("status", "active") == "active"
                decisions[identity] = Decided(str(properties.get("summary") or path), active)
            case "loops":
                for done, text, block in _tasks(note):
                    (closed if done else opened)[block] = text
            case "profile":
                facts.update((block, text) for text, block in _facts(note))
    return State(conversations, decisions, opened, closed, facts)


def changes(before: State, after: State) -> list[Change]:
    """What was learned from one state to the other, the weightiest first, each group by its text."""
    out: list[Change] = []

    def add(what: str, texts: Iterator[str]) -> None:
        out.extend(Change(what, text) for text in sorted(texts))

    old, new = before.decisions, after.decisions
    add("decided", (d.text for i, d in new.items() if i not in old and d.active))
    add("reversed", (d.text for i, d in new.items() if not d.active and (i not in old or old[i].active)))
    add("opened", (t for i, t in after.open_loops.items() if i not in before.open_loops))
    add("closed", (t for i, t in after.closed_loops.items() if i not in before.closed_loops))
    add("learned", (t for i, t in after.facts.items() if before.facts.get(i) != t))
    add("dropped", (t for i, t in before.facts.items() if i not in after.facts))
    add("conversation", (t for i, t in after.conversations.items() if i not in before.conversations))
    return out


def subject(found: list[Change]) -> str:
    """One line for a commit: `2 decisions, 1 reversed, 3 loops opened, 1 closed, 1 fact, from 4 conversations`."""
    count = {what: sum(c.what == what for c in found) for what in {c.what for c in found}}
    parts = [
        _plural(count.get("decided", 0), "decision", ""),
        _plural(count.get("reversed", 0), "decision", " reversed"),
        _plural(count.get("opened", 0), "loop", " opened"),
        _plural(count.get("closed", 0), "loop", " closed"),
        _plural(count.get("learned", 0), "fact", ""),
    ]
    said = ", ".join(part for part in parts if part)
    source = _plural(count.get("conversation", 0), "conversation", "")
    if said and source:
        return f"{said}, from {source}"
    return said or source or "Notes brought up to date"


def _plural(count: int, noun: str, rest: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}{rest}" if count else ""


def _tasks(note: NoteFile) -> Iterator[tuple[bool, str, str]]:
    for line in note.body.split("\n"):
        match = TASK.match(line)
        if match:
            yield match[1] in "xX", _plain(match[2]), match[3]


def _facts(note: NoteFile) -> Iterator[tuple[str, str]]:
    for line in note.body.split("\n"):
        match = FACT.match(line)
        if match:
            yield _plain(match[1]), match[2]


def _plain(text: str) -> str:
    shown = LINK.sub(lambda m: m[1] if m[1] is not None else m[2], text)
    return ESCAPE.sub(r"\1", shown).replace("~~", "").strip()
