"""What a harness hands over about a conversation: the summary by which it goes on, and the plan the person approved.

Both are written by a model and read by sections; they are nobody's speech, and not among the turns. Sections are those
of Claude Code's compaction summaries; a plan is Markdown under its title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from compiler.passes.distil.lines import Line, shortened
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import LONGEST, SHORTEST
from compiler.passes.distil.wording import opened, stated
from compiler.records import Conversation
from compiler.text import sentences
from compiler.text.prose import Block, blocks, plain
from compiler.text.recalled import without_recalled
from compiler.text.words import terms, words

_SUMMARY = re.compile(r"\s*This session is being continued from a previous conversation")
_PLAN = re.compile(
    r"\s*Implement the following plan:\s*\n|\s*User has approved your plan\b.*?^#+ Approved Plan:?[^\n]*\n", re.S | re.M
)
_SECTION = re.compile(
    r"^[ \t]*(?:#+ |\d+\. )?\**(Primary Request and Intent|Key Technical Concepts|Files and Code Sections"
    r"|Errors and Fixes"
    r"|Problem Solving|All User Messages|Pending Tasks|Current Work|(?:Optional )?Next Steps?|Key Decisions|Decisions"
    r"|Context for Continuing Work)\b\**:?\**[ \t]*",
    re.I | re.M,
)
_SETTLED = re.compile(
    r"\b(?:the )?user (?:then |also |later |explicitly |clearly |finally |has |had )*(?:chose|chosen|picked"
    r"|selected|decided"
    r"|rejected|clarified|approved|confirmed|agreed|insisted|corrected|opted|declined|preferred|prefers|ruled out"
    r"|did(?:n't"
    r"| not) want|doesn't want|does not want|said (?:to|not to))\b",
    re.I,
)
_LABEL = re.compile(r"(?:user )?(?:feedback|correction|note)s?:\s*", re.I)
_PROCEDURE = re.compile(
    r"\b(?:commit(?:ted|ting|s)?|push(?:ed|ing)?|proceed(?:ed|ing)?|continu\w+|go ahead|interrupted|tool use"
    r"|plan mode|start(?:ed|ing)? (?:the |with )?(?:implement|work|cod)\w*)\b",
    re.I,
)
_NONE = re.compile(
    r"\W*(?:none|no (?:explicit |other |further )?(?:pending|outstanding|remaining|explicit|tasks?)|n/?a|nothing)\b",
    re.I,
)
_TICKED = re.compile(r"\[[xX]\]|✅|✓|\b(?:completed|done|finished)\b", re.I)
_APPROACH = re.compile(
    r"approach|solution|design|decision|overview|summary|goal|what|proposal|change|strategy|context", re.I
)
_ASKED = re.compile(
    r"(?:the )?user(?:'s)? (?:main |primary |initial |original )*(?:request was|asked|wanted|wants|requested"
    r"|needs?|is asking)"
    r"(?: (?:me|for me|claude|us))? ?(?:to |for |that )?",
    re.I,
)
ALL = 0.8
"""Share of a decision's terms that a sentence holds which tells it again."""
_MARK = re.compile(r"\n[ \t]*(?:[-*+•]|\d+[.)])[ \t]+|\n[ \t]*\n")
"""What begins another item or paragraph."""
_DECISION = re.compile(r"(?:decision|decided|chosen|choice)\s*[:—–]\s*(?=\w)", re.I)
MOST = 3
"""Decisions taken from one summary, or spelled out in one plan."""
FRESH = 2
"""Turns of the person's after a summary within which its pending tasks still tell what is open."""
CLOSE = 0.5
"""Share of a sentence's terms from which an earlier message is what it tells of."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A message of the harness as something that lines may rest on; `after` counts the turns before it."""

    said: Said
    after: int
    plan: bool


def read(conversation: Conversation, turns: Sequence[Said]) -> list[Handed]:
    """The summaries and approved plans of a conversation, in order, each once."""
    at = {message.id: number for number, message in enumerate(conversation.messages)}
    spoke = [at[said.message.id] for said in turns if said.speaker == "person"]
    out: list[Handed] = []
    for message in without_recalled(conversation.messages):
        summary, plan = _SUMMARY.match(message.text), _PLAN.match(message.text)
        if message.branch is not None or message.role == "assistant" or not (summary or plan):
            continue
        after = sum(number < at[message.id] for number in spoke)
        out.append(Handed(Said(message, "model", tuple(blocks(message.text)), after), after, not summary))
    return out


def lines(handed: Sequence[Handed], turns: Sequence[Said], known: Sequence[Line] = ()) -> Iterator[Line]:
    """Decisions and loops; they rest on `len(turns) + i` for the `i`-th message handed over, decisions also on the turn
    that they tell of. What is `known` from the turns themselves is not told again."""
    final = max((said.turn for said in turns), default=0)
    last = max((i for i, one in enumerate(handed) if not one.plan), default=None)
    for i, one in enumerate(handed):
        number = len(turns) + i
        if one.plan:
            yield from _planned(one.said, number)
        else:
            earlier = [said for said in turns if said.turn <= one.after]
            told = _decided(one.said, number, earlier, turns)
            yield from (line for line in told if not any(_repeats(line, other) for other in known))
            if i == last and final - one.after <= FRESH:
                yield from _pending(one.said, number)


