"""Conversations in which the model works with tools: most of what it writes there is narration between two tool calls.

What is worth keeping stands in the messages that end a turn: the cause found, what was changed, commits, numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from compiler.passes.distil import cues, labels
from compiler.passes.distil.similarity import Floats
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit

CHECKS = re.compile(
    r"\b(?:tests?|checks?|suite|lint|build)\b.{0,40}\b(?:pass(?:es|ed|ing)?|green|clean)\b|\b(?:all"
    r"|everything) (?:green|passes|passing|clean)\b|\bclean working tree\b|\bworking tree is clean\b"
    r"|\b(?:npm|pnpm|yarn|cargo|go|tsc|mypy|ruff|eslint)\b.{0,40}\b(?:is|are|runs?) clean\b"
    r"|\b(?:valid|diff --check)\b.{0,80}\bpass|\bCI (?:is )?green\b",
    re.I,
)
"""Tests and checks that pass: said at the end of every piece of work, and no news afterwards."""
FINISHED = re.compile(
    r"^(?:(?:everything|it|implementation|(?:the|all)(?: (?:\w+ )?(?:work|tasks?|implementation|changes?|files?"
    r"|importer|feature|fix))?)"
    r"(?: (?:is|are|has been|have been))?(?: now| all)? (?:complete[d]?|done|finished|ready|updated"
    r"|in place))\b[^,;:]{0,12}$",
    re.I,
)
"""That the work is done, without what it was."""
_INTENDS = re.compile(r"(?:i(?:'|’)ll|i will|i(?:'|’)m going to|let me|let(?:'|’)s)\b", re.I)
_CAUSE = re.compile(
    r"\b(?:root cause|caused by|because|was due to|turns out|the (?:real |actual |underlying )?(?:issue|problem"
    r"|bug|reason"
    r"|cause) (?:is|was)|explains why|which is why)\b",
    re.I,
)
_MARK = re.compile(r"\b(?:[0-9a-f]{7,12}|#\d+|\d+(?:\.\d+)?(?:%| ?(?:ms|s|MB|KB|lines?|files?|tests?)\b))")
RECORDS = re.compile(
    r"(?:done\W+)?(?:i(?:'|’)ve |i have |i )?(?:committed|pushed|stashed|posted|opened|created|merged|filed"
    r"|published|released|deployed"
    r"|tagged|saved)\b(?=.*(?:#\d|\b[A-Z]{2,}-\d|@\{|\b[0-9a-f]{7,12}\b|`|/))",
    re.I,
)
"""What was put where others find it: a commit, an issue, a branch, a stash."""
_INSTRUCTS = re.compile(
    r"(?:you (?:can|could|should|need)|run|open|go to|click|try|restart|set|use|copy|ask|make sure|note|if you"
    r"|to (?:test|try|run|use|verify))\b",
    re.I,
)
_PROCESS = re.compile(
    r"(?:i(?:'|’)(?:ll|m|d)|i (?:will|need|want|have|haven)|let me|now|next|before|first|done|holding|proceeding)\b",
    re.I,
)

_ADVISES = re.compile(
    r"\b(?:we|you|i)(?:(?:'|’)?d)? (?:also |just |then )*(?:should|can|could|may|might|would|recommend|suggest)\b"
    r"|\bshould (?:be|have)\b|\b(?:go|went) with option\b|\b(?:my|the) (?:suggestion|recommendation|proposal|lean)\b"
    r"|^proposed\b|\bthe (?:cleanest|simplest|best|proper|minimal|right) (?:fix|way|approach|option)\b"
    r"|\bnext session\b",
    re.I,
)
_BUT = re.compile(r"\b(?:but|however|except|although)\b", re.I)
_LEFTOVERS = re.compile(
    r"\b(?:untouched|left (?:\w+ ){0,4}alone|(?:remaining|other|unrelated|existing) (?:\w+ ){0,2}(?:unstaged|untracked"
    r"|uncommitted|modified)|(?:unstaged|untracked) (?:\w+ ){0,2}(?:files?|changes|dirs?|director(?:y|ies)))\b",
    re.I,
)
"""What was not touched, which nobody asks for afterwards."""


def weighted(units: Sequence[Unit], turns: Sequence[Said], score: Floats) -> Floats:
    """Scores for such a conversation: findings, changes and plain prose up, instructions, process and the person's
    requests down."""
    final = max((said.turn for said in turns), default=0)
    shift = [
        1.2 * bool(_CAUSE.search(unit.text))
        + 0.6 * (not cues.OUTCOME.isdisjoint(unit.tokens))
        + 0.5 * bool(_MARK.search(unit.text))
        + 3.0 * bool(turns[unit.said].last and RECORDS.match(unit.text))
        + 0.5 * (turns[unit.said].turn >= final - 1)
        - 1.0 * bool(_INSTRUCTS.match(unit.text))
        - 1.5 * bool(_PROCESS.match(unit.text))
        - 1.5 * unit.kind.startswith("said")
        + 1.0 * (unit.kind == "prose")
        for unit in units
    ]
    raised: Floats = np.round(score + np.array(shift, np.float32), 4)
    return raised


def worthless(units: Sequence[Unit], turns: Sequence[Said]) -> set[int]:
    """Units that are no key point of such a conversation: narration; items of lists, alone or put into one line, under
    no heading that says what they are; advice, which was taken or not; checks that pass; what was left as it was."""
    return narration(units, turns) | {
        index
        for index, unit in enumerate(units)
        if not RECORDS.match(unit.text)
        and (
            unit.kind in ("item", "outline", "pack")
            or (unit.kind == "headed" and labels.empty(unit.heading))
            or (CHECKS.search(unit.text) and not _BUT.search(unit.text))
            or FINISHED.search(unit.text)
            or _INTENDS.match(unit.text)
            or _LEFTOVERS.search(unit.text)
            or (not unit.typed and _ADVISES.search(unit.text))
        )
    }


def narration(units: Sequence[Unit], turns: Sequence[Said]) -> set[int]:
    """Units between two tool calls, or in answer to a prompt of the harness."""
    out = set()
    for index, unit in enumerate(units):
        said = turns[unit.said]
        if said.speaker == "model" and ((said.working and not said.last) or not said.asked):
            out.add(index)
    return out