def title(handed: Sequence[Handed]) -> str | None:
    """What a conversation that begins with a summary is about, as the summary says."""
    for one in handed:
        if one.plan or one.after:
            continue
        for name, start, end in _sections(one.said.text):
            if name == "primary request and intent":
                for low, high in _entries(one.said.text, start, end):
                    return opened(_ASKED.sub("", _shown(one.said.text[low:high])).rstrip(" .:"))
    return None


def plan_title(handed: Sequence[Handed]) -> str | None:
    """The title of the plan that a conversation begins with."""
    first = next((one for one in handed if one.plan and not one.after), None)
    named = _plan_heading(first.said) if first else None
    return named[0] if named else None


def _plan_heading(said: Said) -> tuple[str, Block] | None:
    """A plan's first heading, without the word Plan before it."""
    begins = _PLAN.match(said.text)
    body = begins.end() if begins else 0
    head = next((block for block in said.blocks if block.kind == "heading" and block.start >= body), None)
    if head is None:
        return None
    shown = plain(said.text[head.start : head.end])
    return opened(re.sub(r"^(?:implementation )?plan\s*[:—–-]\s*", "", shown, flags=re.I)), head


def _sections(text: str) -> Iterator[tuple[str, int, int]]:
    found = list(_SECTION.finditer(text))
    for at, match in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(text)
        yield match.group(1).lower(), match.end(), end


def _entries(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of a stretch, item by item, without what marks the items."""
    marks = [start, *(found.end() for found in _MARK.finditer(text, start, end)), end]
    for low, high in pairwise(marks):
        for a, b in sentences.spans(_MARK.split(text[low:high])[0]):
            yield low + a, low + b


def _shown(text: str) -> str:
    return " ".join(plain(text).split())


def _decided(said: Said, number: int, earlier: Sequence[Said], turns: Sequence[Said]) -> Iterator[Line]:
    """The sentences that say outright what the person settled."""
    found = 0
    for name, start, end in _sections(said.text):
        if name in ("all user messages", "pending tasks"):
            continue
        for low, high in _entries(said.text, start, end):
            text = stated(_LABEL.sub("", _shown(said.text[low:high])))
            if not _SETTLED.search(text) or _PROCEDURE.search(text) or len(text) > LONGEST or found >= MOST:
                continue
            found += 1
            told = _told_of(text, earlier)
            evidence = (number,) if told is None else (number, turns.index(told))
            yield Line("decision", opened(text), evidence, low, high, 1.2 if told is None else 2.0)


def _repeats(line: Line, other: Line) -> bool:
    own, held = set(terms(words(other.text))), set(terms(words(line.text)))
    return bool(set(line.said[1:]) & set(other.said)) or len(own & held) >= ALL * len(own)


def _told_of(text: str, earlier: Sequence[Said]) -> Said | None:
    own = set(terms(words(text)))
    near = {n: len(own.intersection(terms(words(said.words)))) / max(1, len(own)) for n, said in enumerate(earlier)
            if said.speaker == "person"}  # fmt: skip
    best = max(near, key=lambda n: (near[n], n), default=None)
    return earlier[best] if best is not None and near[best] >= CLOSE else None


def _pending(said: Said, number: int) -> Iterator[Line]:
    for name, start, end in _sections(said.text):
        if name != "pending tasks":
            continue
        for low, high in _entries(said.text, start, end):
            text = _shown(said.text[low:high]).rstrip(":")
            if len(text.split()) >= SHORTEST and not _NONE.match(text) and not _TICKED.search(text):
                yield Line("loop", shortened(opened(text)), (number,), low, high, 2.0)


def _planned(said: Said, number: int) -> Iterator[Line]:
    """A plan the person approved: its title with the sentence that says how, and what it calls decisions."""
    named = _plan_heading(said)
    if named is None:
        return
    name, title = named
    parts = [block for block in said.blocks if block.kind in ("paragraph", "item") and block.start > title.end]
    yield from _spelled_out(said, number, parts)
    prose = [block for block in parts if block.kind == "paragraph"]
    under = [block for block in prose if _APPROACH.search(block.heading)] or prose
    how = min(under, key=lambda one: ("approach" not in one.heading.lower(), one.start), default=None)
    if how is None:
        yield Line("decision", shortened(name), (number,), title.start, title.end, 2.0)
    else:
        first = next(iter(sentences.split(said.text[how.start : how.end])), "")
        yield Line("decision", shortened(f"{name}: {plain(first)}"), (number,), title.start, title.end, 3.0)


def _spelled_out(said: Said, number: int, parts: Sequence[Block]) -> Iterator[Line]:
    """What a plan calls a decision ("**Decision:** parse by hand"), under the heading that it answers."""
    found = 0
    for block in parts:
        shown = plain(said.text[block.start : block.end])
        label = _DECISION.match(shown)
        if label and found < MOST:
            found += 1
            over = f"{block.heading}: " if block.heading and not _APPROACH.search(block.heading) else ""
            first = next(iter(sentences.split(shown[label.end() :])), "")
            yield Line("decision", shortened(opened(over + first)), (number,), block.start, block.end, 3.5)
